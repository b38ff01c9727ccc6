"""Data small enough to train on in a test."""

from pathlib import Path

import pytest

from tests.support.command_line import write_jsonl
from tests.training.test_labelled_answers import records
from training.examples import long_answers, paraphrases, sources


def small_training(folder: Path, monkeypatch: pytest.MonkeyPatch, n_made: int) -> list[str]:
    """Writes answers and pairs of sentences, and returns the arguments that name them.

    Args:
        folder: Where to write.
        monkeypatch: Makes few paraphrases and long answers.
        n_made: Number of made examples of each source, at a share of 1.
    """
    monkeypatch.setattr(sources, "_N_MADE", dict.fromkeys(sources._N_MADE, n_made))
    lines_for = paraphrases.lines_for
    monkeypatch.setattr(paraphrases, "lines_for", lambda use: lines_for(use)[:5])
    every = long_answers.long_answers
    monkeypatch.setattr(long_answers, "long_answers", lambda use: every(use)[:5])
    pairs = [
        {"year": year, "source": "s", "text1": f"a cat {i}", "text2": f"a dog {i % 3}", "similarity": (i % 3) / 2}
        for year in (2015, 2016)
        for i in range(12)
    ]
    data, similarity = write_jsonl(folder / "data.jsonl", records(60)), write_jsonl(folder / "sts.jsonl", pairs)
    return ["--data", str(data), "--similarity", str(similarity)]
