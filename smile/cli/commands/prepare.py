"""`smile prepare`: an evaluation set's synthetic answers and embeddings, made once."""

from functools import partial
from pathlib import Path
from typing import Annotated, Any

from ...files.reading import read_rows
from ...files.row_columns import RowNeeds
from ...judges.chat_models.providers import ANY_KEY_VARIABLE, LOCAL, PROVIDERS
from ...preparation.preparing import NO_GENERATOR, check_output, find_generator
from ...preparation.preparing import prepare as prepare_rows
from ...preparation.synthesis import LOCAL_MODEL, QUESTION_ANSWER
from ...reporting.report import Column, Line, Report, Signature, Table
from ...stores.encoder_choice import encoder_of
from .. import options
from ..console import print_result, progress_bar
from ..option_groups import ColumnOptions, EncoderOptions, EndpointOptions, SettingOptions, StoreOptions, of_judge
from ..parameters import Only

_PANEL = "Synthetic answers"
_of_generator = partial(of_judge, panel=_PANEL)

# The counts of the report, each with its label.
_COUNTS = {
    "n_pairs": "Questions with a reference",
    "n_strings": "Strings encoded",
    "n_generated": "Synthetic answers by the model",
    "n_regenerated": "  on a second request",
    "n_question_and_reference": 'Synthetic answers "question answer"',
    "n_failed": "Failed requests (to repeat them, run again with another --output)",
    "n_asked": "Requests in this run",
    "n_from_cache": "Answers from earlier runs",
}


def prepare(
    data: options.File,
    choice: Annotated[SettingOptions, Only("setting", "questions", "language")],
    endpoint: EndpointOptions,
    encoder: EncoderOptions,
    store: StoreOptions,
    columns: Annotated[ColumnOptions, Only("reference_column", "question_column", "synthetic_answer_column")],
    output: Annotated[Path, options.option("Folder to create for the prepared set.", False)],
    generator: Annotated[
        str,
        options.option(
            f"Where synthetic answers come from: {NO_GENERATOR}, {QUESTION_ANSWER} (the question followed by the "
            f"reference, offline), {LOCAL} or a provider ({', '.join(PROVIDERS)}).",
            panel=_PANEL,
        ),
    ] = NO_GENERATOR,
    generator_model: Annotated[str | None, _of_generator("model", f"{LOCAL}: {LOCAL_MODEL}")] = None,
    generator_revision: Annotated[str | None, _of_generator("revision")] = None,
    generator_device: Annotated[str | None, _of_generator("device", "the best one here")] = None,
    generator_dtype: Annotated[str | None, _of_generator("dtype")] = None,
    on_error: Annotated[
        str | None,
        _of_generator(
            "on_error",
            text='What to do with a failed request: nan counts it, takes "question answer" and goes on; raise stops '
            "the run.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Prepare questions and references once, to score any number of models against them."""
    settings = choice.settings(encoder)
    found = find_generator(
        generator,
        generator_model,
        revision=generator_revision,
        device=generator_device,
        dtype=generator_dtype,
        on_error=on_error,
        **endpoint.of_judges(),
    )
    text_encoder = encoder_of(settings, **vars(store))
    check_output(output)
    needs_questions = settings.use_questions is True or generator != NO_GENERATOR
    file_rows = read_rows(data, columns.names(), RowNeeds(predictions=False, questions=needs_questions))
    with progress_bar(as_json, "Preparing") as on_progress:
        counts = prepare_rows(file_rows.rows, output, settings, found, encoder=text_encoder, on_progress=on_progress)
    print_result(counts, _report(output, counts), as_json)


def _report(output: Path, counts: dict[str, Any]) -> Report:
    rows = [[label, f"{counts[name]:,}"] for name, label in _COUNTS.items() if name in counts]
    if counts.get("Cost") is not None:
        rows.append(["Cost in US dollars", f"{counts['Cost']:.4f}"])
    failures = [Line(f"failed: {failure}", "note") for failure in counts.get("failures", ())]
    return Report(
        "Prepared", [Table("", [Column(""), Column("")], rows), *failures, Signature(str(output), "Written to")]
    )


prepare.__doc__ = f"""{prepare.__doc__}

A provider's key comes from the environment: its own variable (OPENAI_API_KEY, ...), or {ANY_KEY_VARIABLE}.
"""
