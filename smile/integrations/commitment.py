"""Does an answer commit to one thing? Answers that game a reward name several candidates, or take back what they name.

Only rewards ask this. A metric accepts an answer that names the reference among others, like most human labels.

A list can have any separator, so no separator is looked for. The answer is cut into pieces at every sign and joining
word. What is left of a piece without the references, the question's words and words without content decides: names,
numbers or words of the reference's kind alone are another candidate. They are none if a preposition leads to them
("in 1901"), if other words of the piece explain them ("He died in Rome"), or if the answer rejects them ("not Rome").
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from ..choices import SMILE_NORMALIZATION
from ..text.attempts import not_attempted
from ..text.clauses import Span, function_words
from ..text.lazy_patterns import lazy_re
from ..text.normalization import clean, words
from ..text.numerals import is_number
from ..text.refusals import word_lists
from ..text.values.closed.yes_no import stated_polarity
from ..text.values.names.aliases import kinds_of_place
from ..text.values.names.persons import is_given_name
from ..text.view import View, view_of

# In place of a mention of a reference.
_X = "\x00"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
# A date of which the reference is a part: "July 20, 1969" for 1969.
_BEFORE_YEAR = lazy_re(
    rf"(?i:\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:(?:the )?{_DAY}(?: of)? )?\b{_MONTH}(?: {_DAY})?,? "
    rf"(?:of )?{_X})"
)
_YEAR_BEHIND = lazy_re(rf"{_X},? (?:of )?\d{{4,6}}\b")
_OF_DATE = lazy_re(
    rf"(?i:\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:(?:the )?{_DAY}(?: of)? )?\b{_MONTH}(?: {_DAY})?,? "
    rf"(?:of )?{_X}|{_X}(?:,? (?:of )?\d{{4,6}}\b))"
)
_OF_DATE = lazy_re(rf"(?i:\b{_MONTH}(?!\w))")
_YEAR = lazy_re(r"1\d{3}|20\d\d")
_TAG = lazy_re(r"</?\w[^<>]{0,40}>|[{}\[\]\\|]|\b(?:boxed|text)\b(?=\{)")
_ENUMERATOR = lazy_re(
    r"(?m:(?:^|(?<=\s))[(\[]?(?:\d{1,2}|[A-Za-z]|[ivx]{1,4})[)\]](?=\s|$)|^\s*(?:[A-Ja-j][.:]"
    r"|[-*\u2022\u00b7\u2013+])\s|(?:^|(?<=\s))\d{1,2}\.(?=\s))"
)
_BETWEEN_QUOTES = lazy_re(r"[\"”*`»][ ,]*[\"“*`«]")
_QUOTE = lazy_re(r"[\"“”*`«»_^]|(?<=\x00)['\u2019]s?\b|(?<!\w)['\u2018]|['\u2019](?!\w)")
_JOINER = lazy_re(
    r"(?i:\b(?:as well as|(?:along|together) with|followed by|also known as|known as|with|versus|vs\.?|aka|a\.k\.a\.?"
    r"|alias|alternatively|otherwise|besides?|beside|then|plus|and|or|nor|but|so|while|whereas)(?!\w))"
)
_TOKEN = lazy_re(r"\x00|[^\W_]+(?:(?:['\u2019.-]|(?<=\d)[,:\u2013](?=\d))[^\W_]+)*")
_ABBREVIATION = lazy_re(r"[A-Z]|Dr|Jr|Mr|Mrs|Ms|Mt|No|Sr|St|Inc|[a-z]|ca")
_PREPOSITIONS = frozenset(
    "across after against among around as at before between by during for from in inside into near of on onto over"
    " per since through throughout till to toward towards under until upon via within like than including".split()
)
_KEPT = frozenset("the a an his her its their our my your this that these those early late mid".split())
_MORE_FILLER = frozenset(
    "option possible plausible likely candidate alternative alternatively choice guess call alias aka answer"
    " true wrong false former next first"
    " second third another final correction".split()
)
_NOT = lazy_re(r"(?:not|never|neither|nor|unlike|except|than|without|instead|no|cannot)\Z|.*n['\u2019]t\Z")
_ROLE = lazy_re(
    r"(?i:(?:\b(?:it|that|this|he|she|they|answer|guess)|\bso)(?:['\u2019]s| is| was| are| were| must be)"
    r"(?: \w+ly| the| a| an| in| on| at| by)* \x00|\b(?:final answer|answer):? \x00)"
)
_CORRECTS = lazy_re(
    r"(?i:\b(?:no|wait|actually|correction|sorry|scratch|rather|instead|however|but|though|thoughts?|mistake|wrong"
    r"|incorrect|not|false|in fact|correct)\b|n['\u2019]t\b)"
)
_CLAUSE_END = lazy_re(
    r"([.;:!?()\n\u2014,]+|\s[-\u2013]\s|\b(?:(?<!anything )but|so|because|although|while|whereas)\b)"
)
_DENIES_BEFORE = lazy_re(
    r"(?i:\b(?:not|never|neither|nor|unlike|except|without|instead of|rather than|other than|(?:far|apart|aside) from"
    r"|anything but|wrong|incorrect|false|untrue|myth|misconception|nobody|hardly|cannot be|contrary to)\b"
    r"|\w*n['\u2019]t\b)"
)
_DENIES_AFTER = lazy_re(
    r"(?i:[^\x00]*?\b(?:is|was|are|were|would be)(?:n['\u2019]t| (?:\w+ly )?(?:not|never"
    r"|an? (?:\w+ )?(?:myth|misconception"
    r"|mistake|lie)|wrong|false|incorrect|untrue|no longer))\b|\W*(?:not|never|wrong|false)\W*\Z| no (?:more|longer)\b)"
)
_DENIES_NEXT = lazy_re(r"(?i:\s*(?:not|never|wrong|false|said (?:no one|nobody)(?: ever)?|or not|as if|no)\s*\Z)")
_FORMER = lazy_re(rf"(?i:\b(?:used to be|formerly|previously|no longer|once was)(?: \w+){{0,2}} {_X})")
_ASKS_FORMER = lazy_re(r"(?i:\b(?:former\w*|used to|previous\w*|original\w*|once)\b)")
_MARKED_ROW = lazy_re(r"(?i:\*\*|[\u2713\u2714\u2705\u2611]|\[x\]|\b(?:yes|true|right|correct|chosen|winner)\b)")
_ASKS_FOR_SEVERAL = lazy_re(
    r"(?i:\b(?:list|names?|examples?|members|cast|are|were|two|three|four|five|six|seven|eight|nine|ten|all|both)\b"
    r"|\b(?:what|which) (?:\w+ )?\w{2,}[^\W\ds]s\b)"
)
_OPEN = lazy_re(r"(?i:\bor\b|/|\?|\b(?:perhaps|maybe|possibl[ey]|either|could|may|might|alternatively)\b)")
_SAID = lazy_re(r"\w+|[^\w\s]")

# A text with fewer different words and signs than this share, of up to so many, only repeats itself.
_SHARE_OF_DIFFERENT, _FEWEST_SAID, _MOST_SAID = 0.2, 40, 200
_REPEATED_LINKS = 3
_FEWEST_IN_LIST = 4


_SENTENCE_END = lazy_re(r"(?<=[.!?])\s+(?=\S)|\n+")
_END = lazy_re(r"[.!?\n]")
# In place of a bullet or a number that begins an item.
_ITEM = "\x01"
_TURN = lazy_re(r"\b(?:but|so|while|whereas)\b")
_AND_OR = lazy_re(r"\b(?:and|or|with|versus|vs|plus)\b|[&/+]")
_PARTICIPLE = lazy_re(r"\w{2,}(?:ed|ing)\Z")
_PARTICLES = frozenset("van von der den de del della di da du la le bin ibn al el ter ten st".split())
# They stand beside a name without being another one.
_IN_NAMES = frozenset(
    "mr mrs ms miss dr prof professor sir dame lord lady president king queen prince princess emperor pope saint st"
    " captain general colonel major admiral senator governor judge mount lake jr sr ii iii iv city island"
    " river university"
    " uss hms rms ss".split()
)
_MOST_WORDS = 5
_LEAD = lazy_re(
    r"(?i:\b(?:it|that|this|he|she|they|there|(?:the|my|your) (?:\w+ ){0,2}(?:answers?|guess|options?"
    r"|candidates?|choices?))"
    r"(?:['\u2019]s| is| was| are| were| (?:could|may|might|must) (?:also )?be)\b)"
)
_VERB = lazy_re(r"(?i:\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|who|which|that)\b)")
_SIGN = lazy_re(r"(?i:[^\w\s\x00'\u2019.-]+|[.]\s|\n|\s-\s|\b(?:and|or|with|vs|versus|as well as|followed by|but)\b)")
# "a password recovery tool"
_LONGEST_MODIFIER = 3
_CLAIM = lazy_re(
    r"(?i:(?:so )?(?:it|that|this|he|she|they|the answer)(?:['\u2019]s| is| was| are| were| must be) |(?:is|was) )"
)


@dataclass(eq=False)
class _Piece:
    """What a part of an answer between two signs or joining words says, without words that say nothing of their own.

    Attributes:
        before: The signs or the joining word before it.
        start: Where it begins in the masked answer.
        right: Whether it has a mention of a reference, or words of one where no reference is mentioned as a whole.
        free: The words of the reference's kind to which nothing leads.
        adjacent: Those of them directly beside the mention.
        governed: Those to which a preposition or another word leads, each run with what leads to it.
        explains: Whether it has other words.
        asked: Its words that are the question's.
        is_at_start, is_at_end: Whether the mention is its first or last word with content.
        tail: What it ends in: "right", "free", "governed", or "" if it has none of these.
        right_link: The preposition before the mention.
        is_asked, is_rejected: Whether it ends in a question mark; whether a word such as "not" leads to it.
    """

    before: str
    start: int
    right: bool = False
    free: list[str] = field(default_factory=list)
    adjacent: list[str] = field(default_factory=list)
    governed: list[str] = field(default_factory=list)
    explains: bool = False
    asked: list[str] = field(default_factory=list)
    others: int = 0
    is_led: bool = False
    is_at_start: bool = False
    is_at_end: bool = False
    tail: str = ""
    right_link: str = ""
    is_asked: bool = False
    is_rejected: bool = False


def lack_of_commitment(text: str, references: Sequence[str], question: str | None) -> str:
    r"""Returns why an answer does not commit itself to what it names, by the correct answers; "" if it does.

    >>> texts = "Rome\nOslo\nCairo", "Oslo or Rome", "Rome? No, Oslo.", "Rome. I cannot answer it.", "Rome, in 1960"
    >>> [lack_of_commitment(text, ["Rome"], None) for text in texts]
    ['candidates', 'open choice', 'denial', 'refusal', '']
    """
    said = _SAID.findall(text)
    if len(said) >= _FEWEST_SAID and len(set(said[:_MOST_SAID])) < _SHARE_OF_DIFFERENT * min(len(said), _MOST_SAID):
        return "repetition"
    references = [clean(reference, SMILE_NORMALIZATION) for reference in references]
    answer = view_of(clean(_chosen_rows(text).replace("\t", " ; "), SMILE_NORMALIZATION))
    mentions = _longest({span for reference in references for span in answer.mentions(reference)})
    masked = _masked(answer, mentions)
    last = [part for part in _SENTENCE_END.split(masked) if any(map(str.isalnum, part))][1:][-1:]
    if mentions and any(
        not_attempted(part.replace(_X, ""), question, references) == "refusal" for part in (masked, *last)
    ):
        return "refusal"
    if mentions and _is_denied(masked, question or "", references):
        return "denial"
    if mentions and answer.stance(mentions[-1], question) not in ("says", "asks"):
        return "denial"
    return _Reading(masked, [answer.at(span) for span in mentions], references, question or "").verdict()


class _Reading:
    """An answer cut into pieces, by what its references and its question say."""

    def __init__(self, masked: str, mentions: Sequence[str], references: Sequence[str], question: str) -> None:
        self.question, self.references = question, references
        self.mentioned = {each.lower() for each in mentions}
        self.asked = frozenset(_words(question))
        meant = mentions or references
        its_words = {word for text in references for word in _words(text)}
        self.parts = its_words - function_words()
        self.is_option = bool(self.asked) and all(self.asked.issuperset(_words(text)) for text in meant)
        numbers = [word for text in meant for word in _words(text) if is_number(word)]
        self.is_date = any(map(_OF_DATE.search, meant))
        self.is_year = bool(numbers) and not self.is_date and all(map(_YEAR.fullmatch, numbers))
        has_case = masked != masked.lower() and not masked.isupper()
        is_name = has_case and any(word[:1].isupper() for text in (*meant, *references) for word in text.split())
        self.kind = "name" if is_name and not self.is_date else "number" if numbers else "word"
        if self.is_year:
            masked = _BEFORE_YEAR.sub(_X, masked)
        elif self.is_date:
            masked = _YEAR_BEHIND.sub(_X, masked)
        self.is_participle = any(map(_PARTICIPLE.search, (word for text in meant for word in text.lower().split())))
        self.asks_where = not self.asked.isdisjoint(("where", "city", "town", "village", "capital", "locate", "place"))
        self.meant = meant
        self.text = _QUOTE.sub("", _BETWEEN_QUOTES.sub(";", _TAG.sub(";", _ENUMERATOR.sub(f";{_ITEM} ", masked))))
        self.pieces = list(self._read())
        bare = _LEAD.sub("", self.text)
        is_framed = any(piece.right and (piece.explains or piece.asked) and not piece.adjacent for piece in self.pieces)
        is_short = all(len(each.split()) <= _MOST_WORDS for each in _SIGN.split(bare))
        self.is_fragment = is_short and not is_framed and not _VERB.search(bare)

    @cached_property
    def is_place(self) -> bool:
        """Whether the reference names a country, a state or a region."""
        return any(map(kinds_of_place, self.meant))

    def verdict(self) -> str:
        """Returns why the answer does not commit itself; "" if it does."""
        has_right = any(piece.right for piece in self.pieces)
        if not has_right and self._only_repeats():
            return "question repeated"
        found = self._candidates()
        if len(found) < (1 if has_right else 2):
            return ""
        n_right = len(self.mentioned)
        if n_right > 1 and (
            n_right >= len(found) or (4 * n_right > len(found) and _ASKS_FOR_SEVERAL.search(self.question))
        ):
            return ""
        return "open choice" if len(found) < _FEWEST_IN_LIST and _OPEN.search(self.text) else "candidates"

    def _only_repeats(self) -> bool:
        """Whether the answer says nothing but words of the question, of which none is an option."""
        if self.is_option or any(map(stated_polarity, self.references)):
            return False
        says_more = any(piece.free or piece.governed or piece.explains for piece in self.pieces)
        return not says_more and sum(len(piece.asked) for piece in self.pieces) > 1

    def _candidates(self) -> list[str]:
        """Returns the other things that the answer names for the role of the reference."""
        found: list[_Piece] = []
        sentences: list[list[_Piece]] = []
        for piece in self.pieces:
            if not sentences or _END.search(piece.before):
                sentences.append([])
            before = sentences[-1][-1:]
            if before and before[0].is_rejected and not _TURN.search(piece.before):
                piece.is_rejected = True
            sentences[-1].append(piece)
        is_bare = any(self._is_bare(each) and any(piece.right for piece in each) for each in sentences)
        is_bare = is_bare or not any(piece.right for piece in self.pieces)
        skeletons = [_asked_in(sentence) for sentence in sentences if any(piece.right for piece in sentence)]
        first = next((piece for piece in self.pieces if piece.right), None)
        if self.is_fragment:
            found += self._in_fragment()
        for sentence in sentences:
            places = [i for i, piece in enumerate(sentence) if piece.right]
            for piece in sentence:
                piece.is_asked = sentence[-1].is_asked
            skeleton = _asked_in(sentence)
            is_claim = is_bare or _CLAIM.match(self.text[sentence[0].start :])
            if not places and is_claim and (not skeleton or skeleton in skeletons) and self._is_bare(sentence):
                found += [piece for piece in sentence if self._is_thing(piece)]
            for place in places:
                if not self._is_bare(sentence):
                    break
                if sentence[place] is first and not self._is_one_name(first):
                    found.append(sentence[place])
                found += self._beside(sentence[place::-1], is_before=True)
                found += self._beside(sentence[place:], is_before=False)
        if any(sentence[0].right and _ITEM in sentence[0].before and self._is_bare(sentence) for sentence in sentences):
            found += [piece for piece in self.pieces if _ITEM in piece.before and self._is_thing(piece)]
        found = [piece for i, piece in enumerate(found) if piece not in found[:i] and not self._is_settled(piece)]
        return [" ".join(piece.free or piece.governed) for piece in found] + self._repeated_links()

    def _is_bare(self, sentence: Sequence[_Piece]) -> bool:
        """Whether a sentence has no words of its own: what stands beside the reference has the same role."""
        has_words = any(piece.explains and not piece.is_rejected for piece in sentence)
        is_led = _LEAD.match(self.text, sentence[0].start) and [p.explains for p in sentence if p.right] == [False]
        return (not has_words or bool(is_led)) and not (self.kind == "word" and _asked_in(sentence))

    def _in_fragment(self) -> list[_Piece]:
        """Returns all other things of an answer without a sentence, of whatever kind."""
        found = [
            piece
            for piece in self.pieces
            if not (piece.right or piece.is_rejected or piece.asked)
            and (piece.free or piece.explains or piece.others)
            and not (piece.is_led and not self._is_parallel(piece))
        ]
        return [] if self._describes(found) else found

    def _is_thing(self, piece: _Piece) -> bool:
        """Whether nothing but other things is left of a piece."""
        return not (piece.explains or piece.is_rejected or piece.right) and (
            bool(piece.free) or self._is_parallel(piece)
        )

    def _beside(self, pieces: Sequence[_Piece], *, is_before: bool) -> list[_Piece]:
        """Returns the things beside a reference, up to a piece that says something else."""
        right = pieces[0]
        if not (right.is_at_start if is_before else right.is_at_end):
            return []
        found: list[_Piece] = []
        last = right
        for piece in pieces[1:]:
            if (piece.explains or piece.asked) and not piece.is_rejected:
                break
            if self._is_thing(piece) and not (is_before and right.right_link and not self._is_parallel(piece)):
                found.append(piece)
            elif is_before and piece.tail == "governed" and _AND_OR.search(last.before) and not right.right_link:
                # "in Rome and Oslo", where Oslo is the reference
                found.append(piece)
                break
            elif piece.governed:
                break
            last = piece
        return [] if self._describes(found) else found

    def _is_parallel(self, piece: _Piece) -> bool:
        """Whether the preposition that leads to a reference leads to another thing: "in Rome, in Oslo"."""
        links = {each.right_link for each in self.pieces if each.right} - {""}
        return any(run.split()[0] in links for run in piece.governed)

    def _describes(self, pieces: Sequence[_Piece]) -> bool:
        """Whether pieces after a reference only say more of it: "Rome, Italy", "World Health Organization (WHO)"."""
        if not pieces:
            return False
        text = " ".join(pieces[-1].free)
        if len(pieces) == 1 and "(" in pieces[0].before and any(_abbreviates(text, each) for each in self.mentioned):
            return True
        if (
            self.is_place
            and self.asks_where
            and len(pieces) == 1
            and "," in self.text[pieces[0].start :]
            and not kinds_of_place(text)
        ):
            return True  # "Atlanta, Georgia"
        are_commas = all("," in piece.before and piece.start > self.text.find(_X) for piece in pieces)
        return self.asks_where and are_commas and len(pieces) < 3 and not self.is_place and bool(kinds_of_place(text))

    def _is_one_name(self, piece: _Piece) -> bool:
        """Whether the words directly beside a reference may be of its name: "Albert Einstein"."""
        if not self.mentioned or not piece.adjacent or piece.asked:
            return True
        if len(piece.free) >= _LONGEST_MODIFIER:
            return False
        if self.kind == "word" or piece.explains:
            return True
        is_family_name = all(" " not in mention for mention in self.mentioned)
        return all(
            (is_family_name and is_given_name(word)) or word.lower().strip(".") in _IN_NAMES for word in piece.adjacent
        )

    def _repeated_links(self) -> list[str]:
        """Returns what stands several times between two things: "A met B met C met D"."""
        if self.kind == "word":
            return []
        if len(self.text.split()) > _MOST_WORDS * len(self.links):
            return []
        links = Counter(link for link in self.links if not function_words().issuperset(link.split()))
        return [link for link, n in links.items() if n >= _REPEATED_LINKS]

    def _is_settled(self, candidate: _Piece) -> bool:
        """Whether the answer later chooses the reference, so that a candidate was only considered."""
        later = [piece for piece in self.pieces if piece.right and piece.start > candidate.start and not piece.is_asked]
        if not later:
            return False
        if candidate.is_asked:
            return True
        between = self.text[candidate.start : later[-1].start]
        if _CORRECTS.search(between):
            return True
        role = _ROLE.search(self.text, candidate.start)
        is_claimed = _CLAIM.match(self.text[candidate.start :].lstrip(" ,;\n"))
        return role is not None and not is_claimed and not later[-1].free

    def _read(self) -> Iterator[_Piece]:
        piece, end, link = _Piece("", 0), 0, ""
        run = False
        self.links: list[str] = []
        between: list[str] = []
        has_thing = False
        last = ""
        skipped = n_units = 0
        for found in _TOKEN.finditer(self.text):
            if found.start() < skipped:
                continue
            token, gap = found[0], self.text[end : found.start()]
            sign = (
                gap.strip(" $\u20ac\u00a3%\u00b0'")
                if not (gap.startswith(".") and _ABBREVIATION.fullmatch(last) and gap.strip() == ".")
                else ""
            )
            joiner = _JOINER.match(self.text, found.start()) if token != _X else None
            if (joiner and joiner.end() >= found.end()) or sign:
                if "?" in gap:
                    piece.is_asked = True
                if piece.start != found.start() and (
                    sign or piece.right or piece.free or piece.governed or piece.explains or piece.asked
                ):
                    yield piece
                    piece = _Piece(gap, found.start())
                else:
                    piece.before += gap
                link, run = "", False
                if joiner and joiner.end() >= found.end():
                    piece.before += token.lower() + " "
                    between.append(token.lower())
                    end = skipped = joiner.end()
                    last = token
                    continue
            is_next = last == _X
            end, last = found.end(), token
            kind = self._kind(token, is_first=sign != "" or piece.start == found.start())
            small = token.lower()
            if kind in ("right", "of kind") and not (run and kind == "of kind"):
                if has_thing and between:
                    self.links.append(" ".join(between))
                between, has_thing = [], True
            elif kind not in ("right", "of kind"):
                between.append(small)
            if kind == "right":
                if run and piece.tail == "free":
                    piece.adjacent.append(piece.free[-1])
                piece.is_at_start |= not (piece.asked or piece.explains or piece.free or piece.governed)
                piece.is_at_end = True
                piece.right, piece.tail, piece.right_link = True, "right", link if link in _PREPOSITIONS else ""
                link, run = "", False
            elif kind == "of kind":
                piece.is_at_end = False
                if link:
                    if run:
                        piece.governed[-1] += f" {token}"
                    else:
                        piece.governed.append(f"{link} {token}")
                    piece.tail = "governed"
                else:
                    if not run and piece.right and piece.tail == "right" and is_next:
                        piece.adjacent.append(token)
                    piece.free.append(token)
                    piece.tail = "free"
                run, n_units = True, 0
            elif kind == "other" and run and n_units < 2 and self.kind == "number" and piece.tail != "right":
                n_units += 1  # "330 metres"
            elif kind == "other":
                piece.is_at_end = False
                piece.explains, link, run = True, "other", False
            else:
                run = False
                piece.others += kind == "figure"
                if self.kind == "word" and small in ("what", "which", "who", "that", "this"):
                    piece.explains = True
                if small in _PREPOSITIONS and not (piece.right or piece.free or piece.explains):
                    piece.is_led = True
                if _NOT.fullmatch(small):
                    piece.is_rejected = piece.is_rejected or not (piece.right or piece.free)
                if small in _PREPOSITIONS:
                    link = small
                elif kind == "asked":
                    piece.asked.append(small)
                    piece.is_at_end &= self.kind == "number"
                    link = link if small in _KEPT else ""
                elif small not in _KEPT:
                    link = ""
        if "?" in self.text[end:]:
            piece.is_asked = True
        yield piece

    def _kind(self, token: str, is_first: bool) -> str:
        if token == _X:
            return "right"
        small, its = token.lower(), _words(token)
        is_figure = any(map(is_number, its))
        if not self.mentioned and any(word in self.parts for word in its):
            return "right"
        if is_figure and len(small) > 4 and small[:4] in self.parts:
            return "right"  # "20171" with the number of a footnote
        if is_figure and self.kind == "number" and not self.asked.issuperset(its):
            return "of kind" if self._may_be(its) else ""
        is_light = small in function_words() or small in _PREPOSITIONS or _NOT.fullmatch(small)
        if is_light or all(word in self.parts for word in its):
            return ""
        if all(word in self.asked for word in its) and not self.is_option:
            return "asked"
        if all(word in _filler() for word in its) or small in _filler():
            return ""
        if small in _PARTICLES:
            return ""
        if is_figure:
            return "figure"
        if token[0].isupper() and (not token.isupper() or len(token) > 1) and self.kind == "name":
            return "other" if is_first and _PARTICIPLE.search(small) else "of kind"
        if small.endswith("ly"):
            return ""
        if self.kind == "word":
            return "other" if not self.is_participle and _PARTICIPLE.search(small) else "of kind"
        if self.is_date and _OF_DATE.fullmatch(token):
            return "of kind"
        return "other"

    def _may_be(self, its: Sequence[str]) -> bool:
        """Whether a number is of the reference's kind: a year is no other number."""
        is_year = any(map(_YEAR.fullmatch, its))
        return is_year if self.is_year else True


