"""What the evaluate modules share: columns of any kind are checked before Arrow stores them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

import datasets
import evaluate

from ..checks import unknown_option
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row, check_rows


class Preparation(Protocol):
    """What can go wrong in one call of compute once its options are checked."""

    def check(self, n_rows: int) -> None:
        """Raises what can be known to go wrong before evaluate lets go of the rows added so far."""
        ...

    def prepare(self) -> None:
        """Loads what scoring needs, so that this too goes wrong before the rows are let go."""
        ...


class Run(Preparation, Protocol):
    """One call of compute, its options checked."""

    def score(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Returns the result."""
        ...


class Scorer(Protocol):
    """What scores rows once its options are checked, and gives a result with a summary."""

    def warm_up(self) -> None:
        """Loads what scoring needs."""
        ...

    def score_rows(self, rows: Sequence[Row]) -> Any:
        """Scores checked rows."""
        ...


@dataclass(frozen=True)
class ScorerRun:
    """The run of a scorer whose result depends on no more than the rows."""

    scorer: Scorer
    per_item: bool

    def check(self, n_rows: int) -> None:
        """There is nothing that depends on the number of rows."""

    def prepare(self) -> None:
        """Loads what the scorer needs."""
        self.scorer.warm_up()

    def score(self, rows: Sequence[Row]) -> dict[str, Any]:
        """Returns the scorer's summary."""
        result: dict[str, Any] = self.scorer.score_rows(rows).summary(self.per_item)
        return result


class ColumnsModule(evaluate.Metric, ABC):
    """An evaluate module that checks its columns itself. It is abstract, so that evaluate's loader passes it over."""

    # What a single row calls each column that need not be given, and the column's name.
    _optional_columns: ClassVar[Mapping[str, str]]
    # Evaluate's: the rows of a call of compute, which it scores.
    data: Any

    @abstractmethod
    def _run(self, options: dict[str, Any]) -> Preparation:
        """Checks compute's options; what it returns is handed to `_compute` as `run`."""

    @abstractmethod
    def _as_features(self, predictions: Any, references: Any, **optional: Any) -> dict[str, list[Any]]:
        """Checks columns and returns them in the one form that Arrow stores."""

    def compute(self, *, predictions: Any = None, references: Any = None, **kwargs: Any) -> dict[str, Any] | None:
        """Scores the rows given here together with those given before by add and add_batch.

        When that fails, the rows given before are still there for the next call, and those given here are not.
        """
        optional = {name: kwargs.pop(name, None) for name in self._optional_columns.values()}
        run = self._run(kwargs)
        is_given = any(column is not None for column in (predictions, references, *optional.values()))
        features = self._as_features(predictions, references, **optional) if is_given else None
        if self.num_process == 1:
            n = len(self) + (len(features["predictions"]) if features else 0)
            if n == 0:
                raise DataError("there are no rows to score: give predictions and references, or add rows first")
            run.check(n)
        if self.process_id == 0:
            run.prepare()
        n_before = len(self)
        if features:
            super().add_batch(**features)
        try:
            result: dict[str, Any] | None = super().compute(run=run)
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


class RowsModule(ColumnsModule, ABC):
    """An evaluate module over rows. It is abstract, so that evaluate's loader passes it over."""

    _optional_columns = MappingProxyType({"question": "questions", "synthetic_answer": "synthetic_answers"})
    # Whether every row needs a reference, and a question.
    _needs_references = True
    _needs_questions = False

    @abstractmethod
    def _run(self, options: dict[str, Any]) -> Run:
        """Checks compute's options."""

    def _describe(self, description: str, citation: str, inputs: str, urls: list[str]) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=description,
            citation=citation,
            inputs_description=inputs,
            features=datasets.Features(
                {
                    "predictions": datasets.Value("string"),
                    "references": datasets.Sequence(datasets.Value("string")),
                    # Arrow's check of row 0 refuses None: "" and [] stand for "none given".
                    "questions": datasets.Value("string"),
                    "synthetic_answers": datasets.Sequence(datasets.Value("string")),
                }
            ),
            homepage=urls[0],
            license="apache-2.0",
            reference_urls=urls,
        )

    def _compute(
        self,
        *,
        predictions: list[str],
        references: list[list[str]],
        questions: list[str],
        synthetic_answers: list[list[str]],
        run: Run,
    ) -> dict[str, Any]:
        rows = check_rows(
            predictions,
            references,
            [question or None for question in questions],
            [[answer or None for answer in answers] or None for answers in synthetic_answers],
            needs_references=self._needs_references,
            needs_questions=self._needs_questions,
        )
        return run.score(rows)

    def _as_features(self, predictions: Any, references: Any, **optional: Any) -> dict[str, list[Any]]:
        """Checks columns and returns them in the one form that Arrow stores: references always as lists."""
        rows = check_rows(
            predictions,
            references,
            **optional,
            needs_references=self._needs_references,
            needs_questions=self._needs_questions,
        )
        return {
            "predictions": [row.prediction for row in rows],
            "references": [list(row.references) for row in rows],
            "questions": [row.question or "" for row in rows],
            "synthetic_answers": [
                [answer or "" for answer in row.synthetic_answers] if any(row.synthetic_answers) else [] for row in rows
            ],
        }


def refuse_unknown(names: Iterable[str], known: tuple[str, ...]) -> None:
    """Raises the error for the first name that is not known.

    Raises:
        UsageError: A name is unknown.
    """
    for name in names:
        if name not in known:
            raise UsageError(unknown_option(name, known))
