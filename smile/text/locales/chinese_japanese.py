"""Values in Chinese and Japanese, in English forms."""

from decimal import Decimal

import regex

from ...caches import cached
from .rewritten_text import DAY_PARTS, MONTHS, SCALES, LocaleWords, RewrittenText, day_part, rewritten_clock, words_of

_CJK_DIGITS = {sign: value for value, sign in enumerate("〇一二三四五六七八九")} | {"两": 2, "兩": 2, "零": 0}
_CJK_TENS = {"十": 10, "百": 100, "千": 1000}
_CJK_SCALES = {"万": 4, "萬": 4, "亿": 8, "億": 8, "兆": 12}


def rewrite_chinese_japanese(text: RewrittenText, language: str) -> None:
    """Rewrites the values in a Chinese or Japanese text."""
    words = words_of(language)
    text.sub(_ANSWER, lambda match: "yes" if match["yes"] else "no")
    text.sub(_PERCENT, lambda match: f"{_cjk_number(match[1])}%")
    text.sub(_FRACTION, lambda match: f"{_cjk_number(match[2])}/{_cjk_number(match[1])}")
    text.sub(_NUMERALS, lambda match: _cjk_number(match[0]))
    text.sub(_ERA, lambda match: f"{_ERAS[match['era']] + int(match['year'].replace('元', '1'))}")
    text.sub(_SCALED, _cjk_scaled)
    text.sub(_TENTHS, lambda match: f"{Decimal(match[1]) * 10:f}%")
    text.sub(_CJK_DATE, _cjk_date)
    text.sub(_cjk_clock(text, words), _cjk_time)
    units = {**words.english["unit"], **words.english["money"]}
    text.sub(_after_figures(frozenset(units)), lambda match: units[match[0].strip()])
    grammar = words.english["grammar"]
    text.sub(
        _any_cjk_form(frozenset(grammar)),
        lambda match: grammar[match[0]] if _belongs_to_cjk_number(match, grammar[match[0]]) else None,
    )
    text.sub(_FIGURE_RUN, lambda match: match[0])


_N = "〇零一二三四五六七八九十百千两兩"
# A verb alone answers, too: 可以 ("can").
_ANSWER = regex.compile(
    r"^(?:(?P<yes>是的?|对|可以|能|有|会|はい|ええ|そうです)|不是|不可以|不能|没有|不会|不行|不对?|否|いいえ|いや)(?=[,，.;!！]|$)"
)
# The year before the first of an era.
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
_ERA = regex.compile(rf"(?P<era>{'|'.join(_ERAS)})\s?(?P<year>元|\d{{1,2}})(?=\s?年)")
_PERCENT = regex.compile(rf"百分之([{_N}\d]+(?:[.点點][{_N}\d]+)?)")
_FRACTION = regex.compile(rf"([{_N}\d]+)分之([{_N}\d]+)")
# A single character may belong to a word: 一般, 統一.
_NUMERALS = regex.compile(
    rf"(?<=第)[{_N}]+|(?<!\d)[{_N}]+(?=[个個名人位回张張本冊册只隻匹台辆年月日号號点點時时分秒岁歳才周週天块元円公米平千小吨斤キメト件次层階种種万萬亿億兆割%％パか])"
    rf"|[{_N}]*[十百千][{_N}]*(?=[{_N}])[{_N}]+|[〇零一二三四五六七八九]{{3,}}"
)
_SCALED = regex.compile(
    r"(?:\d[\d,]*(?:\.\d+)?\s?(?:[十百千]?(?:万亿|[万萬亿億兆])|千))+(?:\d{1,4}(?![\d.,年月日時点]))?"
)
_SCALED_PART = regex.compile(r"(\d[\d,]*(?:\.\d+)?)\s?([十百千]?)(万亿|[万萬亿億兆]?)")
_TENTHS = regex.compile(r"(\d+(?:\.\d+)?)割")
_CJK_DATE = regex.compile(
    r"(?<![\d.])(?:(?P<y>[12]\d{3})\s?年\s?(?:(?P<m>1[0-2]|0?[1-9])\s?月\s?(?:(?P<d>[0-3]?\d)\s?[日号號])?)?(?!前|间|間)|(?P<m2>1[0-2]|0?[1-9])\s?月\s?(?:(?P<d2>[0-3]?\d)\s?[日号號])?)"
)
_FIGURE_RUN = regex.compile(r"\d[\d.,:/%-]*(?<=[\d%])")


