r"""Cleans a text once, before anything reads it: white space, quotes, tokens, HTML, Markdown, LaTeX, courtesies.

An output is cleaned in two steps, because the final answer is found by its lines and its Markdown: `without_tokens`
comes before, `cleaned` after. References, synthetic answers and questions are `cleaned`.
"""

import html
import re
from typing import NamedTuple

from ..caches import cached
from ..lazy_patterns import lazy_re
from .normalization import nfkc
from .values.closed.multiple_choice import question_options

# Most texts have none of this, and stay as they are.
_SIGN = lazy_re(r"[^ -~\n]|[*_`<&\\$#~\]^]")
_AT_START = lazy_re(
    r"[\s\"'(>•+-]|\d\d?[.)] |(?i:assistant|ai|bot|chatbot|model|response|reply):"
    r"|(?:[Ss]ure|[Cc]ertainly|[Aa]bsolutely|[Oo]f course|[Gg]reat|[Gg]ood|[Hh]appy|[Nn]o problem|[Tt]hank)\b"
)
_LINE_SIGN = lazy_re(r" \n|\n[ \n>]")
# Courtesies are the last sentence.
_LONGEST_COURTESY = 120

# White space, and kinds of one sign.
_SPACES = lazy_re(r"[^\S\n]+")
_LINES = lazy_re(r" ?(?:\r\n?|[\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]) ?")
_BLANK_LINES = lazy_re(r"\n{3,}")
_SIGNS = {"\u2019": "'", "\u2018": "'", "\u201b": "'", **dict.fromkeys("“”„‟«»", '"'), "\u2010": "-"}
_DASH = lazy_re(r"(?<=\w)\u2013(?=\w)")
_MAY_BE_FOOTNOTE = lazy_re("[™®℠©†‡¹²³⁴-⁹]")
# "gold™", "Paris¹"; m² is a unit
_FOOTNOTE = lazy_re(r"(?<=\w)[™®℠©†‡]|(?<=[^\W\d_])¹(?!\w)|(\b[A-Z][a-z]{3,})[²³⁴-⁹]+(?!\w)")

# Tokens that end a turn: what follows is another turn, unless nothing but tokens stands before.
_OPENS = r"(?:<\|im_start\|>|<start_of_turn>|<\|start_header_id\|>)"
_END_OF_TURN = lazy_re(
    r"<\|(?:im_end|eot_id|eot|endoftext|end_of_text|end|eom_id|return|user|human)\|>|</s>|<(?:eos|end_of_turn)>"
    rf"|{_OPENS}(?:user|human|system)\b|\[INST\]"
)
_ASSISTANT = lazy_re(rf"(?:{_OPENS}(?:assistant|model)\b|<\|assistant\|>)(?:<\|end_header_id\|>)?\s*")
_TOKEN = lazy_re(r"<\|[\w ]{1,30}\|>|</?s>|<(?:eos|bos|pad|unk)>|<(?:end|start)_of_turn>|\[/?INST\]")

