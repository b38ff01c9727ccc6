"""The bar of a run."""

import re

from smile.app.running import ProgressBar


def share(bar: ProgressBar) -> float:
    found = re.search(r'value="([\d.]+)"', bar.shown(5.0))
    assert found is not None
    return float(found[1])


def test_one_bar_for_all_stages_never_goes_back_and_promises_no_time() -> None:
    bar = ProgressBar("Measuring", n_stages=4)
    shares = []
    # Two stages of one total, one of another total, and one that counts once.
    for counted in ((0, 100), (100, 100), (10, 100), (100, 100), (1, 7), (7, 7), (0, 1)):
        bar.count(*counted)
        shares.append(share(bar) if any(shares) or counted[0] else 0.0)
        assert "left" not in bar.shown(5.0)
    assert shares == sorted(shares)
    assert shares[-1] == 0.75
    assert "step 4 of 4, 12 s so far" in bar.shown(12.0)
    bar.count(3, 5)
    bar.count(1, 2)
    assert share(bar) == 0.9


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
