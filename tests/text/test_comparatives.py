from pathlib import Path

import pytest
import simplemma

from smile.text.comparatives import is_comparative
from smile.text.lemmas import simple_lemma
from tests.support.cases import read_cases

# Their dictionaries load at once; those of the other languages take a second or more each.
QUICK = ("de", "en", "es", "fr", "is", "lt", "nl", "nn", "sl")
CASES = [
    pytest.param(*case, marks=() if case[0] in QUICK else pytest.mark.slow, id=case[0])
    for case in read_cases(Path(__file__).parent / "compared.tsv")
]


@pytest.mark.parametrize(("language", "simplemmas", "compared", "others"), CASES)
def test_a_comparative_keeps_its_form(language: str, simplemmas: str, compared: str, others: str) -> None:
    words = compared.split()
    if simplemmas == "reduces":
        assert any(simplemma.lemmatize(word, lang=language).lower() != word for word in words)
    assert [simple_lemma(word, language) for word in words] == words
    for word, lemma in (other.split("=") for other in others.split()):
        assert simple_lemma(word, language) == lemma


def test_a_form_of_a_comparative_is_a_form_of_it() -> None:
    assert not is_comparative("meilleures", "meilleur", "fr")
    assert not is_comparative("miglior", "migliore", "it")
