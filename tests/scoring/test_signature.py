from importlib.metadata import version
from typing import Any

import pytest

from smile import SmileScorer, __version__
from smile.constants import EMBEDDED_MODEL
from smile.encoding.encoders import SentenceEncoder
from smile.encoding.static.static_encoder import StaticEncoder
from smile.rows.checked_rows import Row, check_rows
from smile.scoring.signature import RULES, RowKinds, signature
from smile.settings.named_settings import named_settings
from tests.support.cases import cases
from tests.support.tiny_encoder import TinyEncoder

ROWS = check_rows(["a", "b"], ["x", "y"])


def of(rows: list[Row] = ROWS, name: str = "default", **options: Any) -> str:
    return str(signature(named_settings(name, **options), TinyEncoder(), RowKinds.of(rows)))


def test_the_signature_in_full() -> None:
    assert of() == (
        f"nrefs:1|q:no|syn:no|setting:default|encoder:tiny|answer:auto|lang:en|words:simplemma@{version('simplemma')}"
        f"+breame@{version('breame')}+text2num@{version('text2num')}+nicknames@{version('nicknames')}"
        f"|rules:{RULES}|easy:content|agg:weighted@0.3|threshold:0.67|version:{__version__}"
    )


@cases
def test_what_changes_scores_is_named(columns: dict[str, Any] | None, options: Any, field: str) -> None:
    """A field that is missing begins with a minus."""
    given = {"references": ["x", "y"]} | (columns or {})
    found = of(check_rows(["a", "b"], **given), **(options or {})).split("|")
    names = [each.partition(":")[0] for each in found]
    assert field[1:] not in names if field.startswith("-") else field in found


@pytest.mark.parametrize("options", [{"batch_size": 7}, {"device": "cpu"}, {"backend": "torch"}])
def test_what_changes_no_score_is_not_named(options: dict[str, Any]) -> None:
    assert of(**options) == of()


# Word vectors choose what the encoder that they were distilled from encodes, where that was tried.
@pytest.mark.parametrize(
    ("name", "options", "model", "is_named"),
    [
        ("default", {}, {}, True),
        ("default", {}, {"dtype": "float16"}, True),
        ("default", {"language": "de"}, {}, False),
        ("paper", {"model": EMBEDDED_MODEL}, {}, False),
        ("fast", {}, None, False),
    ],
)
def test_the_choice_by_word_vectors_is_named(
    name: str, options: dict[str, Any], model: dict[str, Any] | None, is_named: bool
) -> None:
    encoder = StaticEncoder() if model is None else SentenceEncoder(named_settings("default", **model))
    found = str(signature(named_settings(name, **options), encoder, RowKinds.of(ROWS)))
    assert ("|encoded:near@0.12|" in found, "|encoded:" in found) == (is_named, is_named)


def test_a_bar_in_a_pattern_separates_nothing() -> None:
    found = SmileScorer("fast", answer="x|threshold:0.1").score(["x"], ["x"]).signature
    assert found.count("threshold:") == 2
    assert found.split("|").count("threshold:0.67") == 1
    assert "|answer:x%7Cthreshold:0.1|" in found
