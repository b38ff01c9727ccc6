"""The figure of `--plot`."""

from pathlib import Path

import matplotlib.image
import numpy as np
import pytest

from smile import Scores, SmileScorer
from smile.reporting.figures import save_figure, score_figure
from smile.settings.named_settings import named_settings

PREDICTIONS = ["Paris", "in Paris", "London", "", "a city in France", "It is Paris, I think."]


@pytest.fixture
def scores(tiny_scorer: SmileScorer) -> Scores:
    return tiny_scorer.score(PREDICTIONS, ["Paris"] * len(PREDICTIONS))


def test_bars_count_accepted_and_rejected_rows(scores: Scores) -> None:
    figure = score_figure(scores, named_settings("default"), "answers.csv")
    [axes] = figure.axes
    accepted, rejected = ([bar.get_height() for bar in bars] for bars in axes.containers)
    assert 0 < sum(accepted) == scores.correct.sum() < len(PREDICTIONS)
    together = np.add(accepted, rejected)
    np.testing.assert_array_equal(together, np.histogram(scores.smile, np.linspace(0, 1, 21))[0])
    [line] = axes.lines
    assert set(line.get_xdata()) == {0.67}
    title = figure.get_suptitle()
    assert title.startswith("answers.csv: 50 % of 6 rows correct\nby SMILE, setting default, mean 0.")


def test_figure_file_shows_something(scores: Scores, tmp_path: Path) -> None:
    path = tmp_path / "figure.png"
    save_figure(path, score_figure(scores, named_settings("default"), "$x_1$.csv"))
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    pixels = matplotlib.image.imread(path)
    assert pixels.shape[:2] == (600, 1050)
    assert 0.01 < (pixels[..., :3].min(axis=2) < 0.9).mean() < 0.5
    assert list(tmp_path.iterdir()) == [path]
