"""Made examples from WordNet."""

import pytest

from training.examples.lexical_knowledge import DEBIAN, read_synsets

pytestmark = pytest.mark.skipif(not DEBIAN.exists(), reason="needs Debian's package wordnet-base")


def test_a_word_stands_only_for_what_it_mostly_means() -> None:
    fields = [
        synset.field for synset in read_synsets().values() if synset.kind == "noun" and "dog" in dict(synset.words)
    ]
    assert fields == ["05"]
