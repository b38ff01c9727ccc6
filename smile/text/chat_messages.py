"""Reads chat messages and other data that stand in a text."""

import ast
import json
from typing import Any, Literal

from ..lazy_patterns import lazy_re

# The other parts are pictures, thinking and calls of tools.
_TEXT_PARTS = ("text", "output_text")

# The names of the two speakers in OpenAI's messages, LangChain's and OpenCompass's.
_NAMES = {"assistant": ("assistant", "ai", "bot"), "user": ("user", "human")}

# As numpy shows arrays: ['a' 'b'], array(['a', 'b'], dtype=object). In Python, two adjacent strings are one.
_QUOTED = r"""(?P<quoted>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_ADJACENT = lazy_re(_QUOTED + r"""(?=\s+['"])""")
_ARRAY = lazy_re(_QUOTED + r"|\b(?:array|np\.str_)\(|(?:,\s+dtype=[^)]*)?\)")


def parsed_data(text: str) -> Any:
    """Returns the data if the text is JSON, or data as Python or numpy prints it; None for other text.

    >>> parsed_data("{'role': 'user'}"), parsed_data("[1, 2"), parsed_data("['a' 'b']")
    ({'role': 'user'}, None, ['a', 'b'])
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    text = _ADJACENT.sub(r"\g<quoted>,", text.strip())
    if "array(" in text or "np.str_(" in text:
        text = _ARRAY.sub(lambda found: found["quoted"] or "", text)
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None


def last_message_of(data: Any, speaker: Literal["assistant", "user"] = "assistant") -> str | None:
    """Returns the text of a speaker's last message in a chat, or of a single message; None for other data.

    >>> last_message_of([{"role": "user", "content": "Where?"}, {"role": "assistant", "content": "In Paris."}])
    'In Paris.'
    >>> last_message_of({"role": "assistant", "content": [{"type": "text", "text": "In Paris."}]})
    'In Paris.'
    >>> last_message_of({"role": "assistant", "content": None, "tool_calls": [{}]})
    ''
    """
    if isinstance(data, list) and data and all(isinstance(message, dict) for message in data):
        said = [message for message in data if str(message.get("role", message.get("type"))).lower() in _NAMES[speaker]]
        return last_message_of({"role": speaker} | said[-1]) if said else None
    if not isinstance(data, dict) or "role" not in data:
        return None
    content = data.get("content", data.get("prompt"))
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict) and part.get("type", "text") in _TEXT_PARTS]
        texts = [part.get("text") for part in parts]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if content is None and data["role"] == "assistant":
        return ""  # it calls a tool
    return content if isinstance(content, str) else None
