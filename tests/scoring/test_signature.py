from importlib.metadata import version
from typing import Any

import pytest

from smile import SmileScorer, __version__
from smile.constants import EMBEDDED_MODEL
from smile.encoding.model_files import EMBEDDED_SIGNATURE
from smile.encoding.static.word_table import SIGNATURE
from smile.rows.checked_rows import Row, check_rows
from smile.scoring.signature import RULES, RowKinds, signature
from smile.settings.named_settings import named_settings

ROWS = check_rows(["a", "b"], ["x", "y"])


def of(rows: list[Row] = ROWS, name: str = "default", **options: Any) -> str:
    return signature(named_settings(name, **options), "tiny", RowKinds.of(rows))


def fields_of(text: str) -> dict[str, str]:
    return dict(field.split(":", 1) for field in text.split("|"))


def test_the_signature_in_full() -> None:
    assert of() == (
        f"nrefs:1|q:no|syn:no|setting:default|encoder:tiny|answer:auto|lang:en|words:simplemma@{version('simplemma')}"
        f"+breame@{version('breame')}+text2num@{version('text2num')}+nicknames@{version('nicknames')}"
        f"|rules:{RULES}|easy:content|agg:weighted@0.3|threshold:0.67|version:{__version__}"
    )


@pytest.mark.parametrize(
    ("references", "expected"), [(["x", "y"], "1"), ([["x", "y"], ["y", "z"]], "2"), (["x", ["y", "z"]], "var")]
)
def test_the_number_of_references_is_named(references: list[Any], expected: str) -> None:
    assert fields_of(of(check_rows(["a", "b"], references)))["nrefs"] == expected


@pytest.mark.parametrize(
    ("synthetic", "expected"),
    [(None, "no"), ([None, None], "no"), (["It is x.", None], "some"), (["It is x.", "It is y."], "all")],
)
def test_the_share_of_synthetic_answers_is_named(synthetic: list[Any] | None, expected: str) -> None:
    assert fields_of(of(check_rows(["a", "b"], ["x", "y"], None, synthetic)))["syn"] == expected


@pytest.mark.parametrize(
    ("questions", "options", "expected"),
    [
        (None, {}, "no"),
        (["?", " "], {}, "some"),
        (["?", "?"], {}, "both"),
        (["?", "?"], {"use_questions": False}, "no"),
        (["?", "?"], {"name": "paper"}, "no"),
        (["?", "?"], {"name": "paper", "use_questions": True}, "both"),
    ],
)
def test_the_share_of_questions_used_is_named(
    questions: list[Any] | None, options: dict[str, Any], expected: str
) -> None:
    assert fields_of(of(check_rows(["a", "b"], ["x", "y"], questions), **options))["q"] == expected


@pytest.mark.parametrize(
    ("options", "field", "value"),
    [
        ({"semantic_weight": 0.5}, "agg", "weighted@0.5"),
        ({"threshold": 0.5}, "threshold", "0.5"),
        ({"aggregation": "harmonic"}, "agg", "harmonic"),
        ({"use_easy_match": False}, "easy", "no"),
        ({"name": "fast"}, "easy", "content"),
        ({"language": "de"}, "lang", "de"),
        ({"language": "ja"}, "words", "none"),
        ({"language": "ru"}, "words", f"simplemma@{version('simplemma')}"),
        ({"name": "paper"}, "words", f"wordnet@{version('nltk')}"),
        ({"name": "multilingual"}, "setting", "multilingual"),
    ],
)
def test_what_changes_scores_changes_the_signature(options: dict[str, Any], field: str, value: str) -> None:
    assert fields_of(of(**options))[field] == value


@pytest.mark.parametrize("options", [{"batch_size": 7}, {"device": "cpu"}, {"backend": "torch"}])
def test_what_changes_no_score_does_not(options: dict[str, Any]) -> None:
    assert of(**options) == of()


# Word vectors choose what the encoder that they were distilled from encodes, where that was tried.
@pytest.mark.parametrize(
    ("name", "options", "encoder", "is_named"),
    [
        ("default", {}, EMBEDDED_SIGNATURE, True),
        ("default", {}, "tiny", False),
        ("default", {"language": "de"}, EMBEDDED_SIGNATURE, False),
        ("paper", {"model": EMBEDDED_MODEL}, EMBEDDED_SIGNATURE, False),
        ("fast", {}, SIGNATURE, False),
    ],
)
def test_the_choice_by_word_vectors_is_named(name: str, options: dict[str, Any], encoder: str, is_named: bool) -> None:
    found = fields_of(signature(named_settings(name, **options), encoder, RowKinds.of(ROWS)))
    assert found.get("encoded") == ("near@0.12" if is_named else None)


@pytest.mark.parametrize("options", [{"name": "paper"}, {"language": "de"}])
def test_equal_word_weights_give_the_papers_easy_match(options: dict[str, Any]) -> None:
    assert "easy" not in fields_of(of(**options))


def test_scaled_cosines_are_named() -> None:
    assert fields_of(of(name="multilingual"))["cosines"] == "scaled"
    assert "cosines" not in fields_of(of())


def test_a_bar_in_a_pattern_separates_nothing() -> None:
    found = SmileScorer("fast", answer="x|threshold:0.1").score(["x"], ["x"]).signature
    assert found.count("threshold:") == 2
    assert found.split("|").count("threshold:0.67") == 1
    assert "|answer:x%7Cthreshold:0.1|" in found
