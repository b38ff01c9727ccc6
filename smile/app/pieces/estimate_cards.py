"""The estimate from a visitor's labels as HTML: the share of right answers, and how its interval shrinks."""

import html
from collections.abc import Sequence
from dataclasses import replace

from ...people.estimates import Estimates, MeanEstimate
from ...reporting.estimate_report import estimate_report
from ...reporting.pages.report_html import report_html
from ...reporting.report import Line

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 480, 230, 52, 12, 10, 40
_UNSURE = "An answer that you are unsure of is no label: it is left out, as if right as often as the others."


def estimate_cards(found: Estimates, curve: Sequence[tuple[int, MeanEstimate]]) -> str:
    """Returns the report of an estimate, and how its interval shrank with the visitor's labels."""
    report = estimate_report(found)
    text = report_html(replace(report, blocks=[*report.blocks, Line(_UNSURE, "note")]))
    return text + (_curve(curve) if len(curve) > 1 else "")


def _curve(curve: Sequence[tuple[int, MeanEstimate]]) -> str:
    """Returns the intervals by number of labels: those of labels and scores as an area, those of labels as lines."""
    most = curve[-1][0]

    def at(n: int, share: float) -> str:
        x = _LEFT + n / most * (_WIDTH - _LEFT - _RIGHT)
        return f"{x:.1f},{_HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP):.1f}"

    def line(intervals: Sequence[Sequence[float]], end: int) -> list[str]:
        return [at(n, interval[end]) for (n, _), interval in zip(curve, intervals, strict=True)]

    joined, alone = [found.estimate_ci for _, found in curve], [found.labels_only_ci for _, found in curve]

    grid = "".join(
        f'<polyline class="grid" points="{at(0, share)} {at(most, share)}"/><text x="{_LEFT - 6}" '
        f'y="{float(at(0, share).split(",")[1]) + 4:.0f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(
        f'<text x="{at(n, 0).split(",")[0]}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{n}</text>'
        for n in sorted({0, most // 2, most})
    )
    area = " ".join(line(joined, 0) + line(joined, 1)[::-1])
    dashed = "".join(f'<polyline class="alone" points="{" ".join(line(alone, end))}"/>' for end in (0, 1))
    widths = [100 * (high - low) for low, high in (joined[0], joined[-1])]
    label = f"The interval is {widths[0]:.0f} points wide after {curve[0][0]} labels and {widths[1]:.0f} after {most}."
    return (
        '<div class="smile-charts"><figure><figcaption>How the interval shrinks <small>area: labels and scores; '
        f'dashed: labels alone</small></figcaption><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{html.escape(label)}">{grid}<polygon points="{area}"/>{dashed}{marks}<text class="name" '
        f'x="{(_WIDTH + _LEFT) / 2:.0f}" y="{_HEIGHT - 4}" text-anchor="middle">your labels</text></svg></figure></div>'
    )
