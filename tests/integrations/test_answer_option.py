"""Every adapter takes what is read of an output, and refuses an expression that is none."""

from importlib import import_module
from typing import Any

import pytest

from smile import UsageError

MAKERS = {
    "lighteval": "smile_metrics",
    "lm_eval": "TaskMetric",
    "inspect_ai": "smile",
    "haystack": "SMILEEvaluator",
    "deepeval": "SmileMetric",
    "mlflow": "smile_scorer",
    "unitxt": "Smile",
}


def make(tool: str, answer: str) -> Any:
    maker = getattr(import_module(f"smile.integrations.{tool}"), MAKERS[tool])
    options = {"answer": answer}
    if tool == "unitxt":
        return maker(setting="fast", options=options)
    return maker("fast", options) if tool == "deepeval" else maker("fast", **options)


@pytest.mark.parametrize("tool", MAKERS)
def test_an_adapter_takes_what_is_read(tool: str) -> None:
    pytest.importorskip(tool)
    assert make(tool, "whole")
    with pytest.raises(UsageError, match="'\\(' is no regular expression"):
        make(tool, "(")
