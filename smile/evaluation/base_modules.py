"""The base class of the evaluate modules, which checks columns before Arrow stores them."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar

import datasets
import evaluate

from ..checks import check_flag, refuse_unknown
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row, check_rows

_TEXT = datasets.Value("string")
_TEXTS = datasets.Sequence(_TEXT)
# The columns as Arrow stores them. A missing cell is "" or [], because evaluate rejects None in row 0.
_FEATURES = {"predictions": _TEXT, "references": _TEXTS, "questions": _TEXT, "synthetic_answers": _TEXTS}
_COLUMNS = tuple(_FEATURES)
# The attributes that evaluate sets when rows are added.
_FILES = ("buf_writer", "writer", "data", "cache_file_name", "filelock", "rendez_vous_lock", "file_paths", "filelocks")
_COLUMN_OF = {name.removesuffix("s"): name for name in _COLUMNS}


class Module(evaluate.Metric):
    """An evaluate module over rows of texts."""

    # The name of the file in `documents/` with the description, inputs and BibTeX entries.
    _document: ClassVar[str]
    # What checks `_options` and makes the `scorer` of `_compute`.
    _scorer_class: ClassVar[Callable[..., Any]]
    # The options of the scorer, and those of its result.
    _options: ClassVar[tuple[str, ...]]
    _result_options: ClassVar[tuple[str, ...]] = ("per_item",)
    # Whether every row needs a reference, and a question.
    _needs_references: ClassVar[bool] = True
    _needs_questions: ClassVar[bool] = False
    # The rows of a call of compute, which evaluate sets.
    data: Any

    def __init__(self, *args: Any, **options: Any) -> None:
        # The threads of a process take turns: evaluate writes the rows of all of them into one file.
        self._lock = RLock()
        super().__init__(*args, **options)

    def __getstate__(self) -> dict[str, Any]:
        """Pickles the module without its lock and the files that evaluate opens for added rows."""
        if len(self):
            raise DataError(
                "cannot copy the module to another process, as added rows are not scored yet: call compute first"
            )
        return {name: value for name, value in vars(self).items() if name != "_lock"} | dict.fromkeys(_FILES)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _lock=RLock())

    def _info(self) -> evaluate.MetricInfo:
        text = (Path(__file__).parent / "documents" / f"{self._document}.txt").read_text("utf-8")
        description, inputs, citation = re.split(r"\n(?=Args:\n|@\w+{)", text, maxsplit=2)
        urls = re.findall(r"https://[^\s}]+", citation)
        return evaluate.MetricInfo(
            description=description,
            citation=citation,
            inputs_description=self._inputs(inputs),
            features=datasets.Features(_FEATURES),
            homepage=urls[0],
            license="apache-2.0",
            reference_urls=urls,
        )

    def _inputs(self, text: str) -> str:
        return text

    def _make_scorer(self, options: dict[str, Any]) -> Any:
        return self._scorer_class(**options)

    def _check_result_options(self, options: Mapping[str, Any], n_rows: int | None) -> None:
        """Checks the given `_result_options`; `n_rows` is None if several processes add rows."""
        check_flag("per_item", options.get("per_item", False))

    def compute(
        self,
        *,
        predictions: Any = None,
        references: Any = None,
        questions: Any = None,
        synthetic_answers: Any = None,
        **options: Any,
    ) -> dict[str, Any] | None:
        """Scores the given rows together with those added by add and add_batch.

        If it fails, the added rows stay for the next call, and the given rows do not.
        """
        with self._lock:
            refuse_unknown(options, (*_COLUMNS, *self._result_options, *self._options))
            result_options = {name: options.pop(name) for name in self._result_options if name in options}
            scorer = self._make_scorer(options)
            columns = (predictions, references, questions, synthetic_answers)
            features = self._as_features(*columns) if any(column is not None for column in columns) else None
            n_before = len(self)
            n = n_before + (len(features["predictions"]) if features else 0) if self.num_process == 1 else None
            if n == 0:
                raise DataError(
                    "there are no rows to score: pass predictions and references, or call add or add_batch first"
                )
            self._check_result_options(result_options, n)
            if self.process_id == 0 and self.num_process > 1:
                # evaluate then drops the rows of all processes, so load models (which can fail) before that.
                scorer.warm_up()
            if features:
                super().add_batch(**features)
            try:
                result: dict[str, Any] | None = super().compute(scorer=scorer, **result_options)
            except BaseException:
                self._put_back(n_before)
                raise
            return result

    def _put_back(self, n: int) -> None:
        """Adds the first n rows again, which evaluate dropped."""
        data, self.data = self.data, None
        if self.num_process == 1 and n and data is not None:
            super().add_batch(**data[:n])

    def add_batch(self, *, predictions: Any = None, references: Any = None, **columns: Any) -> None:
        """Adds rows that compute will score."""
        refuse_unknown(columns, _COLUMNS)
        features = self._as_features(predictions, references, **columns)
        with self._lock:
            super().add_batch(**features)

    def add(self, *, prediction: Any = None, reference: Any = None, **cells: Any) -> None:
        """Adds one row that compute will score."""
        # evaluate.combine passes the cells of a row under the names of the columns.
        cells = {"prediction": prediction, "reference": reference, **cells}
        given: dict[str, Any] = {}
        for name, cell in cells.items():
            column = _COLUMN_OF.get(name, name)
            if cell is not None and column in given:
                raise UsageError(f"add got both {column.removesuffix('s')!r} and {column!r}: give one of them")
            if cell is not None:
                given[column] = cell
        refuse_unknown(given, _COLUMNS)
        self.add_batch(**{name: [given.get(name)] for name in {"predictions", "references", *given}})

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
        rows = self._rows(
            predictions,
            references,
            [question or None for question in questions],
            [[answer or None for answer in answers] or None for answers in synthetic_answers],
        )
        result: dict[str, Any] = scorer.score_rows(rows).summary(**result_options)
        return result

    def _as_features(self, *columns: Any, **optional: Any) -> dict[str, list[Any]]:
        """Checks columns and returns them in the form that Arrow stores, with references as lists."""
        rows = self._rows(*columns, **optional)
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
