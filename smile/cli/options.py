"""The options that several commands share: single options, and groups of options."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_type_hints

import typer

from ..disk.atomic_writes import new_file_in_place
from ..errors import DataError, UsageError
from ..files.paired_systems import id_as_pairing_key
from ..files.row_columns import COLUMN_NAMES, RowColumns
from ..files.tables import read_columns
from ..files.writing import FIGURE_ENDINGS, ITEM_ENDINGS, check_output_target
from ..judges.base_judge import Judge
from ..judges.chat_models.judge_settings import JUDGE_HELP, JUDGE_OPTIONS, JudgeSettings
from ..judges.chat_models.providers import LOCAL
from ..judges.named_judges import JUDGES, named_judge
from ..optional_packages import check_installed
from ..people.labelled_files import LabelOptions
from ..reporting.report import Report
from ..settings.named_settings import NAMED_SETTINGS, Settings, named_settings

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_PAGE_ENDINGS = (".html",)

# The types of the values of --set, by name: the fields of settings and judges, and other arguments of their scorers.
_KINDS = get_type_hints(Settings) | get_type_hints(JudgeSettings) | {"top_logprobs": int, "store_gigabytes": float}
OPTIONS_OF_SET = _KINDS.keys()
OPTIONS_OF_JUDGES = {*JUDGE_OPTIONS, "top_logprobs"}


def cli_option(text: str, shown: Any = True, *, name: str | None = None, panel: str | None = None, **more: Any) -> Any:
    """Returns an option with its help and the default to show; by default its name is that of the parameter."""
    names, default = () if name is None else (name,), shown if isinstance(shown, bool) else str(shown)
    return typer.Option(*names, help=text, show_default=default, rich_help_panel=panel, **more)


result, judging = (partial(cli_option, panel=panel) for panel in ("Results", "Language model"))
_set = partial(cli_option, name="--set", metavar="NAME=VALUE")

File = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="File with the rows (.jsonl, .json, .csv or .tsv, also .gz; .xlsx, .parquet, .eval), or - for stdin.",
        show_default=False,
    ),
]
AsJson = Annotated[bool, result("Print the result as a single JSON object.", name="--json")]
Plot = Annotated[
    Path | None, result(f"Draw a figure of the result and write it to this file ({', '.join(FIGURE_ENDINGS)}).")
]
Threshold = Annotated[
    float | None,
    cli_option(
        "Answers with a SMILE above this value, 0 to 1, count as correct.",
        f"{NAMED_SETTINGS['default'].threshold}; learned: {NAMED_SETTINGS['learned'].threshold}",
    ),
]
_OF_ENCODERS = "device, revision, batch_size, dtype, backend"
_OF_SETTINGS = f"use_questions, semantic_weight, aggregation, use_easy_match, {_OF_ENCODERS}, prompt or store_gigabytes"
_OF_JUDGES = (
    "price (dollars per million INPUT,OUTPUT tokens), concurrency, timeout, max_retries, on_error, cache (false, or a "
    "file), revision, device or dtype"
)
SetScoring = Annotated[list[str] | None, _set(f"Change another option of the setting: {_OF_SETTINGS}. Repeatable.")]
SetEncoder = Annotated[list[str] | None, _set(f"Change another option: {_OF_ENCODERS}. Repeatable.")]
SetJudge = Annotated[list[str] | None, _set(f"Change another option of the model: {_OF_JUDGES}. Repeatable.")]
SetCascade = Annotated[
    list[str] | None,
    _set(
        "Change another option of the setting (use_questions, semantic_weight, aggregation, use_easy_match, "
        f"batch_size, backend) or of the language model ({_OF_JUDGES}). Repeatable."
    ),
]
Model = Annotated[
    str | None, cli_option("Sentence-transformers model to encode with: a Hub id or a folder.", "the setting's")
]


def with_set_options(given: Mapping[str, Any], changes: list[str] | None) -> dict[str, Any]:
    """Returns the given options that are not None, and the options that `--set` changes.

    >>> with_set_options({"device": "cpu", "model": None}, ["batch_size=16", "prompt=query: ", "price=0.15,0.6"])
    {'device': 'cpu', 'batch_size': 16, 'prompt': 'query: ', 'price': (0.15, 0.6)}
    """
    found = {name: value for name, value in given.items() if value is not None}
    for change in changes or ():
        name, sign, text = change.partition("=")
        name = name.strip().replace("-", "_")
        if not name or not sign:
            raise UsageError(f"--set takes NAME=VALUE, such as --set batch_size=16, got {change!r}")
        if name in found:
            raise UsageError(f"{name} is given twice, once as --set {change}: remove one of them")
        if name == "api_key":
            raise UsageError(
                "a key in a command can be seen by others: put it into the environment variable of the provider "
                "(OPENAI_API_KEY, ...) or into SMILE_API_KEY"
            )
        found[name] = _parsed_option_value(name, text)
    return found


def _parsed_option_value(name: str, text: str) -> Any:
    """Parses the value of an option; a value of the wrong type stays text, and the option's checks reject it."""
    if name == "price":
        return tuple(_parsed_option_value("timeout", each) for each in text.split(","))
    kinds = get_args(_KINDS.get(name)) or (_KINDS.get(name),)
    if bool in kinds and text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        if kind in kinds:
            try:
                return kind(text)
            except ValueError:
                pass
    return text


