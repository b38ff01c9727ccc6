"""Values in languages with spaces between words, in English forms."""

from collections.abc import Iterator
from difflib import SequenceMatcher

import regex
from text_to_num import alpha2digit

from ...caches import cached
from ..clauses import Span
from ..languages import DECIMAL_COMMA_LANGUAGES, NUMBER_WORD_LANGUAGES
from ..values.amounts.units import units_named
from .rewritten_text import (
    BEFORE,
    DAY_PARTS,
    MONTHS,
    PAST,
    WORD,
    LocaleWords,
    Piece,
    RewrittenText,
    day_part,
    form_key,
    rewritten_clock,
    words_of,
)

_MARK = "q"  # makes no word of a word
_JOINS_WORDS = regex.compile(r"[ .\u00a0'-]{1,3}")
_AFTER_NUMBER = regex.compile(r"\d(?:\)?| (?:thousand|(?:m|b|tr)illion)(?: d[ei']| d')?)[ -]?$")
_NEAR = 24
_MOST_WORDS = 4


# "14 Uhr" and "14 uur" are times; "14 heures" and "14 horas" may be hours.
_ALWAYS_CLOCK = frozenset(("de", "nl"))


def rewrite_spaced_language(text: RewrittenText, language: str) -> None:
    """Rewrites the values of a text of a language with spaces between words."""
    words = words_of(language)
    patterns = _patterns_of_language(language)
    text.sub(_LABEL, lambda _: "")
    is_comma = language in DECIMAL_COMMA_LANGUAGES
    text.sub(patterns["date"], _spaced_language_numeric_date)
    text.sub(patterns["clock"], lambda match: _spaced_language_time(match, language))
    text.sub(_NUMBER, lambda match: _number_with_decimal_comma(match[0]) if is_comma else None)
    text.sub(patterns["percent"], lambda _: "percent")
    text.sub(patterns["cents"], lambda _: "cents")
    text.sub(patterns["scale"], lambda match: words.english["scale"][form_key(match["scale"])])
    text.put(
        _spelled_numerals(text, language)
        if language in NUMBER_WORD_LANGUAGES
        else _added_numerals(text, words.english["number"])
    )
    text.sub(patterns["scale"], lambda match: words.english["scale"][form_key(match["scale"])])
    hours = words.english["hour"]
    text.put(
        (*match.span("h"), f"{hours[form_key(match['h'])][5:]}:00") for match in patterns["hour"].finditer(text.text)
    )
    text.sub(
        patterns["to"],
        lambda match: rewritten_clock(
            60 * int(match["h"]) + BEFORE[words.english["time"][form_key(match["to"])]], day_part(match)
        ),
    )
    text.sub(patterns["clock"], lambda match: _spaced_language_time(match, language))
    text.sub(patterns["month"], lambda match: _spaced_language_month_date(match, words))
    text.sub(_YEAR, lambda match: match["y"])
    text.sub(patterns["and a half"], lambda match: f"{match['n']}.5")
    for match in reversed(list(patterns["half after"].finditer(text.text))):
        text.put([(*match.span("n"), f"{match['n']}.5"), (*match.span("half"), "")])
    text.put(_translated_phrases(text, words))
    text.put(_mark_other_words(text, words))
    text.sub(_AND_CENTS, lambda match: f"{match['whole']}.{match['cents']:0>2} {match['of']}", is_final=True)


_LABEL = regex.compile(r"^A:\s")  # "Q: ... A: ..."
_TWO = r"(?<![\d.,:])(?:2[0-4]|[01]?\d)(?!\d)"
_SIXTY = r"[0-5]\d(?!\d|,\d)"
_YEAR = regex.compile(r"(?<![\d.,])(?P<y>[12]\d{3})\s?(?:года|году|год|г\.|roku|rok\b|r\.)")
_AND_CENTS = regex.compile(
    r"(?<![\d.,])(?P<whole>\d+) (?P<of>[A-Z]{3}|€|dollars|francs|reais)(?:,? and|,? with| the)?"
    r" (?P<cents>\d\d?) cents(?: of [A-Z]{3})?\b"
)
_NUMBER = regex.compile(
    r"(?<![\d.,:\p{L}-])\d{1,3}(?:(?P<group>[. '])\d{3})(?:(?P=group)\d{3})*(?:,\d+)?(?![\d.,]\d|\d)"
    r"|(?<![\d.,:])\d+,\d+(?!,?\d)"
)


