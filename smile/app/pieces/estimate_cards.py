"""The estimate from a visitor's labels as HTML: the share of right answers, and how its interval shrinks."""

import html
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ...people.labels import SYSTEM
from ...statistics.prediction_powered import FEWEST_TUNED
from .html import interval_bar, notes, shown_text, signature_line, table, warnings

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 480, 230, 52, 12, 10, 40

# An estimate, and the number of the visitor's labels it was made from.
Point = tuple[int, Mapping[str, Any]]


def estimate_cards(found: Mapping[str, Any], curve: Sequence[Point]) -> str:
    """Returns the estimate beside that of the labels alone, by system if there are several, and the curve.

    Args:
        found: The result of `Estimator`, of labels from 0 to 1.
        curve: Estimates from fewer labels, in the order in which these were given.
    """
    n, effective = found["n_labelled"], found["effective_labels"]
    told = [
        f"{n:,} {'label counts' if n == 1 else 'labels count'} as {effective:,.0f} with SMILE's scores of all "
        f"{found['n']:,} answers.",
        f"From {FEWEST_TUNED} labels on, the scores help." if n < FEWEST_TUNED else "",
        "An answer that you are unsure of is no label: it is left out, as if right as often as the others.",
    ]
    systems = found.get(f"by_{SYSTEM}", {})
    return (
        '<section class="smile-comparison" aria-label="Estimate">'
        f'<p class="smile-headline"><span><strong>{_percent(found["estimate"])}</strong> of all {found["n"]:,} answers '
        f"are right; 95 % interval {_interval(found['estimate_ci'])}</span></p>"
        + table(
            "How sure that is",
            ("From", "Right", "95 % interval", ""),
            [
                ["labels and scores", *_cells(found, "estimate")],
                ["labels alone", *_cells(found, "labels_only")],
            ],
        )
        + notes([each for each in told if each])
        + (_by_system(systems) if len(systems) > 1 else "")
        + (_curve(curve) if len(curve) > 1 else "")
        + warnings(found["warnings"])
        + signature_line(found["signature"])
        + "</section>"
    )


def _by_system(systems: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [
        [shown_text(name), *_cells(of_system, "estimate"), f"{of_system['n_labelled']:,}"]
        for name, of_system in systems.items()
    ]
    return table("By system, from labels and scores", ("System", "Right", "95 % interval", "", "Labels"), lines)


def _cells(found: Mapping[str, Any], name: str) -> list[str]:
    value, interval = found[name], found[f"{name}_ci"]
    if math.isnan(value):
        return ["no label yet", "", ""]
    return [_percent(value), _interval(interval), interval_bar(value, *interval)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _interval(interval: Sequence[float]) -> str:
    low, high = (100 * end for end in interval)
    return f"{low:.1f} to {high:.1f} %"


def _curve(curve: Sequence[Point]) -> str:
    """Returns the intervals by number of labels: those of labels and scores as an area, those of labels as lines."""
    most = curve[-1][0]

    def at(n: int, share: float) -> str:
        x = _LEFT + n / most * (_WIDTH - _LEFT - _RIGHT)
        return f"{x:.1f},{_HEIGHT - _BOTTOM - share * (_HEIGHT - _BOTTOM - _TOP):.1f}"

    def line(name: str, end: int) -> list[str]:
        return [at(n, found[name][end]) for n, found in curve]

    grid = "".join(
        f'<polyline class="grid" points="{at(0, share)} {at(most, share)}"/><text x="{_LEFT - 6}" '
        f'y="{float(at(0, share).split(",")[1]) + 4:.0f}" text-anchor="end">{share:.0%}</text>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(
        f'<text x="{at(n, 0).split(",")[0]}" y="{_HEIGHT - _BOTTOM + 16}" text-anchor="middle">{n}</text>'
        for n in sorted({0, most // 2, most})
    )
    area = " ".join(line("estimate_ci", 0) + line("estimate_ci", 1)[::-1])
    alone = "".join(f'<polyline class="alone" points="{" ".join(line("labels_only_ci", end))}"/>' for end in (0, 1))
    widths = [100 * (found["estimate_ci"][1] - found["estimate_ci"][0]) for _, found in (curve[0], curve[-1])]
    label = f"The interval is {widths[0]:.0f} points wide after {curve[0][0]} labels and {widths[1]:.0f} after {most}."
    return (
        '<figure class="smile-curve"><figcaption>How the interval shrinks <small>area: labels and scores; dashed: '
        f'labels alone</small></figcaption><svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{html.escape(label)}">{grid}<polygon points="{area}"/>{alone}{marks}<text class="name" '
        f'x="{(_WIDTH + _LEFT) / 2:.0f}" y="{_HEIGHT - 4}" text-anchor="middle">your labels</text></svg></figure>'
    )