def _cjk_number(numerals: str) -> str:
    """Returns a number in Chinese characters in figures.

    >>> _cjk_number("一百二十"), _cjk_number("二〇一七"), _cjk_number("三点五"), _cjk_number("24")
    ('120', '2017', '3.5', '24')
    """
    whole, point, decimals = regex.sub("[點点]", ".", numerals).partition(".")
    if not any(tens in whole for tens in _CJK_TENS):
        figures = "".join(str(_CJK_DIGITS.get(sign, sign)) for sign in whole)
    else:
        total, digit = 0, 0
        for sign in whole:
            if sign in _CJK_TENS:
                total, digit = total + (digit or 1) * _CJK_TENS[sign], 0
            else:
                digit = int(_CJK_DIGITS.get(sign, sign))
        figures = str(total + digit)
    return figures + point + "".join(str(_CJK_DIGITS.get(sign, sign)) for sign in decimals)


def _cjk_scaled(match: regex.Match[str]) -> str:
    """Returns a number with scales of four digits, as in 1億2000万, in English scales."""
    value = Decimal(0)
    for part in _SCALED_PART.finditer(match[0]):
        zeros = sum(_CJK_SCALES[scale] for scale in part[3])
        value += Decimal(part[1].replace(",", "")) * _CJK_TENS.get(part[2], 1) * 10**zeros
    for name, zeros in SCALES.items():
        if value >= 10**zeros:
            return f"{(value / 10**zeros).normalize():f} {name}"
    return f"{value:f}"


def _cjk_date(match: regex.Match[str]) -> str:
    year, month, day = match["y"], match["m"] or match["m2"], match["d"] or match["d2"]
    parts = (day and str(int(day)), month and MONTHS[int(month) - 1], year)
    return " ".join(filter(None, parts))


@cached()
def _cjk_clock_of(parts: tuple[str, ...]) -> regex.Pattern[str]:
    named = "|".join(f"(?P<{name}>{forms})" for name, forms in zip(DAY_PARTS, parts, strict=True))
    return regex.compile(
        rf"(?:({named})\s?)?(?<![\d.])(?P<h>[01]?\d|2[0-4])(?:\s?[点點时時](?!間|间)\s?(?:(?P<half>半)|(?P<quarter>一刻)|(?P<m>[0-5]?\d)\s?分)?|(?P<colon>:[0-5]\d))"
    )


def _cjk_clock(text: RewrittenText, words: LocaleWords) -> regex.Pattern[str]:
    return _cjk_clock_of(tuple(words.any_of(part) for part in DAY_PARTS))


def _cjk_time(match: regex.Match[str]) -> str:
    minutes = 30 if match["half"] else 15 if match["quarter"] else int(match["m"] or (match["colon"] or ":0")[1:])
    part = day_part(match)
    if part is None and (match["m"] or match["colon"]):
        part = "am"  # the hours are counted to 24
    return rewritten_clock(60 * int(match["h"]) + minutes, part)


# Of these, only what stands beside a number is meant: 契約 has no "about", 軽減 has no "fell".
_BOUNDS = frozenset(("more than", "less than", "at least", "at most", "up to", "about", "from", "to", "per"))


def _belongs_to_cjk_number(match: regex.Match[str], english: str) -> bool:
    before, after = (
        match.string[max(0, match.start() - 12) : match.start()],
        match.string[match.end() : match.end() + 2],
    )
    if len(match[0]) == 1:
        before = before.rstrip()[-1:].replace("%", "0")
    return (len(match[0]) > 1 and english not in _BOUNDS) or any(map(str.isdigit, before + after))


@cached()
def _after_figures(forms: frozenset[str]) -> regex.Pattern[str]:
    listed = "|".join(sorted(map(regex.escape, forms), key=len, reverse=True))
    return regex.compile(rf"(?<=\d|\d (?:thousand|(?:m|b|tr)illion))\s?(?:{listed})")


@cached()
def _any_cjk_form(forms: frozenset[str]) -> regex.Pattern[str]:
    return regex.compile("|".join(sorted(map(regex.escape, forms), key=len, reverse=True)))
