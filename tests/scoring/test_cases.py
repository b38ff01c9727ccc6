"""Single answers of which something is promised: a table, a line each; text/values/cases.tsv has those with values."""

from typing import Any

import pytest

from smile import SmileScorer
from tests.support.cases import cases
from tests.support.tiny_encoder import TinyEncoder


@cases
def test_an_answer_has_its_scores(
    setting: str, options: dict[str, Any] | None, question: str | None, references: Any, prediction: str, expected: Any
) -> None:
    """`expected` has columns of the result; a reason holds the text that is given. Other settings than `fast` are tried
    with a tiny encoder."""
    encoder = None if setting == "fast" else TinyEncoder()
    scores = SmileScorer(setting, encoder=encoder, **options or {}).score([prediction], [references], [question])
    row = scores.row(0) | {"reason": scores[0].reason}
    for name, value in expected.items():
        assert value in row[name] if name == "reason" else row[name] == pytest.approx(value), row
