"""The options that commands share, in groups that build what the options describe."""

from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from ..checks import check_choice
from ..choices import AGGREGATIONS, BACKENDS, DTYPES
from ..errors import UsageError
from ..files.row_columns import RowColumns
from ..files.writing import ITEM_ENDINGS
from ..judges.chat_models.judge_settings import JUDGE_HELP, JudgeSettings
from ..judges.judge import Judge
from ..judges.l3_scorer import TOP_LOGPROBS, L3Scorer
from ..judges.rubric_scorer import RUBRIC_LANGUAGES, RUBRICS, RubricScorer
from ..people.agreement.agreement_scorer import AgreementScorer
from ..people.labelled_files import LABEL, LabelOptions
from ..people.labels import LABEL_AGGREGATIONS
from ..settings.named_settings import NAMED_SETTINGS, Settings
from ..settings.settings_file import chosen_settings
from ..stores.embedding_store import DEFAULT_GIGABYTES
from .options import AsJson, cluster, column, encoder, option, result, score
from .parameters import Only

_DEFAULT = NAMED_SETTINGS["default"]
_THE_SETTINGS = "the setting's"


@dataclass(frozen=True)
class EncoderOptions:
    """Which model encodes the texts, and how."""

    model: Annotated[str | None, encoder("Sentence-transformers model: a Hub id or a folder.", _THE_SETTINGS)] = None
    revision: Annotated[str | None, encoder("Branch, tag or commit of the model on the Hub.")] = None
    device: Annotated[str | None, encoder("Device that runs the model: cuda, mps, cpu, ...", "the best one here")] = (
        None
    )
    batch_size: Annotated[
        int | None, encoder("Largest number of texts per pass; changes speed, not scores.", "chosen for the device")
    ] = None
    dtype: Annotated[str | None, encoder(f"Number format of the model: {', '.join(DTYPES)}.", _DEFAULT.dtype)] = None
    backend: Annotated[
        str | None, encoder(f"Library that runs the model on a CPU: {', '.join(BACKENDS)}.", _DEFAULT.backend)
    ] = None
    prompt: Annotated[str | None, encoder("Text to put before every text, for models that expect one.")] = None


@dataclass(frozen=True)
class SettingOptions:
    """Which named setting or settings file scores, and what is changed in it."""

    setting: Annotated[str, option(f"Named setting: {', '.join(NAMED_SETTINGS)}.")] = "default"
    config: Annotated[Path | None, option("Settings file written by `smile calibrate`.", False)] = None
    semantic_weight: Annotated[
        float | None,
        score("Weight of the semantic score in SMILE, 0 to 1 (the paper's w).", _DEFAULT.semantic_weight),
    ] = None
    threshold: Annotated[
        float | None,
        score(
            "A row counts as correct when its SMILE is above this, 0 to 1.",
            f"{_DEFAULT.threshold}; learned: {NAMED_SETTINGS['learned'].threshold}",
        ),
    ] = None
    aggregation: Annotated[
        str | None,
        score(
            f"Mean that joins the semantic and the lexical score: {' or '.join(AGGREGATIONS)}.", _DEFAULT.aggregation
        ),
    ] = None
    easy_match: Annotated[
        bool | None,
        score("Include the easy match in the lexical score.", "easy-match", name="--easy-match/--no-easy-match"),
    ] = None
    questions: Annotated[
        bool | None,
        score(
            "Encode each answer and reference together with the row's question.",
            "the question of each row that has one; paper, multilingual: no-questions",
            name="--questions/--no-questions",
        ),
    ] = None
    language: Annotated[str | None, score("Language of the rows: an ISO code, or any.", _THE_SETTINGS)] = None
    answer: Annotated[
        str | None,
        score(
            "What of an output is its answer: auto, the final answer; whole, all of it; or a regular expression, "
            "the first group of its last match.",
            f"{_DEFAULT.answer}; paper: {NAMED_SETTINGS['paper'].answer}",
            metavar="auto|whole|PATTERN",
        ),
    ] = None

    def settings(self, encoder: EncoderOptions | None = None) -> Settings:
        """Returns the checked settings that the options describe."""
        options = vars(self) | vars(encoder or EncoderOptions())
        renamed = {"easy_match": "use_easy_match", "questions": "use_questions"}
        given = {renamed.get(name, name): value for name, value in options.items()}
        return chosen_settings(given.pop("setting"), given.pop("config"), **given)