@cached()
def _patterns_of_language(language: str) -> dict[str, regex.Pattern[str]]:
    words = words_of(language)
    parts = "|".join(rf"(?P<{part}>{words.any_of(part)})" for part in DAY_PARTS)
    part = rf"(?:,?\s?(?:{parts})(?![\p{{L}}]))?"
    past = "|".join(f"(?P<{kind.replace(' ', '_')}>{words.any_of(kind)})" for kind in PAST)
    o_clock, at, at_o_clock = (words.any_of(each) for each in ("o'clock", "at", "at o'clock"))
    months = "|".join(sorted(map(regex.escape, words.english["month"]), key=len, reverse=True))
    long = "|".join(
        sorted((regex.escape(name) for name in words.english["month"] if len(name) > 3), key=len, reverse=True)
    )
    scales = "|".join(sorted((regex.escape(name) for name in words.english["scale"]), key=len, reverse=True))
    found = {
        "date": r"(?<![\d.,/-])(?P<d>[0-3]?\d)(?P<sep>[./-])\s?(?P<m>[01]?\d)(?P=sep)\s?"
        r"(?P<y>\d{4}|\d\d)(?![\d/-]|[.,]\d)",
        "clock": rf"(?:(?<!\p{{L}})(?:(?P<at>{at})|(?P<at_o>{at_o_clock}))\s)?(?P<h>{_TWO})"
        rf"(?:(?P<sign>[:.h]|\sh\s)(?P<m>{_SIXTY}))?"
        rf"(?:\s?(?P<o>{o_clock})(?!\p{{L}})(?:\s(?P<m2>{_SIXTY})(?!\s?\p{{L}}|\s?[%€$]))?)?(?:\s(?:{past})(?!\p{{L}}))?{part}",
        "scale": rf"(?<=\d)\s?(?P<scale>{scales})\.?(?!\p{{L}})(?:\sd(?:[ei]\s|'))?",
        "percent": rf"(?<=[\p{{L}}\d]\s)(?:{words.any_of('percent')})(?!\p{{L}})",
        "and a half": rf"(?<![\d.,])(?P<n>\d{{1,3}})\s?(?:{words.any_of('and a half')})(?!\p{{L}})",
        "half after": rf"(?<![\d.,:])(?P<n>\d{{1,3}})\s\p{{L}}{{3,}}"
        rf"(?P<half>\s(?:{words.any_of('half after')}))(?!\p{{L}})",
        "cents": rf"(?<=\d\s)(?:{words.any_of('cents')})(?!\p{{L}})",
        "hour": rf"(?<!\p{{L}})(?P<at>(?:{at}|{at_o_clock}|{words.any_of(*BEFORE)})\s)"
        rf"(?P<h>{'|'.join(words.english['hour']) or '(?!)'})(?!\p{{L}})",
        "to": rf"(?<!\p{{L}})(?P<to>{words.any_of(*BEFORE)})\s(?P<h>{_TWO})(?::00)?"
        rf"(?:\s(?:{o_clock})(?!\p{{L}}))?{part}",
        "month": rf"(?:(?<!\d|\d[.,])(?P<d>[0-3]?\d)(?:\.|er|º|ª|°|-?го|-?е)?\s?(?:de\s|d'|di\s)?"
        rf"(?:\p{{L}}+(?: \p{{L}}+)?/)?(?P<of>{months})(?!\p{{L}})\.?"
        rf"|(?<!\p{{L}})(?P<alone>{months})(?!\p{{L}})\.?(?=\s(?:de\s|del\s)?\d{{4}})|(?<!\p{{L}})(?P<word>{long})(?!\p{{L}}))"
        r"(?:,?\s?(?:de\s|del\s|d')?(?P<y>\d{4})(?!\d))?(?:\s(?:года|году|г\.|roku|r\.))?",
    }
    return {name: regex.compile(source, regex.IGNORECASE) for name, source in found.items()}


def _spaced_language_numeric_date(match: regex.Match[str]) -> str | None:
    day, month, year = int(match["d"]), int(match["m"]), match["y"]
    if not (1 <= day <= 31 and 1 <= month <= 12) or (len(year) == 2 and match["sep"] == "-"):
        return None
    return f"{day} {MONTHS[month - 1]} {year if len(year) == 4 else ('19' if int(year) > 40 else '20') + year}"


def _spaced_language_month_date(match: regex.Match[str], words: LocaleWords) -> str:
    name = words.english["month"][form_key(match["of"] or match["alone"] or match["word"])]
    return " ".join(filter(None, (match["d"] and str(int(match["d"])), name, match["y"])))


def _spaced_language_time(match: regex.Match[str], language: str) -> str | None:
    past = next((minutes for kind, minutes in PAST.items() if match[kind.replace(" ", "_")]), None)
    part, minutes = day_part(match), match["m"] or match["m2"]
    is_said = past is not None or part or match["m2"] or (match["o"] and (match["m"] or language in _ALWAYS_CLOCK))
    is_said = is_said or match["at"] or (match["at_o"] and match["o"]) or (match["sign"] or "").strip() == "h"
    if not is_said:
        return None
    if match["m"] and part is None and past is None and language != "ar":
        part = "am"  # the hours are counted to 24
    at = match["at_o"] + " " if match["at_o"] and not match["o"] else ""
    return at + rewritten_clock(60 * int(match["h"]) + int(minutes or 0) + (past or 0), part)


def _number_with_decimal_comma(token: str) -> str:
    """Returns a number of a language with decimal commas as English writes it."""
    whole, _, decimals = token.partition(",")
    whole = regex.sub(r"\D", "", whole)
    return f"{int(whole):,}" + (f".{decimals}" if decimals else "")