@dataclass(frozen=True)
class ScoringOptions:
    """The named setting, and its most frequently changed options."""

    setting: Annotated[
        str | None,
        cli_option(
            "Named setting: learned if rows have questions, default if not or for a fixed formula, fast for millions "
            "of rows, multilingual for other languages, paper for published figures.",
            "default",
        ),
    ] = None
    language: Annotated[str | None, cli_option("Language of the rows: an ISO code, or any.", "the setting's")] = None
    answer: Annotated[
        str | None,
        cli_option(
            "Part of each output to score: auto (the final answer), whole, or a regular expression.",
            f"{NAMED_SETTINGS['default'].answer}; paper: {NAMED_SETTINGS['paper'].answer}",
            metavar="auto|whole|PATTERN",
        ),
    ] = None
    store: Annotated[Path | None, cli_option("Folder to keep embeddings in for later runs.")] = None

    def read(self, changes: list[str] | None, **given: Any) -> tuple[Settings, dict[str, Any]]:
        """Returns the checked settings, and the arguments of `SmileScorer` for the store.

        `given` are the command's own options.
        """
        own = {"language": self.language, "answer": self.answer, "store": self.store}
        options = with_set_options(own | given, changes)
        store: dict[str, Any] = {name: options.pop(name) for name in ("store", "store_gigabytes") if name in options}
        return named_settings(self.setting or "default", **options), store


def _column_option(roles: tuple[str, ...]) -> Any:
    text = f"Column for a role ({', '.join(roles)}). Repeatable."
    return cli_option(text, "the usual names", metavar="ROLE=NAME")


@dataclass(frozen=True)
class ColumnOptions:
    """The columns of the file, each with its role."""

    roles: ClassVar[tuple[str, ...]] = tuple(COLUMN_NAMES)
    column: Annotated[list[str] | None, _column_option(roles)] = None
    reference_separator: Annotated[
        str, cli_option("Text between several references in one cell, such as ';'.", "one reference per cell")
    ] = ""
    log_filter: Annotated[
        str | None,
        cli_option("Filter to read, if a log of lm-eval has several.", False, name="--filter", metavar="NAME"),
    ] = None

    def named(self, role: str) -> list[str]:
        """Returns the names of a role's columns."""
        found = []
        for each in self.column or ():
            named, sign, name = each.partition("=")
            if named not in self.roles or not sign:
                raise UsageError(
                    f"--column takes ROLE=NAME with one of the roles {', '.join(self.roles)}, got {each!r}"
                )
            found += [name] if named == role else []
        return found

    def single(self, role: str) -> str | None:
        """Returns the name of a role's column; None if it is not given."""
        names = self.named(role)
        if len(names) > 1:
            raise UsageError(f"--column {role} is given {len(names)} times ({', '.join(names)}): give it once")
        return names[0] if names else None

    def rows(self) -> RowColumns:
        """Returns the names of the columns of rows."""
        return RowColumns(
            **{role: self.single(role) for role in COLUMN_NAMES},
            reference_separator=self.reference_separator,
            log_filter=self.log_filter,
        )


@dataclass(frozen=True)
class SystemColumnOptions(ColumnOptions):
    """The columns of rows, and the column with the system of each row."""

    roles: ClassVar[tuple[str, ...]] = (*COLUMN_NAMES, "system")
    column: Annotated[list[str] | None, _column_option(roles)] = None


