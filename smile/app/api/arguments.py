"""What the arguments of the endpoints mean; the same words for the same argument everywhere."""

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from ...people.labels import LABEL_AGGREGATIONS

Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])

_SHARED = {
    "file": (
        "A CSV, TSV, JSONL, JSON or Parquet file, or a log of Inspect (.eval), uploaded; addresses are not fetched. It "
        "is deleted after use."
    ),
    "prediction_column": "Column of the answers; empty for `prediction` or `pred`.",
    "reference_column": "Column of the right answers; empty for `reference`, `references` or `answer`.",
    "question_column": "Column of the questions; empty for `question`.",
    "id_column": "Column of the ids; empty for `id`.",
    "synthetic_answer_column": "Column of synthetic answers; empty for `synthetic_answer` or `syn_ans`.",
    "label_columns": "Columns of people's labels, one for each person; an empty list for `human`.",
    "label_threshold": "An answer with a label above it is right, as text; empty takes 0.5 for labels of 0 to 1.",
    "label_aggregation": f"How several people's labels become one: {' or '.join(LABEL_AGGREGATIONS)}.",
    "semantic_weight": (
        "Weight of the semantic score against the lexical one, 0 to 1; 0.3 by default. The setting `learned` has none."
    ),
    "threshold": "An answer counts as correct above it, 0 to 1; the setting's own by default.",
    "answer": (
        "What of an output is its answer: auto (the final answer), whole, or a regular expression, the first group of "
        "its last match; the setting's own by default."
    ),
    "setting": "Named setting; empty for the first one offered.",
}


def documented(**own: str) -> Callable[[Endpoint], Endpoint]:
    """Adds the section `Args` to an endpoint's docstring, each on one line, because gradio reads no further."""

    def add(endpoint: Endpoint) -> Endpoint:
        names = [name for name in inspect.signature(endpoint).parameters if name != "self"]
        lines = [f"    {name}: {own[name] if name in own else _SHARED[name]}" for name in names]
        endpoint.__doc__ = "\n".join([inspect.cleandoc(str(endpoint.__doc__)), "", "Args:", *lines])
        return endpoint

    return add