@dataclass(frozen=True)
class StoreOptions:
    """Where embeddings are kept between runs."""

    store: Annotated[Path | None, encoder("Folder that keeps embeddings for later runs.")] = None
    store_gigabytes: Annotated[float, encoder("Largest size of the store in gigabytes.")] = DEFAULT_GIGABYTES


@dataclass(frozen=True)
class ClusterOptions:
    """Where the rows are scored, and what each scorer on a cluster takes."""

    engine: Annotated[
        str,
        cluster(
            "Where to score: local, or ray (the cluster at RAY_ADDRESS, else this machine). ray takes a .parquet "
            "file or a folder of them and writes into the folder --output."
        ),
    ] = "local"
    actors: Annotated[int | None, cluster("Number of scorers that run at the same time.", "as many as fit")] = None
    cpus_per_actor: Annotated[float, cluster("Number of CPUs for each scorer.")] = 1
    gpus_per_actor: Annotated[float, cluster("Number of GPUs for each scorer; may be a fraction.")] = 0


@dataclass(frozen=True)
class ResultOptions:
    """What becomes of each row's scores."""

    worst: Annotated[int, result("Show the N lowest-scoring rows.", min=0, metavar="N")] = 5
    output: Annotated[Path | None, result(f"Write each row's scores to this file ({', '.join(ITEM_ENDINGS)}).")] = None
    as_json: AsJson = False
    per_item: Annotated[bool, result("Add each row's scores to the JSON object.", name="--per-item")] = False


@dataclass(frozen=True)
class ReportOptions:
    """Where a page of the result and its figures are written."""

    report: Annotated[Path | None, result("Write tables and figures to this page (.html).")] = None
    plots: Annotated[Path | None, result("Write the figures into this folder (.png).")] = None

    @property
    def are_wanted(self) -> bool:
        """Whether there is anything to write."""
        return self.report is not None or self.plots is not None


@dataclass(frozen=True)
class ColumnOptions:
    """What the file calls the columns of the rows."""

    prediction_column: Annotated[str | None, column("Column of the predictions.", "prediction or pred")] = None
    reference_column: Annotated[str | None, column("Column of the references.", "reference, references or answer")] = (
        None
    )
    question_column: Annotated[str | None, column("Column of the questions.", "question, if present")] = None
    id_column: Annotated[str | None, column("Column of the ids.", "id, if present")] = None
    synthetic_answer_column: Annotated[
        str | None, column("Column of the synthetic answers.", "synthetic_answer or syn_ans, if present")
    ] = None
    reference_separator: Annotated[
        str, column("What stands between several references in a cell, such as '|'.", "a cell is one reference")
    ] = ""

    def names(self) -> RowColumns:
        """Returns the names of the columns."""
        return RowColumns(**{option.removesuffix("_column"): name for option, name in asdict(self).items()})


@dataclass(frozen=True)
class PeopleOptions:
    """Which columns hold people's labels, and how labels are read."""

    label_column: Annotated[
        list[str] | None,
        column(
            "Column of people's labels, numbers or true and false; repeat the option for each further person.", LABEL
        ),
    ] = None
    question_column: Annotated[
        str | None, column("Column that tells which question a row answers.", "question, if present")
    ] = None
    label_threshold: Annotated[
        float | None,
        score("A person calls an answer right when the label is above this.", "0.5 for labels from 0 to 1"),
    ] = None
    label_aggregation: Annotated[
        str, score(f"How the labels of several people become one: {' or '.join(LABEL_AGGREGATIONS)}.")
    ] = "mean"
    system_column: Annotated[
        str | None, column("Column that names the system that answered; adds a per-system table.", "system, if present")
    ] = None
    group_column: Annotated[
        list[str] | None,
        column(
            "Column of groups (data set, language, ...); adds a table per group. Repeat the option for each "
            "further column; A,B groups by each combination of A and B."
        ),
    ] = None

    def columns(self) -> LabelOptions:
        """Returns the columns of labels, questions, systems and groups."""
        return LabelOptions(self.label_column, self.question_column, self.system_column, self.group_column or ())

    def scorer(
        self, settings: Settings, threshold: float | None, confidence_level: float, **more: Any
    ) -> AgreementScorer:
        """Returns what measures agreement; without a threshold that of the setting counts.

        Raises:
            UsageError: An option is out of range.
        """
        return AgreementScorer(
            threshold=settings.threshold if threshold is None else threshold,
            label_threshold=self.label_threshold,
            label_aggregation=self.label_aggregation,
            confidence_level=confidence_level,
            **more,
        )


