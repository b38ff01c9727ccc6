"""The bar of a run."""

from smile.app.running import ProgressBar


def test_what_is_counted_to_its_end_is_almost_done_however_long_it_takes() -> None:
    bar = ProgressBar("Scoring")
    assert "Scoring: 3 s so far" in bar.shown(3.0)
    bar.count(50, 100)
    assert "50 %, about 20 s left" in bar.shown(20.0)
    assert "50 %, about 2 min left" in bar.shown(100.0)
    bar.count(999, 1000)
    assert "about 1 s left" in bar.shown(2.0)
    bar.count(1000, 1000)
    assert "almost done, 17 s so far" in bar.shown(17.0)
    assert "value=" not in bar.shown(17.0)
