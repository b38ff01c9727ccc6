"""Options and columns that the library refuses, each with the error that says why: a table, a line each."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import smile
from smile import CascadeScorer, DataError, Estimator, L3Scorer, SmileScorer, UsageError
from smile.judges.chat_models.judge_settings import judge_settings
from smile.judges.chat_models.providers import find_provider
from smile.judges.rubric_scorer import find_rubric
from smile.people.agreement.metrics import metric_names
from smile.people.labels import read_labels
from smile.rows.checked_rows import check_rows
from tests.support.cases import read_cases

PUBLIC = "AgreementScorer Estimator QAMatchScorer SASScorer find_wrong_references named_settings rank_systems".split()
CALLS: dict[str, Callable[..., Any]] = {name: getattr(smile, name) for name in PUBLIC} | {
    each.__name__: each for each in (check_rows, find_rubric, judge_settings, metric_names, read_labels)
}
CALLS |= {
    "address": find_provider("vllm").address,
    "agree": smile.AgreementScorer().score,
    "cascade": lambda **limit: CascadeScorer(SmileScorer("fast"), L3Scorer("vllm", "m"), **limit),
    "estimate": Estimator().estimate,
    "first_token": lambda provider, model: find_provider(provider).check_first_token(model),
}
CASES = read_cases(Path(__file__).with_name("refusals.tsv"))


@pytest.mark.parametrize(("call", "arguments", "fault", "message"), CASES, ids=[" ".join(each[:2]) for each in CASES])
def test_what_is_wrong_is_named(call: str, arguments: str, fault: str, message: str) -> None:
    given = json.loads(arguments)
    with pytest.raises(UsageError if fault == "usage" else DataError) as error:
        CALLS[call](**given) if isinstance(given, dict) else CALLS[call](*given)
    assert message in f"^{error.value}$"
