"""The base of the evaluate modules: it checks columns of any kind before Arrow stores them."""

import re
from abc import ABC
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar

import datasets
import evaluate

from ..checks import check_flag, refuse_unknown
from ..errors import DataError
from ..rows.checked_rows import Row, check_rows

TEXT, NUMBER = datasets.Value("string"), datasets.Value("float64")


class Module(evaluate.Metric, ABC):
    """An evaluate module over rows of texts. It is abstract, so that evaluate's loader passes it over."""

    # The name of the file in `documents/` with the description, the inputs and the BibTeX entries.
    _document: ClassVar[str]
    # Makes a scorer from `_options` and checks them; `_compute` gets it as `scorer`.
    _scorer_class: ClassVar[type]
    # The optional columns: by the name of a cell, the name of the column.
    _optional_columns: ClassVar[Mapping[str, str]] = MappingProxyType(
        {"question": "questions", "synthetic_answer": "synthetic_answers"}
    )
    # The options of the scorer, and those of its result.
    _options: ClassVar[tuple[str, ...]]
    _result_options: ClassVar[tuple[str, ...]] = ("per_item",)
    # Whether every row needs a reference, and a question.
    _needs_references: ClassVar[bool] = True
    _needs_questions: ClassVar[bool] = False
    # Evaluate's: the rows of a call of compute, which it scores.
    data: Any

    def _info(self) -> evaluate.MetricInfo:
        text = (Path(__file__).parent / "documents" / f"{self._document}.txt").read_text("utf-8")
        description, inputs, citation = re.split(r"\n(?=Args:\n|@\w+{)", text, maxsplit=2)
        urls = re.findall(r"https://[^\s}]+", citation)
        return evaluate.MetricInfo(
            description=description,
            citation=citation,
            inputs_description=self._inputs(inputs),
            features=self._features(),
            homepage=urls[0],
            license="apache-2.0",
            reference_urls=urls,
        )

    def _features(self) -> datasets.Features:
        """Returns the columns as Arrow stores them. Its check of row 0 refuses None: "" and [] stand for none given."""
        texts = datasets.Sequence(TEXT)
        return datasets.Features(
            {"predictions": TEXT, "references": texts, "questions": TEXT, "synthetic_answers": texts}
        )

    def _inputs(self, text: str) -> str:
        return text

    def _make_scorer(self, options: dict[str, Any]) -> Any:
        return self._scorer_class(**options)

    def _check_result_options(self, options: Mapping[str, Any], n_rows: int | None) -> None:
        """Checks those of `_result_options` that were given; the rows are None where several processes add some."""
        check_flag("per_item", options.get("per_item", False))

    def _warm_up(self, scorer: Any) -> None:
        """Loads what the scorer needs."""
        scorer.warm_up()

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> dict[str, Any] | None:
        """Scores the rows given here together with those given before by add and add_batch.

        When that fails, the rows given before are still there for the next call, and those given here are not.
        """
        optional = {name: kwargs.pop(name, None) for name in self._optional_columns.values()}
        refuse_unknown(kwargs, (*self._result_options, *self._options))
        result_options = {name: kwargs.pop(name) for name in self._result_options if name in kwargs}
        scorer = self._make_scorer(kwargs)
        is_given = any(column is not None for column in (predictions, references, *optional.values()))
        features = self._as_features(predictions, references, **optional) if is_given else None
        n_before = len(self)
        n = n_before + (len(features["predictions"]) if features else 0) if self.num_process == 1 else None
        if n == 0:
            raise DataError("there are no rows to score: give predictions and references, or add rows first")
        self._check_result_options(result_options, n)
        if self.process_id == 0 and self.num_process > 1:
            # evaluate lets go of the rows of all processes: what can fail fails before.
            self._warm_up(scorer)
        if features:
            super().add_batch(**features)
        try:
            result: dict[str, Any] | None = super().compute(scorer=scorer, **result_options)
        except BaseException:
            self._put_back(n_before)
            raise
        return result

    def _put_back(self, n: int) -> None:
        """Adds the first n of the rows again that evaluate has let go of."""
        data, self.data = self.data, None
        if self.num_process == 1 and n and data is not None:
            super().add_batch(**data[:n])

    def add_batch(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> None:
        """Adds rows to score when compute is called."""
        refuse_unknown(kwargs, tuple(self._columns().values()))
        super().add_batch(**self._as_features(predictions, references, **kwargs))

    def add(self, *, prediction: Any = None, reference: Any = None, **kwargs: Any) -> None:
        """Adds one row to score when compute is called."""
        # evaluate.combine names the cells of a single row as it names columns.
        cells = {"prediction": prediction, "reference": reference, **kwargs}
        columns = self._columns()
        cells = {columns.get(name, name): cell for name, cell in cells.items() if cell is not None}
        refuse_unknown(cells, tuple(columns.values()))
        required = {"predictions": [None], "references": [None]}
        self.add_batch(**required | {name: [cell] for name, cell in cells.items()})

    def _columns(self) -> dict[str, str]:
        return {"prediction": "predictions", "reference": "references", **self._optional_columns}

    def _compute(
        self,
        *,
        predictions: list[str],
        references: list[list[str]],
        questions: list[str],
        synthetic_answers: list[list[str]],
        scorer: Any,
        **result_options: Any,
    ) -> dict[str, Any]:
        given = (
            [question or None for question in questions],
            [[answer or None for answer in answers] or None for answers in synthetic_answers],
        )
        scores = scorer.score_rows(self._rows(predictions, references, *given))
        result: dict[str, Any] = scores.summary(**result_options)
        return result

    def _as_features(self, predictions: Any, references: Any, **optional: Any) -> dict[str, list[Any]]:
        """Checks columns and returns them in the one form that Arrow stores: references always as lists."""
        rows = self._rows(predictions, references, **optional)
        return {
            "predictions": [row.prediction for row in rows],
            "references": [list(row.references) for row in rows],
            "questions": [row.question or "" for row in rows],
            "synthetic_answers": [
                [answer or "" for answer in row.synthetic_answers] if any(row.synthetic_answers) else [] for row in rows
            ],
        }

    def _rows(self, *columns: Any, **optional: Any) -> list[Row]:
        return check_rows(
            *columns, **optional, needs_references=self._needs_references, needs_questions=self._needs_questions
        )