def _spelled_numerals(text: RewrittenText, language: str) -> Iterator[Piece]:
    """Yields the numbers in words as text2num reads them; in these languages "one" is the article, too."""
    tokens = [(token.start(), token.end()) for token in _TOKEN.finditer(text.text)]
    pieces: list[list[Span]] = [[]]
    for start, stop in tokens:
        if any(text.is_done[start:stop]):
            pieces.append([])
        else:
            pieces[-1].append((start, stop))
    for piece in filter(None, pieces):
        before = [text.text[start:stop] for start, stop in piece]
        after = alpha2digit(" ".join(before), language, 1.5).split()
        if before == after:
            continue
        for kind, first, last, begin, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind == "replace":
                yield piece[first][0], piece[last - 1][1], " ".join(after[begin:end])


_TOKEN = regex.compile(r"\S+")


def _added_numerals(text: RewrittenText, numbers: dict[str, str]) -> Iterator[Piece]:
    """Yields the numbers in words of languages that text2num does not read: their words add up."""
    run: list[tuple[int, int, int]] = []
    for word in [*WORD.finditer(text.text), None]:
        small = "" if word is None else word[0].lower()
        value = numbers.get(small)
        if value is None and run and small.startswith("و"):
            value = numbers.get(small[1:])
        is_next = not run or (word is not None and text.text[run[-1][1] : word.start()].isspace())
        if run and (value is None or not is_next):
            total = current = 0
            for _, _, each in run:
                total, current = (total + (current or 1) * each, 0) if each >= 1000 else (total, current + each)
            if total + current > 1:
                yield run[0][0], run[-1][1], str(total + current)
            run = []
        if word is not None and value is not None:
            run.append((word.start(), word.end(), int(value)))


def _translated_phrases(text: RewrittenText, words: LocaleWords) -> Iterator[Piece]:
    found = list(WORD.finditer(text.text))
    keys = [form_key(word[0]) for word in found]
    reached, last = 0, ("", 0)
    for i, word in enumerate(found):
        if word.start() < reached or text.is_done[word.start()]:
            continue
        for n in range(min(_MOST_WORDS, len(found) - i), 0, -1):
            stop = found[i + n - 1].end()
            joints = [text.text[found[k].end() : found[k + 1].start()] for k in range(i, i + n - 1)]
            if not all(map(_JOINS_WORDS.fullmatch, joints)):
                continue
            english = _english_of_phrase(" ".join(keys[i : i + n]), text.text, word.start(), stop, words, last)
            if english is not None:
                yield word.start(), stop, english
                reached, last = stop, (english, stop)
                break


def _english_of_phrase(
    key: str, text: str, start: int, stop: int, words: LocaleWords, last: tuple[str, int]
) -> str | None:
    """Returns the English of a phrase at a place in a text; None to leave it."""
    before = text[max(0, start - _NEAR) : start]
    follows_per = (last[0] == "per" and not text[last[1] : start].strip()) or before.rstrip().endswith("/")
    unit = words.english["money"].get(key) or words.english["unit"].get(key)
    if unit is not None:
        if _AFTER_NUMBER.search(before) or last == (unit, start):
            return unit
        if follows_per:
            return unit.removesuffix("s")
    if day := words.english["day"].get(key) if len(key) > 3 else None:
        return day
    english = words.english["grammar"].get(key)
    if english in ("yes", "no"):
        is_answer = not text[:start].strip(" \"'¡") and (not text[stop:].strip() or text[stop:].lstrip()[0] in ",.;:!-")
        return english if is_answer else "not" if english == "no" else None
    if english == "per" and (last[1] != start - 1 or last[0] in words.grammar) and not _AFTER_VALUE.search(before):
        return None
    if english is not None and english.startswith(("per ", "quarterly")):
        near = before + text[stop : stop + _NEAR]
        return english if any(map(str.isdigit, near)) else None
    return "no" if english == "none of" else english


_AFTER_VALUE = regex.compile(r"[\d\p{Sc}%] $")


def _mark_other_words(text: RewrittenText, words: LocaleWords) -> Iterator[Piece]:
    """Yields the words without a value, each with a mark so that no rule reads it as English."""
    for word in WORD.finditer(text.text):
        start, stop = word.span()
        beside = text.text[max(0, start - 1) : start] + text.text[stop : stop + 1]
        if (
            text.is_done[start]
            or any(map(str.isdigit, beside))
            or (word[0].isupper() and stop - start <= _LONGEST_CODE)
        ):
            continue
        if word[0].lower().rstrip("'") in words.function_words:
            yield start, stop, "The" if word[0][0].isupper() else "the"
        elif word[0].isascii() and not (
            units_named(word[0]) and _AFTER_NUMBER.search(text.text[max(0, start - _NEAR) : start])
        ):
            yield start, stop, word[0] + _MARK


_LONGEST_CODE = 5