def of_judge(name: str, shown: Any = None, panel: str | None = "Endpoint", text: str = "", **more: Any) -> Any:
    """Returns the option of the judges with this name."""
    default = getattr(JudgeSettings, name, None) if shown is None else shown
    return option(text or JUDGE_HELP[name], True if default is None else default, panel=panel, **more)


@dataclass(frozen=True)
class EndpointOptions:
    """How a language model is asked, and where its answers are kept."""

    cache: Annotated[
        bool, option("Keep the model's answers and use those of earlier runs.", name="--cache/--no-cache")
    ] = True
    cache_file: Annotated[
        Path | None, option("File that keeps the model's answers.", "~/.cache/smile/judge.sqlite")
    ] = None
    base_url: Annotated[str | None, of_judge("base_url")] = None
    concurrency: Annotated[int | None, of_judge("concurrency")] = None
    timeout: Annotated[float | None, of_judge("timeout")] = None
    max_retries: Annotated[int | None, of_judge("max_retries")] = None
    price: Annotated[tuple[float, float] | None, of_judge("price", "the known price", metavar="INPUT OUTPUT")] = None

    def of_judges(self) -> dict[str, Any]:
        """Returns the options as the judges and generators take them; None where an option was not given."""
        if self.cache_file is not None and not self.cache:
            raise UsageError("--cache-file and --no-cache contradict each other: leave one of them out")
        asked = {name: getattr(self, name) for name in ("base_url", "concurrency", "timeout", "max_retries", "price")}
        return asked | {"cache": self.cache_file or (None if self.cache else False)}


L3SCORE, RUBRIC = "l3score", "rubric"
JudgeMetric = Annotated[str, option(f"How the model judges: {L3SCORE} or {RUBRIC}.")]

_of_local_model = partial(of_judge, panel="Local model")


@dataclass(frozen=True)
class JudgeOptions:
    """Which model judges, and by which prompt."""

    provider: Annotated[str, of_judge("provider", False, None)]
    model: Annotated[str, of_judge("model", False, None)]
    rubric: Annotated[
        str,
        option(
            f"Rubric for the metric {RUBRIC}: {', '.join(RUBRICS)} (the last two are MORQA's own prompts, for "
            "medical advice), or a template file."
        ),
    ] = "three_step"
    language: Annotated[str, option(f"Language of the rubric: {', '.join(RUBRIC_LANGUAGES)}.")] = "en"
    top_logprobs: Annotated[
        int, option(f"Number of the most likely tokens to read for {L3SCORE}, as far as there are.")
    ] = TOP_LOGPROBS
    on_error: Annotated[str | None, of_judge("on_error", panel=None)] = None
    revision: Annotated[str | None, _of_local_model("revision")] = None
    device: Annotated[str | None, _of_local_model("device", "the best one here")] = None
    dtype: Annotated[str | None, _of_local_model("dtype")] = None

    def judge(self, metric: str, endpoint: EndpointOptions, **more: Any) -> Judge:
        """Returns the judge that the options describe; sends nothing."""
        check_choice("the judge", metric, (L3SCORE, RUBRIC))
        names = ("revision", "device", "dtype", "on_error")
        given = endpoint.of_judges() | {name: getattr(self, name) for name in names} | more
        if metric == L3SCORE:
            return L3Scorer(self.provider, self.model, self.top_logprobs, **given)
        return RubricScorer(self.provider, self.model, self.rubric, self.language, **given)


# What several commands take of a group.
MetricSetting = Annotated[SettingOptions, Only("setting", "language", "answer")]
LabelsOfPeople = Annotated[
    PeopleOptions, Only("label_column", "question_column", "label_threshold", "label_aggregation")
]
ScoredColumns = Annotated[ColumnOptions, Only("prediction_column", "reference_column", "synthetic_answer_column")]
ScoredColumnsAndId = Annotated[
    ColumnOptions, Only("prediction_column", "reference_column", "id_column", "synthetic_answer_column")
]
JudgedColumns = Annotated[
    ColumnOptions, Only("prediction_column", "reference_column", "question_column", "id_column", "reference_separator")
]
