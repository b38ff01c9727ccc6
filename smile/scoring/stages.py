"""The stages of scoring, callable one by one."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..aliases import OnProgress
from ..encoding.encoders import Encoder, load_encoder
from ..encoding.static.static_encoder import StaticEncoder
from ..learned.reader import Reader
from ..rows.checked_rows import Row, check_rows, rows_as_read
from ..settings.named_settings import Settings
from ..stores.encoder_choice import has_word_vectors
from .pairs import MeasuredPairs, measure_pairs, score_pairs, with_learned
from .plan import compare
from .reading import read_answers
from .results import Scores
from .signature import RowKinds, signature

# Together they use most tables and expressions of the rules.
_PREDICTIONS = ("I don't know.", "Ann Lee walked two miles in Great Britain on 4 May 1776, not in Rome.")
_REFERENCES = ("Rome", "Bob Lee Dow", "UK", "three km", "July 5, 1776", "Henry VIII and Ann")


@dataclass(frozen=True)
class Stages:
    """The stages of `SmileScorer`, for packages that run them one by one.

    Attributes:
        reader: The reader of `learned`; None in other settings.
    """

    settings: Settings
    encoder: Encoder
    reader: Reader | None

    def load(self) -> None:
        """Loads the models, the lemmas and the tables of the rules; see `SmileScorer.warm_up`."""
        rows = read_answers(check_rows(_PREDICTIONS, [_REFERENCES] * len(_PREDICTIONS)), self.settings).rows
        compare(rows, self.settings.normalization, self.settings.language)
        load_encoder(self.encoder)
        load_encoder(self._word_vectors())
        if self.reader is not None:
            self.reader.load()

    def measure(
        self, rows: Sequence[Row], on_progress: OnProgress | None = None, wanted: Sequence[Settings] | None = None
    ) -> MeasuredPairs:
        """Encodes checked rows and returns their pairs, for scores at more than one weight.

        Args:
            rows: The rows.
            on_progress: Called with the number of strings encoded and the number of all strings.
            wanted: The settings that `score_pairs` will get. Pairs that cannot be the best of their row with any of
                these are dropped, which saves three quarters of the time with the embedded encoder. None keeps all.
                `learned` keeps the pairs that it reads.
        """
        settings = self.settings
        read = read_answers(rows, settings)
        comparisons = compare(
            rows_as_read(read.rows, settings.use_questions),
            settings.normalization,
            settings.language,
            weighs_words=settings.weighs_words,
        )
        if self.reader is None:
            return measure_pairs(read, comparisons, self.encoder, wanted, on_progress, self._word_vectors())
        measured = measure_pairs(read, comparisons, self.encoder, None, None)
        smile = measured.smile(settings)
        result = self.reader.score(read.rows, measured.pairs, smile, settings.use_questions, on_progress)
        return with_learned(measured, result)

    def _word_vectors(self) -> Encoder | None:
        return StaticEncoder() if has_word_vectors(self.settings, self.encoder.signature) else None

    def score_pairs(self, rows: Sequence[Row], pairs: MeasuredPairs, settings: Settings) -> Scores:
        """Scores rows from their pairs; encodes nothing.

        Args:
            rows: The rows that were measured.
            pairs: What `measure` returned for them and these settings.
            settings: The scorer's settings; only `semantic_weight`, `aggregation`, `use_easy_match` and `threshold`
                may differ.
        """
        kinds = RowKinds.of(rows)
        return score_pairs(pairs, settings, self.signature_of(settings, kinds), kinds.n_scored_without(settings))

    def warnings(self, rows: Sequence[Row]) -> list[str]:
        """Returns warnings about the scores of checked rows; empty unless the setting is `learned`.

        Raises:
            ModelError: The reader's files are missing or damaged.
        """
        if self.reader is None:
            return []
        return self.reader.warnings(rows, self.settings.use_questions)

    def signature_of(self, settings: Settings, kinds: RowKinds) -> str:
        """Returns the signature of a run.

        Args:
            settings: The settings of the run.
            kinds: The properties of all its rows.
        """
        reader = None if self.reader is None else self.reader.signature
        return signature(settings, self.encoder.signature, kinds, reader)