@dataclass(frozen=True)
class LabelColumnOptions(ColumnOptions):
    """The columns of rows and human labels; repeat the role `label` for each annotator."""

    roles: ClassVar[tuple[str, ...]] = (*COLUMN_NAMES, "system", "label")
    column: Annotated[list[str] | None, _column_option(roles)] = None

    def labels(self) -> LabelOptions:
        """Returns the columns of labels, questions, systems and groups."""
        labels, groups = self.named("label") or None, self.named("group")
        return LabelOptions(labels, self.single("question"), self.single("system"), groups)


@dataclass(frozen=True)
class LabelledOptions(LabelColumnOptions):
    """The columns of rows, labels, groups and scores, and the options for reading labels.

    The roles `label`, `group` and `score` may be repeated; `group=A,B` groups by each combination of A and B.
    """

    roles: ClassVar[tuple[str, ...]] = (*COLUMN_NAMES, "system", "label", "group", "score")
    column: Annotated[list[str] | None, _column_option(roles)] = None
    label_threshold: Annotated[
        float | None, cli_option("Labels above this value count as correct.", "0.5 for labels from 0 to 1")
    ] = None


def check_output_option(path: Path | None, endings: tuple[str, ...], file: Path) -> None:
    """Checks that an output file (None: there is none) can be written and is not the input file."""
    if path is None:
        return
    check_output_target(path, endings)
    if path.exists() and file.exists() and path.samefile(file):
        raise UsageError(f"{path} is the input file, which would be overwritten: choose another output file")


def filled_in_entries(path: Path, column: str) -> Counter[tuple[str, Any]]:
    """Returns the entries of a column that a person fills in, each with the id of its row.

    A file that does not exist, or was not written by the same command, has none.
    """
    try:
        table = read_columns(path, {column: column}, ["id"]) if path.exists() else None
    except DataError:
        table = None
    found = [] if table is None else zip(map(id_as_pairing_key, table.cells("id")), table.values(column), strict=True)
    return Counter((row_id, entry) for row_id, entry in found if entry is not None and entry != "")


def check_plot_option(path: Path | None, file: Path) -> None:
    """Checks that a figure (None: there is none) can be drawn and written."""
    if path is not None:
        check_installed("matplotlib", "--plot", "plots")
    check_output_option(path, FIGURE_ENDINGS, file)


@dataclass(frozen=True)
class ResultOptions:
    """The form of the result, and the file for each row's result."""

    output: Annotated[Path | None, result(f"Write each row's result to this file ({', '.join(ITEM_ENDINGS)}).")] = None
    as_json: AsJson = False

    def check(self, file: Path) -> None:
        """Checks before scoring that the results can be written; `file` is the input."""
        check_output_option(self.output, ITEM_ENDINGS, file)


@dataclass(frozen=True)
class ReportOptions:
    """The page to write."""

    report: Annotated[Path | None, result("Write the report to this HTML page (.html).")] = None

    def check(self, file: Path) -> None:
        """Checks that the page can be written and is not the input."""
        check_output_option(self.report, _PAGE_ENDINGS, file)
        if self.report is not None:
            check_installed("matplotlib", "--report", "plots")

    def write(self, figures: "Mapping[str, Figure]", report: Report, source: str) -> None:
        """Writes the page; `source` is the name of the measured file."""
        from ..reporting.report_html import report_page

        if self.report is not None:
            text = report_page(report, figures, source)
            with new_file_in_place(self.report) as temporary:
                temporary.write_text(text, encoding="utf-8")


RUBRIC_HELP = f"Judge or rubric: {', '.join(JUDGES)}, or a template file."
DryRun = Annotated[
    bool,
    cli_option("Show the number of requests and the expected cost, without sending a request.", name="--dry-run"),
]
BaseUrl = Annotated[str | None, judging(JUDGE_HELP["base_url"])]


@dataclass(frozen=True, kw_only=True)
class JudgeOptions:
    """The model that judges."""

    provider: Annotated[str, judging(JUDGE_HELP["provider"], False)]
    model: Annotated[str, judging(JUDGE_HELP["model"], False)]
    base_url: BaseUrl = None

    def judge(self, changes: list[str] | None, language: str, rubric: str, *, is_dry: bool = False) -> Judge:
        """Returns the judge that the options describe, without sending a request."""
        # A dry run needs no key, and cannot send anything by mistake.
        key = "none" if is_dry and self.provider != LOCAL else None
        return named_judge(rubric, language, **with_set_options(vars(self) | {"api_key": key}, changes))
