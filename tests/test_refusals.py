"""Options and columns that the library refuses, each with the error that says why: a table, a line each."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from smile import AgreementScorer, DataError, Estimator, QAMatchScorer, SASScorer, UsageError, rank_systems
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.providers import find_provider
from smile.judges.rubrics import find_rubric
from smile.people.agreement.metrics import metric_names
from smile.preparation.preparing import find_generator
from tests.support.cases import read_cases

CALLS: dict[str, Callable[..., Any]] = {each.__name__: each for each in (AgreementScorer, Estimator)} | {
    each.__name__: each
    for each in (QAMatchScorer, SASScorer, find_generator, find_rubric, judge_settings, metric_names, rank_systems)
}
CALLS |= {
    "address": find_provider("vllm").address,
    "agree": AgreementScorer().score,
    "estimate": Estimator().estimate,
    "first_token": lambda provider, model: find_provider(provider).check_first_token(model),
}
CASES = read_cases(Path(__file__).with_name("refusals.tsv"))


@pytest.mark.parametrize(("call", "arguments", "fault", "message"), CASES, ids=[" ".join(each[:2]) for each in CASES])
def test_what_is_wrong_is_named(call: str, arguments: str, fault: str, message: str) -> None:
    given = json.loads(arguments)
    with pytest.raises(UsageError if fault == "usage" else DataError) as error:
        CALLS[call](**given) if isinstance(given, dict) else CALLS[call](*given)
    assert message in str(error.value)
