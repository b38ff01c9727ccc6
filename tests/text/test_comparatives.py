from collections.abc import Iterable

import pytest
import simplemma
from _pytest.mark import ParameterSet

from smile.text.comparatives import is_comparative
from smile.text.lemmas import simple_lemma

# Comparatives and superlatives that simplemma 2.0.0 reduces to their base, by language, irregular ones first.
COMPARED = {
    "cs": "nejlepší větší více novější rychleji",
    "cy": "gwell gorau mwy mwyaf uwch tecach",
    "da": "bedre bedst større ældste hurtigere",
    "de": "besser besten mehr größer größten höchste schneller teurer kleinste",
    "el": "καλύτερος χειρότερος άριστος μεγαλύτερος ωραιότατος",
    "en": "best better worse worst oldest bigger largest happier cleverest",
    "enm": "bettre worse yongeste",
    "fa": "بزرگتر",
    "fi": "suurin vanhin suurempi",
    "ga": "fearr measa mó",
    "gd": "fheàrr miosa",
    "grc": "βελτίων ἄριστος σοφώτερος",
    "gv": "share smessey smoo",
    "hbs": "bolji najbolji veći noviji",
    "hu": "jobb legjobb nagyobb legnagyobb",
    "hy": "ամենալավ",
    "id": "terbaik terbesar",
    "is": "betri bestur stærri fljótari",
    "ka": "უკეთესი საუკეთესო უდიდესი",
    "la": "melior optimus maior pulchrior fortissimus",
    "lb": "gréissten",
    "lt": "geresnis geriausias geriau",
    "lv": "labāks vislabākais lielāks",
    "mk": "најдобар подобар",
    "nb": "bedre best større eldst raskere",
    "nl": "beter beste meer grootste groter",
    "nn": "betre større raskare",
    "pl": "lepszy najlepszy większy nowszy lepiej wyższy",
    "pt": "grandíssimo",
    "ru": "лучше лучший хуже больше быстрее сильнейший наилучший",
    "se": "buoret buoremus",
    "sk": "najlepší väčší novší",
    "sl": "boljši najboljši večji starejši",
    "sv": "bättre bäst större äldre snabbare",
    "uk": "новіший",
}

# Languages whose comparatives simplemma leaves as they are; a base comes to them with a word of its own, or not at all.
UNCHANGED = {
    "ar": "أفضل أكبر",
    "ast": "meyor peor",
    "ca": "millor pitjor",
    "es": "mejor peor mayor",
    "et": "parem suurem",
    "fr": "meilleur pire moins",
    "gl": "mellor peor",
    "it": "migliore peggiore ottimo",
}


# Other forms with such endings: nouns, verbs and forms of adjectives, with their lemmas.
OTHERS = {
    "cs": {"psy": "pes"},
    "da": {"lærere": "lærer"},
    "de": {"häuser": "haus", "schöne": "schön", "machst": "machen"},
    "en": {"tested": "test", "teachers": "teacher"},
    "fi": {"talossa": "talo"},
    "fr": {"meilleure": "meilleur"},
    "la": {"filii": "filius"},
    "nl": {"kinderen": "kind"},
    "ru": {"хорошее": "хороший"},
}

# Their dictionaries load at once; those of the other languages take a second or more each.
QUICK = ("de", "en", "es", "fr", "is", "lt", "nl", "nn", "sl")


def languages(table: Iterable[str]) -> list[ParameterSet]:
    """Returns the languages of a table as parameters; those with large dictionaries are slow."""
    return [pytest.param(each, marks=() if each in QUICK else pytest.mark.slow) for each in table]


@pytest.mark.parametrize("language", languages(COMPARED))
def test_a_comparative_keeps_its_form(language: str) -> None:
    words = COMPARED[language].split()
    assert any(simplemma.lemmatize(word, lang=language).lower() != word for word in words)
    assert [simple_lemma(word, language) for word in words] == words
    for word, lemma in OTHERS.get(language, {}).items():
        assert simple_lemma(word, language) == lemma


@pytest.mark.parametrize("language", languages(UNCHANGED))
def test_a_comparative_that_simplemma_keeps_stays(language: str) -> None:
    words = UNCHANGED[language].split()
    assert [simple_lemma(word, language) for word in words] == words


def test_a_form_of_a_comparative_is_a_form_of_it() -> None:
    assert not is_comparative("meilleures", "meilleur", "fr")
    assert not is_comparative("miglior", "migliore", "it")
