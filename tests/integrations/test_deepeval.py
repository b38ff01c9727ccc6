"""SMILE in DeepEval itself; `make test-integrations TOOLS=deepeval` runs this where it is installed."""

from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("deepeval")

from deepeval import evaluate
from deepeval.evaluate.configs import AsyncConfig, DisplayConfig, ErrorConfig
from deepeval.test_case import LLMTestCase

from smile import DataError, SmileScorer
from smile.integrations.deepeval import SmileMetric
from tests.docs.test_readme import NEEDS_TOOLS, TEXTS, blocks
from tests.support.command_line import read_sample

QUIET = DisplayConfig(show_indicator=False, print_results=False, inspect_after_run=False)
[EXAMPLE] = [block for block in blocks(TEXTS[NEEDS_TOOLS], "python") if "deepeval" in block]

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.mark.parametrize("run_async", [True, False])
def test_test_cases_score_as_smile_does(calls: list[int], run_async: bool) -> None:
    rows = read_sample(12)
    columns = [[row["prediction"] for row in rows], [row["references"][0] for row in rows]]
    questions = [row["question"] for row in rows]
    cases = [
        LLMTestCase(name=str(i), input=question, actual_output=answer, expected_output=reference)
        for i, (answer, reference, question) in enumerate(zip(*columns, questions, strict=True))
    ]
    metric = SmileMetric(options={"threshold": 0.5, "semantic_weight": 0.4})
    results = evaluate(cases, [metric], display_config=QUIET, async_config=AsyncConfig(run_async=run_async))
    assert sum(calls) == 12
    assert (max(calls) > 1) == run_async
    expected = SmileScorer(threshold=0.5, semantic_weight=0.4).score(*columns, questions)
    by_name = {int(result.name): result.metrics_data[0] for result in results.test_results}
    data = [by_name[i] for i in range(12)]
    assert [each.score for each in data] == pytest.approx(expected.smile.tolist(), abs=1e-9)
    assert [each.success for each in data] == expected.correct.tolist()
    assert {each.reason for each in data} == {expected.signature}


@pytest.mark.parametrize(
    ("answer", "reference", "message"), [("a", None, "the reference is None"), ("a", " ", "the reference is empty")]
)
def test_wrong_input_shows_our_message(answer: Any, reference: Any, message: str) -> None:
    case = LLMTestCase(name="qa", input="q", actual_output=answer, expected_output=reference)
    with pytest.raises(DataError, match=f"^test case 'qa': {message}"):
        evaluate([case], [SmileMetric()], display_config=QUIET)
    noted = evaluate([case], [SmileMetric()], display_config=QUIET, error_config=ErrorConfig(ignore_errors=True))
    [result] = noted.test_results[0].metrics_data
    assert result.error.startswith(f"test case 'qa': {message}")
    assert result.success is False


def test_the_documented_example_runs() -> None:
    exec(EXAMPLE, vars(ModuleType("example")))  # noqa: S102
