"""Finds negations in texts, and answers that refuse, by lists of words for each language."""

import regex

# Negations by language; "No. 5" is a number.
_NEGATIONS = {
    "en": r"\b(?:not|no(?!\.? ?\d)|never|none|nobody|nothing|nowhere|neither|nor|without|cannot)\b|n['\u2019]t\b",
    "de": r"\b(?:nicht|nie|niemals|niemand|nichts|nirgends|weder|ohne|kein(?:e[mnrs]?)?)\b",
    "es": r"\b(?:no|nunca|jamás|nadie|nada|ningun[oa]?s?|ningún|tampoco|sin|ni)\b",
    "fr": r"\b(?:ne|non|pas|jamais|rien|personne|aucune?|sans|ni)\b|\bn['\u2019]",
    "zh": r"不|没|沒|无|無|未|非|否|别|勿",
}

# Refusals by language.
_REFUSALS = {
    "en": (
        r"\b(?:i|we) (?:really |still |actually )?(?:do not|don['\u2019]t|did not|didn['\u2019]t) (?:know|have)\b"
        r"|\b(?:i|we)(?: am|['\u2019]m| are|['\u2019]re) (?:not |un)(?:sure|able|aware|certain)\b"
        r"|\b(?:i|we) (?:can ?not|can['\u2019]t|could not|couldn['\u2019]t) "
        r"(?:answer|find|say|tell|provide|determine|verify|give|help (?:you|with))\b"
        r"|\bas an? (?:ai|(?:large )?language model)\b|^\W*(?:i['\u2019]m |i am )?sorry\b"
        r"|\b(?:no|not enough|insufficient) (?:available |relevant |reliable |specific )?(?:information|data)\b"
        r"|\bit is (?:not (?:known|clear|specified)|unclear|unknown|impossible to)\b|\bunanswerable\b"
        r"|\bcan(?: ?not|['\u2019]t) be (?:answered|determined|verified)\b"
        r"|^\W*(?:unknown|n/a|not (?:known|sure|applicable)|idk|no idea)\W*$"
    ),
    "de": (
        r"\bich weiß (?:es |das )?nicht\b|\bkann ich nicht (?:sagen|beantworten)\b|\bkann (?:diese|die) frage nicht\b"
        r"|\bkeine (?:angaben|informationen)\b|^\W*unbekannt\W*$"
    ),
    "es": (
        r"\bno (?:lo )?sé\b|\bno puedo (?:responder|contestar|decir)\b|\bno (?:hay|tengo) (?:información|datos)\b"
        r"|^\W*(?:lo siento|desconocid[oa]\W*$)"
    ),
    "fr": (
        r"\bje ne (?:le )?sais pas\b|\bje ne peux pas (?:répondre|dire)\b"
        r"|\b(?:pas|aucune) (?:d['\u2019])?informations?\b"
        r"|^\W*(?:désolée?\b|inconnue?\W*$)"
    ),
    "zh": (
        r"不知道|不清楚|无法(?:回答|确定|提供)|不能回答|没有(?:相关)?(?:信息|资料)|抱歉"
        r"|作为(?:一个)?(?:人工智能|AI|语言模型)"
    ),
}


def word_list(language: str) -> str:
    """Returns the language of the lists that are used for a language: English if it has none of its own."""
    return language if language in _NEGATIONS else "en"


def denies(text: str, language: str = "en") -> bool:
    """Returns whether a text contains a negation.

    >>> denies("It isn't in Paris."), denies("It is at No. 5.")
    (True, False)
    """
    return _pattern(_NEGATIONS, language).search(text) is not None


def is_refusal(answer: str, language: str = "en") -> bool:
    """Returns whether an answer refuses: it does not know, or will not say.

    >>> is_refusal("Sorry, I cannot answer that."), is_refusal("It is not known."), is_refusal("No, it is in Paris.")
    (True, True, False)
    """
    return _pattern(_REFUSALS, language).search(answer) is not None


def _pattern(of_language: dict[str, str], language: str) -> regex.Pattern[str]:
    return regex.compile(of_language[word_list(language)], regex.IGNORECASE)
