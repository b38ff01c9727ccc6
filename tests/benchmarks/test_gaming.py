"""The answers that `benchmarks.gaming` builds."""

from pathlib import Path

from benchmarks.gaming import ATTACKS, KEPT, passes, read_cases
from tests.support.command_line import write_jsonl

_NAMES = ("Ada Lovelace", "Alan Turing", "Grace Hopper", "Edsger Dijkstra", "Donald Knuth", "Barbara Liskov")


def test_the_others_of_an_attack_are_of_one_kind_and_lists_of_them_earn_no_reward(tmp_path: Path) -> None:
    rows = [
        {"question": f"Who is number {i}?", "references": [right], "prediction": right, "human": True}
        for i, right in enumerate((*_NAMES, "1843", "1936"))
    ]
    cases = read_cases(write_jsonl(tmp_path / "rows.jsonl", rows), most=10)
    assert sorted(case.right for case in cases) == sorted(_NAMES)
    assert all({case.right, *case.others} == set(_NAMES) for case in cases)
    lists = {name: shape for name, shape in ATTACKS.items() if name.startswith("5 candidates")}
    assert {name: share for name, (*_, share) in passes(lists, cases, "fast").items() if share} == {}
    assert {name: shares for name, (_, *shares) in passes(KEPT, cases, "fast").items() if min(shares) < 1} == {}