_ENTITY = lazy_re(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
_SUPERSCRIPT = lazy_re(r"(?i)(?<=\d)<sup>(-?\d+)</sup>")
_BLOCKS = "p|div|h[1-6]|ul|ol|blockquote|pre|table|tr|section|article|center"
_INLINE = "b|i|u|em|strong|span|code|small|mark|sup|sub|font|a|q|tt|body|html|kbd"
_TAG = lazy_re(rf"(?i)<(/?)(?:({_BLOCKS}|li|td|th)|({_INLINE}))(?:\s[^<>]{{0,300}})?>")
_BREAK = lazy_re(r"(?i)<[bh]r\s?/?>")

_FENCE = lazy_re(r"(?m)^```[^\n`]*\n?|\n?```$")
_LINE_MARK = lazy_re(r"(?m)^(?:#{1,6} +|(?:> ?)+(?! ?[$€£¥]? ?[-+\d.]))")
_LINK = lazy_re(r"!?\[([^\[\]\n]{1,300})\]\(<?(?:https?://|www\.|/|#)[^()\s]{0,500}\)")
_EMPHASIS = (
    lazy_re(r"(?<![A-Za-z\d*])(\*{1,3})(?=[^\s*])([^*\n]{1,1000}?)(?<=[^\s*])\1(?![A-Za-z\d*])"),
    lazy_re(r"(?<!\w)(_{1,3})(?=[^\s_])([^\n]{1,1000}?)(?<=[^\s_])\1(?!\w)"),
    lazy_re(r"(?<!`)(`{1,2})(?!`)([^`\n]{1,1000})\1(?!`)"),
    lazy_re(r"(~~)(?=\S)([^~\n]{1,1000}?)(?<=\S)~~"),
)
_BULLET = lazy_re(r"\A[-*+•] +(?=\S)")
# "1." alone; "2. Cut it. 4. Draw it." fills two gaps
_NUMBER = lazy_re(r"\A(?:1[.)] +(?=\S)|\d{1,2}[.)] +(?=[^\W\d]|[\"'$€£¥(]))(?!.*\s\d{1,2}[.)] )")
# "(A)" and "(12)" are labels, "(2, 5)" is a pair, and "($350)" is a loss.
_AROUND = (
    lazy_re(r"\A\"((?:[^\"\n]|(?<=[\s(])\"[^\"\n]+\")+)\"([.!?]?)\Z"),
    lazy_re(r"\A'((?:[^'\n]|(?<=\w)'(?=\w))+)'([.!?]?)\Z"),
    lazy_re(r"\A\((?!\w{1,3}\)|\W*\d[\d.,]*\W*\)|(?!.{40}).*\d[^()\n]*[,;])([^()\n]+)\)([.!?]?)\Z"),
)
# Those that add nothing; 👎 says no, and ♠ is a suit.
_EMOJI = frozenset(map(chr, (*range(0x1F1E6, 0x1F200), *range(0x1F300, 0x1FB00)))).union(
    "✅✔✓☑✨⭐❗❤➡\ufe0f\u200d \n"
) - frozenset("🚫👎")

# Labels, courtesies and sources, which belong to outputs.
_SPEAKER = lazy_re(r"\A(?:\*\*)?(?:assistant|ai|bot|chatbot|model|response|reply)(?:\*\*)?:(?:\*\*)?\s+(?=\S)", re.I)
_GREETING = lazy_re(
    r"\A(?:(?:sure(?: thing)?|certainly|absolutely|of course|no problem|happy to help|(?:great|good) question"
    r"|thank you for (?:your question|asking))(?:!|[.,](?= (?:here|the answer)\b))\s+(?=\S))+",
    re.I,
)
_FAREWELL = lazy_re(
    r"(?<=[\w.!?)\"'*\]])\s+(?:(?:i )?hope (?:this|that|it) (?:helps|answers|clarifies)"
    r"|(?:please )?(?:let me know|feel free to)|(?:is there|do you need) anything else|you're welcome)\b"
    r"[^.!?\n]{0,80}[.!?]*(?:\s*[😊🙂👍])*\s*\Z",
    re.I,
)
_SOURCE = lazy_re(r"\s*(?:\(sources?:[^()\n]{1,200}\)|\[sources?:[^\[\]\n]{1,200}\])", re.I)
# "Paris [1]", "Paris.[1][2]"; not "arr[0]", "option [1]" or "the interval [1, 2]"
_CITATION = lazy_re(
    r"(?<=\S)(?<!\b[oO]ption)(?<!\b[aA]nswer)(?<!\b[cC]hoice)(?<!\b[nN]umber)(?<!\bis) (?:\[\^?\d{1,3}\])+(?!\w)"
    r"|(?<=[.!?,;\")])(?:\[\^?\d{1,3}\])+(?!\w)|(\b[A-Z][^\W\d_]{2,})(?:\[\d{1,3}\])+(?!\w)|【[^】\n]{1,80}】"
)
_YES_NO = lazy_re(r"\W*(?:yes|no|true|false)\b", re.I)

# LaTeX of short answers.
_LONGEST_LATEX = 400
# Groups are opened from within, one depth at a step.
_DEEPEST = 8

# "$x$", "$$x$$", "\(x\)", "\[x\]"; as in Markdown, "$5 and $10" is no formula
_FORMULA = lazy_re(r"\$\$([^$]+)\$\$|\$(?=[^\s$])([^$]*[^\s$])\$(?!\d)|\\\((.+?)\\\)|\\\[(.+?)\\\]", re.DOTALL)
# "^\circ", "^{\circ}", "\degree"
_DEGREES = lazy_re(r"\s*\^\s*(?:\{\s*\\circ\s*\}|\\circ(?![a-z]))|\\degree(?![a-z])")
# "\text{km}", "\mathrm{H}", "\boxed{5}"
_FONT = lazy_re(
    r"\\(?:text(?:bf|it|rm|sf|tt|sc|normal)?|math(?:rm|bf|it|sf|tt|bb|cal)|operatorname\*?|mbox|hbox|emph|f?boxed?|ce"
    r"|underline|overline)\s*\{([^{}]*)\}"
)
# "\frac{1}{2}", "3\tfrac12"
_FRACTION = lazy_re(r"(?:(\d)\s*)?\\[dtc]?frac\s*(?:\{([^{}]*)\}\s*\{([^{}]*)\}|(\d)\s*(\d))")
_ONE = lazy_re(r"\s*(?:-?(?:[\d.,]+|\w)|[A-Z]{2,})\s*")
_SIMPLE = lazy_re(r"\s*[\w.,]+\s*")
_ROOT = lazy_re(r"\\sqrt\s*\{([^{}]*)\}")
# "x^{2}", "H_{2}"
_SCRIPT = lazy_re(r"([\^_])\s*\{([^{}\\]*)\}")
_ESCAPED = lazy_re(r"\\([%$&#_{}])")
_LATEX_SPACE = lazy_re(r"\\[,;:! ]|\\q?quad\b|(?<=\\)~")
_COMMAND = lazy_re(r"\\([A-Za-z]+)")
_LATEX_SIGNS = {
    "times": "×", "cdot": "·", "div": "/", "pm": "±", "pi": "π", "infty": "∞", "approx": "≈", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "to": "→", "rightarrow": "→", "ldots": "...", "dots": "...",
    "mu": "μ", "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ", "sigma": "σ",
    "phi": "φ", "omega": "ω", "Omega": "Ω", "Delta": "Δ", "Sigma": "Σ", "circ": "°", "euro": "€", "pounds": "£",
    "cup": "∪", "left": "", "right": "", "displaystyle": "", ",": "",
}  # fmt: skip


class PartsToKeep(NamedTuple):
    """The parts of a row that cleaning must keep.

    Attributes:
        is_markup: Whether a reference is nothing but markup: the answer is a tag, a token or a sign.
        has_options: Whether the question lists options, so that "(a)", "1." and "[1]" choose one.
        is_closed: Whether a reference says yes or no, so that "Sure!" answers.
        has_link: Whether a reference is or has an address, so that a link counts, and not its text.
        is_english: In other languages "1. Mai" is a date.
    """

    is_markup: bool = False
    has_options: bool = False
    is_closed: bool = False
    has_link: bool = False
    is_english: bool = True


@cached(2**12)
def parts_to_keep(references: tuple[str, ...], question: str | None, language: str) -> PartsToKeep:
    """Returns the parts that cleaning must keep in a row with these references and this question."""
    return PartsToKeep(
        any(not is_clean(text) and not _has_words(_cleaned_text(text, PartsToKeep(), True)) for text in references),
        bool(question) and bool(question_options(question or "")),
        any(map(_YES_NO.match, references)),
        any("://" in text or "www." in text for text in references),
        language == "en",
    )


@cached(2**15)
def is_clean(text: str) -> bool:
    """Returns whether a text needs no cleaning (a quick test; most texts need none)."""
    if not text.isascii() or _SIGN.search(text) or _AT_START.match(text) or "  " in text or text[-1:].isspace():
        return False
    if "\n" in text and _LINE_SIGN.search(text):
        return False
    end = text[-_LONGEST_COURTESY:]
    is_courteous = "hope " in end or "Hope " in end or " know" in end or " free to " in end or " else" in end
    return not (is_courteous or "welcome" in end or ("(" in text and "ource" in text))


@cached(2**14)
def cleaned(text: str, kept: PartsToKeep = PartsToKeep(), *, is_output: bool = False) -> str:  # noqa: B008
    r"""Returns a cleaned text, as scores and rules read it.

    Args:
        text: A final answer, a reference or a question.
        kept: What stays.
        is_output: Whether labels, courtesies and citations are removed, too.

    >>> cleaned("**Paris**\u00a0 (France).\r\n"), cleaned("<p>90&deg;</p>"), cleaned(r"$\frac{1}{2}$")
    ('Paris (France).', '90°', '1/2')
    >>> cleaned("Sure! It is Paris [1]. I hope this helps!", is_output=True)
    'It is Paris.'
    """
    plain = clean_characters(text) or text
    if kept.is_markup:
        return plain
    found = _cleaned_text(text, kept, is_output)
    return found if _has_words(found) else plain


def _cleaned_text(text: str, kept: PartsToKeep, is_output: bool) -> str:
    text = without_tokens(text, kept, is_output=is_output)
    if "\\" in text or "$" in text or "^{" in text:
        text = clean_characters(latex_as_text(text))
    for _ in range(4):
        before, text = text, _without_wrapping_marks(_without_markdown(text, kept), kept)
        if text == before:
            break
        if is_output:
            text = _without_courtesies(text, kept)
    return text


@cached(2**12)
def clean_characters(text: str) -> str:
    r"""Returns a text in NFKC with uniform white space, quotes and hyphens, and without invisible characters.

    >>> clean_characters(" It\u2019s\t\u200bwell\u2011known ")
    "It's well-known"
    """
    if not text.isascii():
        if _MAY_BE_FOOTNOTE.search(text):
            text = _FOOTNOTE.sub(_keep_text_before_tag, text)
        text = nfkc(text)
        for sign, plain in _SIGNS.items():
            # Much faster than `str.translate`.
            text = text.replace(sign, plain)
        if "\u2013" in text:
            text = _DASH.sub("-", text)
    if text.isprintable() and "  " not in text:
        # It has no other white space.
        return text.strip()
    return _BLANK_LINES.sub("\n\n", _LINES.sub("\n", _SPACES.sub(" ", text))).strip()


@cached(2**12)
def without_tokens(text: str, kept: PartsToKeep = PartsToKeep(), *, is_output: bool = False) -> str:  # noqa: B008
    """Returns a unified text without chat-template tokens and HTML; an output also loses its courtesies.

    >>> without_tokens("Paris<|im_end|>"), without_tokens("<p>Tom &amp; Ann</p>"), without_tokens("the <p> tag")
    ('Paris', 'Tom & Ann', 'the <p> tag')
    """
    text = clean_characters(text) or text
    if kept.is_markup or not text:
        return text
    if "<" in text or "[" in text:
        text = _cleaned_first_turn(text)
    if "&" in text and ";" in text:
        text = clean_characters(_ENTITY.sub(lambda entity: html.unescape(entity[0]), text))
    if "<" in text:
        text = clean_characters(_without_tags(text))
    return _without_wrapping_marks(_without_courtesies(text, kept) if is_output else text, kept)


def _cleaned_first_turn(text: str) -> str:
    # gpt-oss writes in channels, of which `final_answer` reads the last.
    if "<|channel|>" in text or not _TOKEN.search(text):
        return text
    if _TOKEN.match(text) and (opening := _ASSISTANT.search(text)):
        text = text[opening.end() :]
    turns = (_TOKEN.sub("", turn) for turn in _END_OF_TURN.split(text))
    return clean_characters(next(filter(_has_words, turns), ""))


def _without_tags(text: str) -> str:
    text = _BREAK.sub("\n", _SUPERSCRIPT.sub(r"^\1", text))
    tags = list(_TAG.finditer(text))
    names = [(tag[2] or tag[3]).lower() for tag in tags]
    # A tag that nothing closes is named: "the <p> tag".
    opened, closed = ({n for n, tag in zip(names, tags, strict=True) if tag[1] == sign} for sign in ("", "/"))
    paired = opened & closed

    def signs(tag: re.Match[str]) -> str:
        name = (tag[2] or tag[3]).lower()
        if name not in paired:
            return tag[0]
        if name == "li":
            return "" if tag[1] else "\n- "
        return " " if name in ("td", "th") else "\n" if tag[2] else ""

    return _TAG.sub(signs, text) if paired else text


def _without_markdown(text: str, kept: PartsToKeep) -> str:
    if "```" in text:
        text = _FENCE.sub("", text).strip()
    if "#" in text or ">" in text:
        text = _LINE_MARK.sub("", text)
    if "](" in text and not kept.has_link:
        text = _LINK.sub(r"\1", text)
    if "*" in text or "_" in text or "`" in text or "~" in text:
        for emphasis in _EMPHASIS:
            text = emphasis.sub(r"\2", text)
    return text


def _without_wrapping_marks(text: str, kept: PartsToKeep) -> str:
    """Returns a text without emoji at its ends, a list marker, and quotes and brackets around all of it."""
    if not text.isascii() and not _EMOJI.isdisjoint(text[0] + text[-1]):
        inner = [place for place, sign in enumerate(text) if sign not in _EMOJI]
        text = text[inner[0] : inner[-1] + 1] if inner else text
    if "\n" not in text:
        text = _BULLET.sub("", text)
        if not kept.has_options and kept.is_english:
            text = _NUMBER.sub("", text)
    if text[:1] in ('"', "'", "("):
        for around in _AROUND[: 2 if kept.has_options else 3]:
            text = around.sub(r"\1\2", text)
    return text


def _without_courtesies(text: str, kept: PartsToKeep) -> str:
    if "[" in text or "【" in text:
        text = _CITATION.sub(_keep_text_before_tag, text)
    if "(" in text or "[" in text:
        text = _SOURCE.sub("", text)
    text = _SPEAKER.sub("", text)
    text = text if kept.is_closed else _GREETING.sub("", text)
    return _FAREWELL.sub("", text).strip()


def _keep_text_before_tag(sign: re.Match[str]) -> str:
    return sign[1] or ""


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def latex_as_text(text: str) -> str:
    r"""Returns a short text with its LaTeX as plain text; other texts stay unchanged.

    >>> latex_as_text(r"$\frac{1}{2}$"), latex_as_text(r"90^\circ \text{C}"), latex_as_text(r"50\%")
    ('1/2', '90° C', '50%')
    >>> latex_as_text("$5 and $10"), latex_as_text(r"C:\new")
    ('$5 and $10', 'C:\\new')
    """
    if len(text) > _LONGEST_LATEX or not ("\\" in text or "$" in text or "^{" in text):
        return text
    plain = _FORMULA.sub(lambda formula: formula[formula.lastindex or 0], text)
    plain = _DEGREES.sub("°", plain.replace("{,}", ","))
    for _ in range(_DEEPEST):
        before = plain
        plain = _FRACTION.sub(_latex_fraction, _FONT.sub(r"\1", plain))
        plain = _SCRIPT.sub(_latex_exponent, _ROOT.sub(lambda root: f"√{_latex_in_parentheses(root[1])}", plain))
        if plain == before:
            break
    plain = _COMMAND.sub(lambda command: _LATEX_SIGNS.get(command[1], command[0]), _LATEX_SPACE.sub(" ", plain))
    plain = _ESCAPED.sub(r"\1", plain)
    if plain == text:
        return text
    return " ".join(plain.split())


def _latex_exponent(match: re.Match[str]) -> str:
    """Returns "x^(2n)" for what would be x²n without the brackets."""
    return match[1] + (match[2] if _ONE.fullmatch(match[2]) else _latex_in_parentheses(match[2]))


def _latex_in_parentheses(text: str) -> str:
    return text if _ONE.fullmatch(text) else f"({text})"


def _latex_fraction(match: re.Match[str]) -> str:
    """Returns "3 1/2" for 3½: without the space it would be 31/2."""
    whole, above, below = match[1], match[2] or match[4] or "", match[3] or match[5] or ""
    parts = [part.strip() if _SIMPLE.fullmatch(part) else f"({part})" for part in (above, below)]
    return (f"{whole} " if whole else "") + "/".join(parts)
