"""A date with its precision."""

from dataclasses import dataclass, replace

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """A date as a text has it; what the text leaves out is None.

    Attributes:
        text: The words of the text.
        years: First and last year; years before Christ are negative.
        months: The month; for a season the months that it touches.
        days: First and last day of the month.
        weekday: Monday is 0.
        nth: Which of the month's weekdays, -1 for the last.
        season: The season's name.
        is_range: "1939-1945", not a decade or century.
        is_approximate: "about 1440".
        part: Early, mid or late; of a decade or century, `years` are those of the part.
        is_short: "'76" or "the sixties": the century is left out, and the twentieth assumed.
        has_era: The text says BC or AD.
        month_first: Whether the month stands before the day.
        is_ambiguous: 4/7/1776: the day could be the month; `month_first` is False.
    """

    text: str
    years: Span | None = None
    months: frozenset[int] | None = None
    days: Span | None = None
    weekday: int | None = None
    nth: int | None = None
    season: str | None = None
    is_range: bool = False
    is_approximate: bool = False
    part: str | None = None
    is_short: bool = False
    has_era: bool = False
    month_first: bool = False
    is_ambiguous: bool = False

    def narrowed(self, part: str) -> "CalendarDate":
        """Returns the early, mid or late part of a decade or century; people do not agree on where it ends.

        >>> CalendarDate("1960s", (1960, 1969)).narrowed("early").years
        (1960, 1963)
        """
        if not self.years or self.is_range or self.years[1] == self.years[0]:
            return replace(self, part=part)
        first, length = self.years[0], self.years[1] - self.years[0] + 1
        begin, end = {"early": (0, 0.4), "mid": (0.3, 0.7), "late": (0.5, 1)}[part]
        return replace(self, part=part, years=(first + round(begin * length), first + round(end * length) - 1))
