"""Chat models behind OpenAI-compatible endpoints (listed in providers.json), or local ones through transformers."""
