"""What rewards pay for the completions that `benchmarks.gaming` builds."""

import pytest

from benchmarks.gaming import DEGENERATE, DENIALS, KEPT, LISTS, Case, _written, rewarded
from smile.integrations.rewards import SmileReward

_CASES = [
    Case(
        "Who wrote the first compiler?", ["Grace Hopper"], "Grace Hopper", ["Ada Lovelace", "Alan Turing", "Tony Hoare"]
    ),
    Case("Which city is the capital of France?", ["Paris"], "Paris", ["Rome", "Oslo", "Cairo"]),
    Case("When did the Berlin Wall fall?", ["1989"], "1989", ["1991", "1961", "1945"]),
]
# Docs name what still passes: words between two candidates, and names side by side.
_PASS = ("A met B", "A was linked to B", "spaces")


@pytest.mark.parametrize("n", [2, 3])
def test_lists_of_candidates_earn_no_reward(n: int) -> None:
    reward = SmileReward("fast", binary=True)
    shapes = {name: shape for name, shape in LISTS.items() if name not in _PASS}
    found = {
        name: rewarded(_CASES, lambda case, its=shape: its(case.among(n)), reward) for name, shape in shapes.items()
    }
    assert {name: share for name, share in found.items() if share} == {}


def test_denials_and_degenerate_completions_earn_nothing() -> None:
    reward = SmileReward("fast", binary=True)
    shapes = {form: _written(form) for form in DENIALS} | DEGENERATE
    assert {name: share for name, shape in shapes.items() if (share := rewarded(_CASES, shape, reward))} == {}


def test_correct_completions_of_similar_form_are_rewarded() -> None:
    reward = SmileReward("fast", binary=True)
    assert {form: share for form in KEPT if (share := rewarded(_CASES, _written(form), reward)) < 1} == {}


@pytest.mark.real_encoder
def test_learned_rewards_no_lists_or_denials() -> None:
    reward = SmileReward("learned", binary=True)
    shapes = {name: LISTS[name] for name in ("A, B", "A > B", "It is A. It is B.")}
    found = {
        name: rewarded(_CASES, lambda case, its=shape: its(case.among(2)), reward) for name, shape in shapes.items()
    }
    assert {name: share for name, share in found.items() if share} == {}
    assert rewarded(_CASES, _written("The capital is not {x}."), reward) == 0
