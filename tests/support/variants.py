"""Variants of a text that mean the same, such as bold, HTML or two spaces: 47 kinds.

Variants that change the meaning are left out: "Sure!" beside yes or no, "1." beside options, "- " before a figure, and
labels of outputs in references.
"""

import html
import json
import random
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from smile.rows.checked_rows import Row, check_rows
from smile.text.values.closed.multiple_choice import question_options

_YES_NO = re.compile(r"(?i)\W*(?:yes|no|true|false)\b")
_LABEL = re.compile(r"[\[(]?\w{1,2}[\])]?\.?|\W*\d[\d.,]*\W*|.*[\d\])] ?[,;].*")
_FIGURE = re.compile(r"[$€£¥]? ?[-+\d.]")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")


class _Variant(NamedTuple):
    make: Callable[[str], str]
    is_left_out: Callable[[str, Row], bool] = lambda text, row: False
    is_of_outputs: bool = False


def _around(before: str, after: str | None = None) -> _Variant:
    """Returns a variant with signs around the text, where it has no such signs and only one line."""
    ends = (before[-1], before[0])
    return _Variant(
        lambda text: f"{before}{text}{before if after is None else after}",
        lambda text, row: text.startswith(ends) or text.endswith(ends) or "\n" in text or before[0] * 2 in text,
    )


def _in_front(mark: str) -> _Variant:
    return _Variant(lambda text: mark + text, lambda text, row: _FIGURE.match(text) is not None or "\n" in text)


def _of_output(before: str, after: str = "") -> _Variant:
    return _Variant(
        lambda text: f"{before}{text}{after}", lambda text, row: before != "" and "\n" in text, is_of_outputs=True
    )


def _is_labelled(text: str, row: Row) -> bool:
    return "\n" in text or _LABEL.fullmatch(text) is not None or bool(question_options(row.question or ""))


VARIANTS: dict[str, _Variant] = {
    **{
        kind: _Variant(lambda text, space=space: text.replace(" ", space))  # type: ignore[misc]
        for kind, space in {
            "two spaces": "  ", "no-break space": "\u00a0", "thin space": "\u2009", "tab": "\t", "&nbsp;": "&nbsp;",
            "zero-width space": " \u200b",
        }.items()
    },
    **{
        kind: _Variant(lambda text, form=form: form.format(text))  # type: ignore[misc]
        for kind, form in {
            "leading space": " {}", "trailing space": "{} ", "trailing newline": "{}\n", "leading newline": "\n{}",
            "BOM": "\ufeff{}", "<br>": "{}<br>", "emoji before": "✅ {}", "emoji after": "{} 🎉", "</s>": "{}</s>",
            "<|im_end|>": "{}<|im_end|>", "<|eot_id|>": "{}<|eot_id|>", "<|endoftext|>": "{}<|endoftext|>",
        }.items()
    },
    **{
        kind: _around(*ends)
        for kind, ends in {
            "bold": ("**",), "italic *": ("*",), "italic _": ("_",), "backticks": ("`",), '"x"': ('"',), "'x'": ("'",),
            "«x»": ("«", "»"), "“x”": ("“", "”"), "<p>": ("<p>", "</p>"), "<b>": ("<b>", "</b>"),
        }.items()
    },
    **{f"{label}: x": _of_output(f"{label}: ") for label in ("Answer", "Final answer", "Assistant")},
    "CRLF": _Variant(lambda text: text.replace("\n", "\r\n") + "\r\n"),
    "code fence": _Variant(lambda text: f"```\n{text}\n```", lambda text, row: "`" in text),
    "# ": _Variant(lambda text: "# " + text, lambda text, row: text.startswith("#") or "\n" in text),
    "> ": _in_front("> "),
    "- ": _in_front("- "),
    "1. ": _Variant(lambda text: "1. " + text, _is_labelled),
    "(x)": _Variant(lambda text: f"({text})", lambda text, row: _is_labelled(text, row) or text[0] == "("),
    "entities": _Variant(lambda text: html.escape(text).encode("ascii", "xmlcharrefreplace").decode()),
    "en dash": _Variant(lambda text: _HYPHEN.sub("–", text)),
    "no-break hyphen": _Variant(lambda text: _HYPHEN.sub("\u2011", text)),
    "Sure! x": _Variant(lambda text: "Sure! " + text, lambda text, row: any(map(_YES_NO.match, row.references)), True),
    "x I hope this helps!": _of_output("", " I hope this helps!"),
    "x [1]": _of_output("", " [1]"),
    "x (Source: ...)": _of_output("", " (Source: Wikipedia)"),
    "™": _Variant(lambda text: text + "™", lambda text, row: not text[-1:].isalpha()),
    "¹": _Variant(lambda text: text + "¹", lambda text, row: not text[-1:].isalpha() or len(text) < 4),
    "NFD": _Variant(lambda text: unicodedata.normalize("NFD", text)),
    "curly quotes": _Variant(lambda text: text.replace("'", "\u2019").replace('"', "\u201d")),
}  # fmt: skip


def variants(row: Row, of: str) -> Iterator[tuple[str, Row]]:
    """Yields the variants of a row, in which its prediction, its references or its question are changed."""
    texts = {"prediction": (row.prediction,), "references": row.references, "question": (row.question or "",)}[of]
    for kind, variant in VARIANTS.items():
        changed = tuple(variant.make(text) for text in texts)
        if changed == texts or not all(map(str.strip, texts)) or (variant.is_of_outputs and of != "prediction"):
            continue
        if not any(variant.is_left_out(text, row) for text in texts):
            fields: dict[str, Any] = {of: changed if of == "references" else changed[0]}
            yield kind, Row(**{name: fields.get(name, getattr(row, name)) for name in Row.__slots__})


def rows_of(files: list[Path], n: int | None, seed: int = 1) -> list[Row]:
    """Returns the distinct rows of files that have references; with `n` so many of them, drawn at random."""
    lines = (json.loads(line) for path in files for line in path.read_text(encoding="utf-8").splitlines())
    columns = [(line["prediction"], tuple(line["references"]), line.get("question")) for line in lines]
    distinct = check_rows(*zip(*dict.fromkeys(each for each in columns if each[1] and each[0]), strict=True))
    return distinct if n is None or n >= len(distinct) else random.Random(seed).sample(distinct, n)  # noqa: S311
