"""The core of an answer: the words that the question does not have."""

from ..caches import cached
from ..lazy_patterns import lazy_re
from ..text.clauses import SENTENCE_END, english_function_words
from ..text.lemmas import dictionary_form

# A word with its signs: "Al-Anon", "3.14", "L'Abner", "$5", "71%".
_WORD = lazy_re(r"[$€£¥.-]?[^\W_]+(?:['’.,-][^\W_]+)*[%°]?")


def answer_core(answer: str, question: str, language: str) -> str:
    """Returns the words of an answer's first sentence that its question does not have, without function words around.

    Two sentences that repeat the question look similar whatever they answer; their cores do not.

    >>> answer_core("The voice was dubbed by Frank Oz. He is a puppeteer.", "Who dubbed the voice?", "en")
    'Frank Oz'
    >>> answer_core("July 4, 1776", "When was it signed?", "en")
    'July 4, 1776'
    """
    first = SENTENCE_END.split(answer.strip(), maxsplit=1)[0]
    asked = {_lemma_of_word(word, language) for word in _WORD.findall(question)}
    found = [(word, _lemma_of_word(word[0], language) in asked) for word in _WORD.finditer(first)]
    is_content = [not is_asked and word[0].lower() not in english_function_words() for word, is_asked in found]
    if True not in is_content:
        return ""
    start, end = is_content.index(True), len(is_content) - is_content[::-1].index(True)
    core, after = "", 0
    for i, (word, is_asked) in enumerate(found[start:end], start):
        if is_asked:
            continue
        if core:  # what stands between two neighbours, such as a comma, stays
            core += first[found[i - 1][0].end() : word.start()] if after == i else " "
        core, after = core + word[0], i + 1
    return core if core.count("(") == core.count(")") else core.partition("(")[0].rstrip()


@cached(2**16)
def _lemma_of_word(word: str, language: str) -> str:
    return dictionary_form(word.lower().removesuffix("'s").removesuffix("’s"), language)
