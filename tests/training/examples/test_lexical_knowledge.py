"""Made examples from WordNet."""

import pytest

from training.examples.lexical_knowledge import DEBIAN, lexical_knowledge, read_synsets

pytestmark = pytest.mark.skipif(not DEBIAN.exists(), reason="needs Debian's package wordnet-base")


def test_right_and_wrong_answers_are_made_in_good_share() -> None:
    pairs = lexical_knowledge([], 500, 0)
    assert len(pairs) == 500
    assert {pair.target for pair in pairs} == {0.0, 0.8, 1.0}
    assert 0.4 < sum(pair.target > 0.5 for pair in pairs) / 500 < 0.65
    assert all(pair.prediction.strip() for pair in pairs)


def test_a_word_stands_only_for_what_it_mostly_means() -> None:
    fields = [
        synset.field for synset in read_synsets().values() if synset.kind == "noun" and "dog" in dict(synset.words)
    ]
    assert fields == ["05"]
