"""The figures of an agreement with people, read off their axes."""

from smile.reporting.agreement_figures import correlation_bars

CORRELATIONS = ("pearson", "spearman", "kendall_tau_b")


def test_bars_and_intervals_lie_within_the_axes() -> None:
    statistics = dict.fromkeys(CORRELATIONS, -0.1) | {f"{name}_ci": [-0.35, 0.2] for name in CORRELATIONS}
    undefined = {name: float("nan") for name in CORRELATIONS}
    figure = correlation_bars({"f1": statistics, "bleu4": undefined}, {"f1": "F1", "bleu4": "BLEU-4"})
    assert [axes.get_xlim() for axes in figure.axes] == [(-0.35, 1.0)] * len(figure.axes)
    positive = dict.fromkeys(CORRELATIONS, 0.5)
    assert {axes.get_xlim() for axes in correlation_bars({"f1": positive}, {"f1": "F1"}).axes} == {(0.0, 1.0)}
