"""The figure of `--plot`."""

from pathlib import Path

import matplotlib.image
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from smile import Scores, SmileScorer
from smile.reporting.figures import save_figure, score_figure

PREDICTIONS = ["Paris", "in Paris", "London", "", "a city in France", "It is Paris, I think."]


@pytest.fixture
def scores(tiny_scorer: SmileScorer) -> Scores:
    return tiny_scorer.score(PREDICTIONS, ["Paris"] * len(PREDICTIONS))


def panels(figure: Figure) -> tuple[Axes, Axes]:
    spread, parts = figure.axes
    return spread, parts


def test_left_panel_counts_rows_and_marks_threshold(scores: Scores) -> None:
    spread, _ = panels(score_figure(scores, 0.67))
    heights = [bar.get_height() for bar in spread.patches]
    assert heights == np.histogram(scores.smile, np.linspace(0, 1, 21))[0].tolist()
    assert sum(heights) == len(PREDICTIONS)
    [line] = spread.lines
    assert set(line.get_xdata()) == {0.67}


def test_right_panel_divides_rows_at_the_threshold(scores: Scores) -> None:
    _, parts = panels(score_figure(scores, 0.67))
    assert 0 < scores.correct.sum() < len(scores)
    points = np.column_stack([scores.semantic, scores.lexical])
    over, under = parts.collections
    np.testing.assert_array_equal(over.get_offsets(), points[scores.correct])
    np.testing.assert_array_equal(under.get_offsets(), points[~scores.correct])


def test_the_file_is_a_png_that_shows_something(scores: Scores, tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    save_figure(path, score_figure(scores, 0.67))
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    pixels = matplotlib.image.imread(path)
    assert pixels.shape[:2] == (675, 1500)
    for half in (pixels[:, :750], pixels[:, 750:]):
        assert 0.01 < (half[..., :3].min(axis=2) < 0.9).mean() < 0.5
    assert list(tmp_path.iterdir()) == [path]
