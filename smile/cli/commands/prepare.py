"""`smile prepare`: an evaluation set's synthetic answers and embeddings, made once."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ...cli import options
from ...encoding.encoders import Encoder, SentenceEncoder
from ...files.reading import read_rows
from ...judges.chat_models.providers import ANY_KEY_VARIABLE, LOCAL, PROVIDERS
from ...preparation.preparing import NO_GENERATOR, check_output, find_generator
from ...preparation.preparing import prepare as prepare_rows
from ...preparation.synthesis import LOCAL_MODEL, QUESTION_ANSWER
from ...reporting.formatting import one_line
from ...scoring.signature import RowKinds
from ...settings.named_settings import named_settings
from ...stores.embedding_store import DEFAULT_GIGABYTES, with_store
from ..console import errors_as_exit_codes, print_result, progress_bar, tell_of_unused_questions

_GENERATOR_PANEL = "Synthetic answers"

# What is counted, as the report has it.
_COUNTS = {
    "n_pairs": "Questions with a reference",
    "n_strings": "Strings encoded",
    "n_generated": "Synthetic answers of the model",
    "n_regenerated": "  asked for twice",
    "n_question_and_reference": 'Synthetic answers "question answer"',
    "n_failed": "Requests failed (run again with another --output to ask anew)",
    "n_asked": "Asked in this run",
    "n_from_cache": "Known from earlier runs",
}


def prepare(
    data: options.File,
    output: Annotated[Path, typer.Option(help="The folder to make.", show_default=False)],
    generator: Annotated[
        str,
        typer.Option(
            help=f"What makes synthetic answers: {NO_GENERATOR}, {QUESTION_ANSWER} (the reference behind the "
            f"question, offline), {LOCAL} or a provider ({', '.join(PROVIDERS)}).",
            rich_help_panel=_GENERATOR_PANEL,
        ),
    ] = NO_GENERATOR,
    generator_model: Annotated[
        str | None,
        typer.Option(
            help=f"What the provider calls it; of {LOCAL} a Hub id or folder.",
            show_default=f"{LOCAL}: {LOCAL_MODEL}",
            rich_help_panel=_GENERATOR_PANEL,
        ),
    ] = None,
    generator_revision: Annotated[
        str | None, typer.Option(help="Branch, tag or commit of a local one.", rich_help_panel=_GENERATOR_PANEL)
    ] = None,
    generator_device: Annotated[
        str | None, typer.Option(help="cuda, mps, cpu, ... of a local one.", rich_help_panel=_GENERATOR_PANEL)
    ] = None,
    generator_dtype: Annotated[
        str | None, typer.Option(help="Number format of a local one.", rich_help_panel=_GENERATOR_PANEL)
    ] = None,
    on_error: Annotated[
        str | None,
        typer.Option(
            help='nan: count a failed request, take "question answer" and go on; raise: stop.',
            show_default="nan",
            rich_help_panel=_GENERATOR_PANEL,
        ),
    ] = None,
    cache: options.Cache = True,
    cache_file: options.CacheFile = None,
    base_url: options.BaseUrl = None,
    concurrency: options.Concurrency = None,
    timeout: options.Timeout = None,
    max_retries: options.MaxRetries = None,
    price: options.Price = None,
    setting: options.Setting = "default",
    questions: options.Questions = None,
    language: options.Language = None,
    model: options.Model = None,
    revision: options.Revision = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    dtype: options.Dtype = None,
    backend: options.Backend = None,
    prompt: options.Prompt = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    as_json: options.AsJson = False,
    reference_column: options.ReferenceColumn = None,
    question_column: options.QuestionColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
) -> None:
    """Prepare questions and references once, to score any number of models against them."""
    with errors_as_exit_codes():
        settings = named_settings(
            setting,
            use_questions=questions,
            language=language,
            model=model,
            revision=revision,
            device=device,
            batch_size=batch_size,
            dtype=dtype,
            backend=backend,
            prompt=prompt,
        )
        kept = options.kept_answers(cache, cache_file)
        asks_model = generator not in (NO_GENERATOR, QUESTION_ANSWER)
        found = find_generator(
            generator,
            generator_model,
            revision=generator_revision,
            device=generator_device,
            dtype=generator_dtype,
            on_error=on_error,
            cache=kept if asks_model or kept is not True else None,
            base_url=base_url,
            concurrency=concurrency,
            timeout=timeout,
            max_retries=max_retries,
            price=price,
        )
        encoder: Encoder = SentenceEncoder(settings)
        if store is not None:
            encoder = with_store(encoder, store, store_gigabytes)
        check_output(output)
        file_rows = read_rows(
            data,
            reference_column=reference_column,
            question_column=question_column,
            synthetic_answer_column=synthetic_answer_column,
            needs_predictions=False,
            needs_questions=settings.use_questions is True or generator != NO_GENERATOR,
        )
        tell_of_unused_questions(settings, RowKinds.of(file_rows.rows))
        with progress_bar(as_json, "Preparing") as on_progress:
            counts = prepare_rows(file_rows.rows, output, settings, found, encoder=encoder, on_progress=on_progress)
        print_result(counts, lambda console: _print_counts(console, output, counts), as_json=as_json)


def _print_counts(console: Console, output: Path, counts: dict[str, Any]) -> None:
    lines = {label: f"{counts[name]:,}" for name, label in _COUNTS.items() if name in counts}
    if counts.get("Cost") is not None:
        lines["Cost in US dollars"] = f"{counts['Cost']:.4f}"
    width = max(map(len, lines))
    for label, value in lines.items():
        console.print(f"{label:<{width}}  {value:>9}", markup=False)
    for failure in counts.get("failures", ()):
        console.print(f"failed: {one_line(failure)}", markup=False, soft_wrap=True)
    console.print(f"\n{output}", markup=False, soft_wrap=True)


prepare.__doc__ = f"""{prepare.__doc__}

A provider's key comes from the environment: its own variable (OPENAI_API_KEY, ...), or {ANY_KEY_VARIABLE}.
"""
