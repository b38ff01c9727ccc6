import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from smile import SmileScorer, named_settings
from smile.rows.checked_rows import Row, check_rows
from smile.rows.row_table import RowTable
from smile.scoring import cosines
from smile.scoring.cosines import measure_cosines
from smile.scoring.pair_scores import measure_pairs
from smile.scoring.plan import MOST_REFERENCES, Comparisons, plan_comparisons
from smile.shared_types import BoolArray
from tests.support.tiny_encoder import TinyEncoder


def planned(rows: Sequence[Row]) -> Comparisons:
    return plan_comparisons(rows, RowTable.unfilled(len(rows)), "smile", "en")


@pytest.mark.parametrize("n_words", [500, 3000])
def test_long_texts_do_not_multiply(n_words: int) -> None:
    rows = check_rows([" ".join(f"w{i}" for i in range(6000))], [" ".join(f"v{i}" for i in range(n_words))])
    tracemalloc.start()
    try:
        comparisons = planned(rows)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert comparisons.pairs["is_cut"].tolist() == [True]
    assert peak < 10e6


def test_nearest_of_too_many_references_are_compared() -> None:
    far, near = [f"v{i}" for i in range(MOST_REFERENCES)], ["w2 v", "w1 v"]
    rows = check_rows(["w1 w2"] * 4, [far + near, near + far[::-1], far + far, far])
    pairs = planned(rows).pairs
    chosen = [{rows[i].references[k] for k in pairs["reference_index"][pairs["row"] == i]} for i in range(4)]
    assert chosen[0] == chosen[1] > set(near)
    assert list(map(len, chosen)) == [MOST_REFERENCES] * 4
    assert [pairs["is_cut"][pairs["row"] == i].all() for i in range(4)] == [True, True, False, False]


PREDICTIONS = ["It is London.", "", "Rome, the old town", "london"]
REFERENCES = ["Paris", "Oslo", ["old Rome", "the town"], ["London", "Rome"]]


def all_pairs(comparisons: Comparisons, *_: object) -> BoolArray:
    return np.ones(len(comparisons.pairs["row"]), dtype=np.bool_)


def test_every_string_is_encoded_once_in_whatever_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    comparisons = planned(check_rows(PREDICTIONS, REFERENCES))
    encoder = TinyEncoder()
    _, whole = measure_cosines(comparisons, encoder, None)
    encoder.calls.clear()
    monkeypatch.setattr(cosines, "_NGRAMS_AT_A_TIME", 2)
    told: list[tuple[int, int]] = []
    _, in_blocks = measure_cosines(comparisons, encoder, None, lambda done, total: told.append((done, total)))

    texts = [text for call in encoder.calls for text in call]
    assert len(encoder.calls) > 3
    assert len(texts) == len(set(texts)) == len(comparisons.strings)
    assert [done for done, _ in told] == list(range(1, len(texts) + 1))
    assert told[-1] == (len(texts), len(texts))
    assert in_blocks.ngram == pytest.approx(whole.ngram)
    assert in_blocks.sentence == pytest.approx(whole.sentence)


TEXT = st.lists(st.sampled_from("old Rome Oslo 3 4 the town Paris".split()), min_size=1, max_size=4).map(" ".join)
CELLS = st.lists(st.tuples(TEXT, st.lists(TEXT, min_size=1, max_size=4)), min_size=1, max_size=4)


@pytest.mark.parametrize("options", [{}, {"aggregation": "harmonic"}, {"use_easy_match": False}])
@given(cells=CELLS)
def test_leaving_out_hopeless_pairs_changes_no_score(options: dict[str, Any], cells: Any) -> None:
    scores = SmileScorer(encoder=TinyEncoder(), **options).score(*zip(*cells, strict=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cosines, "pairs_needing_cosines", all_pairs)
        in_full = SmileScorer(encoder=TinyEncoder(), **options).score(*zip(*cells, strict=True))
    assert scores.items() == in_full.items()


# With cosines that are right as estimates, the best n-gram and the best reference stay, and all others may go.
@pytest.mark.parametrize("options", [{}, {"aggregation": "harmonic"}, {"use_easy_match": False}])
@given(cells=CELLS)
def test_what_right_estimates_leave_out_changes_no_score(options: dict[str, Any], cells: Any) -> None:
    wanted = [named_settings(**options)]
    best = []
    for word_vectors in (None, TinyEncoder()):
        with patch("smile.scoring.pair_scores.word_vectors_beside", return_value=word_vectors):
            measured = measure_pairs(check_rows(*zip(*cells, strict=True)), wanted[0], TinyEncoder(), wanted)
        smile = np.zeros(len(cells))
        np.maximum.at(smile, measured.pairs.row, measured.smile(wanted[0]))
        best.append(smile)
    assert best[1] == pytest.approx(best[0])


def test_estimates_move_few_scores() -> None:
    rows = [json.loads(line) for line in Path("assets/hard_qa.jsonl").read_text("utf-8").splitlines()[::8]]
    checked = check_rows(*([row[name] for row in rows] for name in ("prediction", "references", "question")))
    scorer = SmileScorer()
    estimated = scorer.score_rows(checked)
    in_full = scorer.score_pairs(checked, scorer.measure(checked), scorer.settings)
    assert estimated.n_strings["n_encoded"] < 0.8 * in_full.n_strings["n_encoded"]
    assert np.mean(np.abs(estimated.smile - in_full.smile) > 0.01) <= 0.01
    assert estimated.correct.tolist() == in_full.correct.tolist()
