"""Chat models behind OpenAI-compatible endpoints (listed in providers.json), or here through transformers."""
