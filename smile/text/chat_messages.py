"""Chat messages: what the assistant says in them."""

import ast
import json
from typing import Any

# The other parts are pictures, thinking and calls of tools.
_TEXT_PARTS = ("text", "output_text")


def written_data(text: str) -> Any:
    """Returns data written as JSON, or as Python shows it; None for other text.

    >>> written_data("{'role': 'user'}"), written_data("[1, 2")
    ({'role': 'user'}, None)
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def said_in(data: Any) -> str | None:
    """Returns the last words of the assistant in a chat message or a list of them; None for other data.

    >>> said_in([{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "In Paris."}])
    'In Paris.'
    >>> said_in({"role": "assistant", "content": [{"type": "text", "text": "In Paris."}]})
    'In Paris.'
    >>> said_in({"role": "assistant", "content": None, "tool_calls": [{}]})
    ''
    """
    if isinstance(data, list) and data and all(isinstance(message, dict) for message in data):
        said = [message for message in data if message.get("role") == "assistant"]
        return said_in(said[-1]) if said else None
    if not isinstance(data, dict) or "role" not in data:
        return None
    content = data.get("content")
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type", "text") in _TEXT_PARTS]
        texts = [part.get("text") for part in parts]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if content is None and data["role"] == "assistant":
        return ""  # it calls a tool
    return content if isinstance(content, str) else None
