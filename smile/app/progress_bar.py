"""The bar of a run: it never goes back, and names a time left only where one can be known."""

import html
import math

# Before that, the speed of the first texts says little.
_SECONDS_UNTIL_ESTIMATE = 1.0


class ProgressBar:
    """The progress of one run as HTML.

    Args:
        doing: What is done.
        n_stages: How many times the work counts from 0 to a total. No time left is told of several: nobody knows how
            long the next one takes.
    """

    def __init__(self, doing: str, n_stages: int = 1) -> None:
        """Nothing is done yet."""
        self._doing = doing
        self._n_stages = n_stages
        self._stage = 0
        self._latest = (0, 0)
        self._share = 0.0

    def count(self, done: int, total: int) -> None:
        """Takes what the work has counted; another total, or a lower count, begins the next stage."""
        before, of = self._latest
        if of and (total != of or done < before):
            self._stage = min(self._stage + 1, self._n_stages - 1)
        self._latest = done, total
        self._share = max(self._share, (self._stage + done / max(1, total)) / self._n_stages)

    def shown(self, seconds: float) -> str:
        """Returns the bar as HTML.

        Args:
            seconds: Since the work began.

        >>> bar = ProgressBar("Scoring")
        >>> bar.count(25, 100)
        >>> "25 %, about 30 s left" in bar.shown(10.0)
        True
        >>> bar.count(100, 100)
        >>> "almost done, 17 s so far" in bar.shown(17.0)
        True
        """
        is_known = 0 < self._share < 1
        value = f' max="1" value="{self._share:.3f}"' if is_known else ""
        return (
            f'<div class="smile-progress"><progress{value} aria-label="{html.escape(self._doing)}"></progress>'
            f"<span>{html.escape(self._doing)}: {self._said(seconds)}</span></div>"
        )

    def _said(self, seconds: float) -> str:
        so_far = f"{_duration(seconds)} so far"
        if self._share >= 1:
            return f"almost done, {so_far}"
        if self._n_stages > 1:
            return f"step {self._stage + 1} of {self._n_stages}, {so_far}"
        if self._share == 0 or seconds < _SECONDS_UNTIL_ESTIMATE:
            return so_far
        left = seconds / self._share * (1 - self._share)
        return f"{self._share:.0%}".replace("%", " %") + f", about {_duration(max(1.0, left))} left"


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{math.ceil(seconds / 60)} min"
