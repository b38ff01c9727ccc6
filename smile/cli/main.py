"""The commands and their options; what they do is done elsewhere."""

import io
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from ..encoders import OnProgress
from ..errors import SmileError, UsageError
from ..files.reading import read_rows
from ..files.writing import ITEM_ENDINGS, check_target, write_items
from ..scorer import SmileScorer
from ..scoring import AGGREGATIONS
from ..settings import DTYPES, NAMED_SETTINGS, check_share, named_settings
from ..version import __version__
from .report import one_line, print_report

app = typer.Typer(
    name="smile",
    help="SMILE: is this answer right? Scores answers against right ones.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

_DEFAULT = NAMED_SETTINGS["default"]
_OF_SETTING = "the setting's"
_PLOT_ENDINGS = (".png",)
_ENCODER = "Encoder"
_SCORES = "Scores"
_RESULTS = "Results"
_COLUMNS = "Columns of the file"


def main() -> None:
    """Runs the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the terminal or pipe cannot take must not end the run.
            stream.reconfigure(errors="backslashreplace")
    app()


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        typer.echo(f"smile {__version__}")
        raise typer.Exit


@app.callback()
def _smile(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


@app.command()
def score(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A .jsonl, .json, .csv, .tsv or .parquet file.", show_default=False)
    ],
    setting: Annotated[str, typer.Option(help=f"Named setting: {', '.join(NAMED_SETTINGS)}.")] = "default",
    semantic_weight: Annotated[
        float | None,
        typer.Option(
            help="The paper's w, 0 to 1.", show_default=str(_DEFAULT.semantic_weight), rich_help_panel=_SCORES
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            help="A row counts as correct above it, 0 to 1.",
            show_default=str(_DEFAULT.threshold),
            rich_help_panel=_SCORES,
        ),
    ] = None,
    aggregation: Annotated[
        str | None,
        typer.Option(
            help=f"One of {', '.join(AGGREGATIONS)}.", show_default=_DEFAULT.aggregation, rich_help_panel=_SCORES
        ),
    ] = None,
    easy_match: Annotated[
        bool | None,
        typer.Option(
            "--easy-match/--no-easy-match",
            help="Whether it is part of the lexical score.",
            show_default="easy-match",
            rich_help_panel=_SCORES,
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(help="ISO code of the rows' language, or any.", show_default=_OF_SETTING, rich_help_panel=_SCORES),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            help="Hub id or folder of a sentence-transformers model.",
            show_default=_OF_SETTING,
            rich_help_panel=_ENCODER,
        ),
    ] = None,
    revision: Annotated[
        str | None, typer.Option(help="Branch, tag or commit of the model.", rich_help_panel=_ENCODER)
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="cuda, mps, cpu, ...", show_default="the best there is", rich_help_panel=_ENCODER)
    ] = None,
    batch_size: Annotated[
        int | None,
        typer.Option(
            help="Texts per pass; changes speed, not scores.",
            show_default=str(_DEFAULT.batch_size),
            rich_help_panel=_ENCODER,
        ),
    ] = None,
    dtype: Annotated[
        str | None,
        typer.Option(help=f"One of {', '.join(DTYPES)}.", show_default=_DEFAULT.dtype, rich_help_panel=_ENCODER),
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(help="Put before every text, for models that need it.", rich_help_panel=_ENCODER)
    ] = None,
    confidence_level: Annotated[
        float, typer.Option(help="Of the intervals; needs two rows.", rich_help_panel=_RESULTS)
    ] = 0.95,
    worst: Annotated[
        int, typer.Option(min=0, metavar="N", help="Show the N lowest-scoring rows.", rich_help_panel=_RESULTS)
    ] = 5,
    output: Annotated[
        Path | None,
        typer.Option(help=f"Write each row's scores ({', '.join(ITEM_ENDINGS)}).", rich_help_panel=_RESULTS),
    ] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the scores (.png).", rich_help_panel=_RESULTS)] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object only.", rich_help_panel=_RESULTS)
    ] = False,
    per_item: Annotated[
        bool, typer.Option("--per-item", help="Add each row's scores to --json.", rich_help_panel=_RESULTS)
    ] = False,
    prediction_column: Annotated[
        str | None,
        typer.Option(help="If not prediction or pred.", rich_help_panel=_COLUMNS),
    ] = None,
    reference_column: Annotated[
        str | None,
        typer.Option(help="If not reference, references or answer.", rich_help_panel=_COLUMNS),
    ] = None,
    question_column: Annotated[str | None, typer.Option(help="If not question.", rich_help_panel=_COLUMNS)] = None,
    id_column: Annotated[str | None, typer.Option(help="If not id.", rich_help_panel=_COLUMNS)] = None,
    synthetic_answer_column: Annotated[
        str | None,
        typer.Option(help="If not synthetic_answer or syn_ans.", rich_help_panel=_COLUMNS),
    ] = None,
) -> None:
    """Score a file of predictions against their references."""
    with _errors_as_exit_codes():
        settings = named_settings(
            setting,
            semantic_weight=semantic_weight,
            threshold=threshold,
            aggregation=aggregation,
            use_easy_match=easy_match,
            language=language,
            model=model,
            revision=revision,
            device=device,
            batch_size=batch_size,
            dtype=dtype,
            prompt=prompt,
        )
        check_share("confidence_level", confidence_level, open_interval=True)
        if per_item and not as_json:
            raise UsageError("--per-item adds to --json: give both, or --output to write each row's scores to a file")
        if output is not None:
            _check_written(output, ITEM_ENDINGS, file)
        if plot is not None:
            _check_written(plot, _PLOT_ENDINGS, file)
        file_rows = read_rows(
            file,
            prediction_column=prediction_column,
            reference_column=reference_column,
            question_column=question_column,
            id_column=id_column,
            synthetic_answer_column=synthetic_answer_column,
        )
        with _progress_bar(is_shown=sys.stderr.isatty() and not as_json) as on_progress:
            scores = SmileScorer(settings).score_rows(file_rows.rows, on_progress)
        interval_level = confidence_level if len(scores) > 1 else None
        if interval_level is None:
            typer.echo("note: no intervals, which need at least 2 rows", err=True)
        summary = scores.summary(interval_level, per_item)
        try:
            if output is not None:
                write_items(output, file_rows, scores)
            if plot is not None:
                from .plot import save_plot

                save_plot(plot, scores, settings.threshold)
        finally:
            # A full disk must not cost the user the result.
            if as_json:
                typer.echo(json.dumps(summary))
            else:
                print_report(Console(highlight=False), file_rows, scores, summary, settings, interval_level, worst)


def _check_written(path: Path, endings: tuple[str, ...], file: Path) -> None:
    check_target(path, endings)
    if path.exists() and file.exists() and path.samefile(file):
        raise UsageError(f"{path} is the file to score, which would be lost: write to another")


@contextmanager
def _errors_as_exit_codes() -> Iterator[None]:
    try:
        yield
    except SmileError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(2 if isinstance(error, UsageError) else 1) from error
    except BrokenPipeError:
        raise  # the reader of a pipe has seen enough: typer ends the run quietly
    except OSError as error:
        typer.echo(f"error: {one_line(str(error))}", err=True)
        raise typer.Exit(1) from error


@contextmanager
def _progress_bar(is_shown: bool) -> Iterator[OnProgress | None]:
    """Gives the function that moves the bar, which goes away when all is done."""
    if not is_shown:
        yield None
        return
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("Encoding texts", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