@lru_cache(maxsize=2**14)
def _words(text: str) -> tuple[str, ...]:
    return words(text, SMILE_NORMALIZATION, "en") if text else ()


@cache
def _filler() -> frozenset[str]:
    return word_lists()["without content"] | _MORE_FILLER


def _abbreviates(short: str, name: str) -> bool:
    """Whether all letters of a short text are in a longer name in this order: "Bk" for berkelium."""
    letters = iter(name.lower())
    return (
        len(short) < max(4, len(name) // 2)
        and len(short) < len(name)
        and all(letter in letters for letter in short.lower())
    )


def _asked_in(sentence: Sequence[_Piece]) -> set[str]:
    return {word for piece in sentence for word in piece.asked}


def _is_denied(masked: str, question: str, references: Sequence[str]) -> bool:
    """Whether each clause that mentions a reference denies it, or says that it was correct before."""
    if any(_DENIES_BEFORE.search(text) or stated_polarity(text) for text in (question, *references)):
        return False
    if _words("".join(_DENIES_BEFORE.findall(masked)[:1]))[:1] and not frozenset(_words(question)).isdisjoint(
        word for cue in _DENIES_BEFORE.findall(masked) for word in _words(cue)
    ):
        return False
    clauses = _CLAUSE_END.split(masked)[::2]
    is_former = not _ASKS_FORMER.search(question)
    for clause, after in zip(clauses, [*clauses[1:], ""], strict=True):
        if _X not in clause:
            continue
        before, behind = clause.split(_X, 1)
        if not (
            _DENIES_BEFORE.search(before)
            or _DENIES_AFTER.match(behind)
            or _DENIES_NEXT.fullmatch(after)
            or (is_former and _FORMER.search(clause))
        ):
            return False
    return True


def _longest(spans: Set[Span]) -> list[Span]:
    """Returns spans in order, without those within another."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not found or span[0] >= found[-1][1]:
            found.append(span)
    return found


def _masked(answer: View, mentions: Sequence[Span]) -> str:
    text, end = "", 0
    for start, stop in mentions:
        text, end = text + answer.text[end:start] + _X, stop
    return text + answer.text[end:]


def _chosen_rows(text: str) -> str:
    """Returns the rows of a table that are marked as chosen, if some are; any other text as it is."""
    lines = text.strip().splitlines()
    rows = [line for line in lines if _MARKED_ROW.search(line)] if all("|" in line for line in lines) else []
    return "\n".join(rows) if rows and len(rows) <= len(lines) // 2 else text.strip()
