"""The scorer: rows in, scores out, through the stages `reading`, `plan`, `cosines`, `pairs` and `results`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..aliases import OnProgress
from ..encoding.encoders import Encoder, load_encoder
from ..errors import UsageError
from ..learned.reader import Reader
from ..learned.reader_files import reader_encoder
from ..rows.checked_rows import Row, check_rows, rows_as_read
from ..settings.named_settings import Settings
from ..settings.settings_file import chosen_settings
from ..stores.embedding_store import DEFAULT_GIGABYTES, with_store
from ..stores.encoder_choice import encoder_of
from ..stores.prepared_set import open_prepared
from .pairs import MeasuredPairs, measure_pairs, score_pairs, with_learned
from .plan import compare
from .reading import read_answers
from .results import Scores
from .signature import RowKinds, signature

_STAGES = ("complete", "encoder", "measure", "score_pairs", "score_rows", "signature_of", "warnings")


class SmileScorer:
    """Scores predictions against references with SMILE.

    Args:
        setting: `default`, `fast`, `learned`, `paper` or `multilingual`, or `Settings`.
        encoder: An encoder in place of the setting's own.
        config: A settings file that `smile calibrate` wrote; see `smile.settings.settings_file.chosen_settings`.
        reader: For `learned`, the encoder in place of `smile.learned.reader_files.reader_encoder`.
        store: A folder that keeps embeddings for later runs; see `smile.stores.embedding_store.EmbeddingStore`.
        store_gigabytes: The largest size of the store.
        prepared: The folder of a set that `smile prepare` made for these settings. Its synthetic answers are used, and
            it must know every row.
        **options: Any of `smile.settings.named_settings.OPTIONS`, for example `semantic_weight=0.5`.

    Raises:
        UsageError: A setting or option is unknown or out of range, the prepared set cannot be used, or a store is given
            with `fast`, which would keep nothing in it.

    Examples:
        >>> scorer = SmileScorer()
        >>> result = scorer.score(["It is in Paris."], ["Paris"]).summary()
        >>> round(result["smile"], 3), result["accuracy"]
        (0.97, 1.0)
        >>> print(scorer.score(["It is in Paris.", "2 July 1776", ""], ["Paris", "4 July 1776", "no"]))
        SMILE 0.439; 1 of 3 answers are right
           row  smile  right  reason
             0  0.970  yes    nearest words: paris
             1  0.346  no     gives another value: 2 July 1776, not 4 July 1776
             2  0.000  no     attempts nothing: it is empty
    """

    def __init__(
        self,
        setting: str | Settings = "default",
        encoder: Encoder | None = None,
        *,
        config: str | Path | None = None,
        reader: Encoder | None = None,
        store: str | Path | None = None,
        store_gigabytes: float = DEFAULT_GIGABYTES,
        prepared: str | Path | None = None,
        **options: Any,
    ) -> None:
        """Checks the settings; loads nothing."""
        if isinstance(setting, Settings):
            given = [*options, *([] if config is None else ["config"])]
            if given:
                raise UsageError(f"{', '.join(given)} given beside settings: put options into the settings themselves")
            self.settings = setting
        else:
            self.settings = chosen_settings(setting, config, **options)
        self.encoder = encoder_of(self.settings, encoder, store=store, store_gigabytes=store_gigabytes)
        self._reader: Reader | None = None
        if self.settings.is_learned:
            encoder_of_reader = reader_encoder(self.settings) if reader is None else reader
            self._reader = Reader(
                encoder_of_reader if store is None else with_store(encoder_of_reader, store, store_gigabytes),
                self.encoder,
            )
        self._prepared = None if prepared is None else open_prepared(prepared)
        if self._prepared is not None:
            self.encoder = self._prepared.cached(self.encoder)

    def __dir__(self) -> list[str]:
        """Shows what users call; the stages of scoring are for the other rooms of the package."""
        return [name for name in super().__dir__() if name not in _STAGES]

    def warm_up(self) -> None:
        """Loads the encoder and the lemmas, which scoring would otherwise do on first use.

        Raises:
            ModelError: A model or its data cannot be loaded.
            UsageError: The settings were calibrated with another encoder.
        """
        compare(check_rows(["warm up"], ["warm up"]), self.settings.normalization, self.settings.language)
        load_encoder(self.encoder)
        if self._reader is not None:
            self._reader.load()
        self._check_calibration()

    def score(
        self,
        predictions: Any,
        references: Any,
        questions: Any = None,
        synthetic_answers: Any = None,
        on_progress: OnProgress | None = None,
    ) -> Scores:
        """Scores columns of any kind that `check_rows` takes.

        Args:
            predictions: One string per row.
            references: Per row a string or a list of strings.
            questions: Per row a string or None; see `Settings.use_questions`.
            synthetic_answers: Per row None, a string, or a list as long as the row's references.
            on_progress: Called with the number of strings encoded and the number of all strings.

        Raises:
            DataError: A row is invalid.
            ModelError: A model or its data cannot be loaded.
            UsageError: The settings were calibrated, or the set prepared, with another encoder.
        """
        return self.score_rows(check_rows(predictions, references, questions, synthetic_answers), on_progress)

    def score_rows(self, rows: Sequence[Row], on_progress: OnProgress | None = None) -> Scores:
        """Scores checked rows; see `score`."""
        return self.score_pairs(rows, self.measure(rows, on_progress, [self.settings]), self.settings)

    def measure(
        self, rows: Sequence[Row], on_progress: OnProgress | None = None, wanted: Sequence[Settings] | None = None
    ) -> MeasuredPairs:
        """Encodes checked rows and returns their pairs, for scores at more than one weight.

        Args:
            rows: The rows.
            on_progress: Called with the number of strings encoded and the number of all strings.
            wanted: The settings that `score_pairs` will get. Pairs that are the best of their row with none of these
                are left out, which saves half of the time. None keeps every pair. `learned` keeps those that it reads.
        """
        settings = self.settings
        read = read_answers(self.complete(rows), settings)
        self._check_calibration()
        if self._prepared is not None:
            self._prepared.check(settings, self.encoder.signature)
        comparisons = compare(
            rows_as_read(read.rows, settings.use_questions), settings.normalization, settings.language
        )
        if self._reader is None:
            return measure_pairs(read, comparisons, self.encoder, wanted, on_progress)
        pairs = measure_pairs(read, comparisons, self.encoder, None, None)
        result = self._reader.score(read.rows, pairs, pairs.smile(settings), settings.use_questions, on_progress)
        return with_learned(pairs, result)

    def score_pairs(self, rows: Sequence[Row], pairs: MeasuredPairs, settings: Settings) -> Scores:
        """Scores rows from their pairs; encodes nothing.

        Args:
            rows: The rows that were measured.
            pairs: What `measure` returned for them and these settings.
            settings: The scorer's settings; only `semantic_weight`, `aggregation`, `use_easy_match` and `threshold`
                may differ.
        """
        kinds = RowKinds.of(self.complete(rows))
        scores = score_pairs(pairs, settings, self.signature_of(settings, kinds))
        return replace(scores, n_without_question=kinds.n_scored_without(settings))

    def complete(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Returns rows with the synthetic answers of the prepared set, if there is one.

        Raises:
            DataError: The set does not know a row, or the row has synthetic answers as well.
        """
        return rows if self._prepared is None else self._prepared.with_answers(rows)

    def warnings(self, rows: Sequence[Row]) -> list[str]:
        """Returns what to know before trusting the scores of checked rows; empty unless the setting is `learned`.

        Raises:
            ModelError: The reader's files are missing or damaged.
        """
        if self._reader is None:
            return []
        return self._reader.warnings(rows, self.settings.use_questions)

    def signature_of(self, settings: Settings, kinds: RowKinds) -> str:
        """Returns the signature of a run.

        Args:
            settings: The settings of the run.
            kinds: The properties of all its rows, after `complete`.
        """
        prepared = None if self._prepared is None else self._prepared.digest
        reader = None if self._reader is None else self._reader.signature
        return signature(settings, self.encoder.signature, kinds, prepared, reader)

    def _check_calibration(self) -> None:
        calibration = self.settings.calibration
        if calibration is not None and calibration.encoder != self.encoder.signature:
            raise UsageError(
                f"the settings file {calibration.file} was calibrated with the encoder {calibration.encoder}, and this "
                f"is {self.encoder.signature}: calibrate again with this encoder, or score with the other"
            )
