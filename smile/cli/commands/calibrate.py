"""`smile calibrate`: semantic weight and threshold from people's labels."""

from pathlib import Path
from typing import Annotated

import typer

from ...checks import check_share
from ...cli import options
from ...disk.atomic_writes import new_file
from ...disk.hashes import file_sha256
from ...files.writing import FIGURE_ENDINGS
from ...people.agreement.agreement_scorer import AgreementScorer
from ...people.calibration.calibrator import calibrate as calibrate_rows
from ...people.labelled_files import LabelOptions, read_labelled_rows
from ...people.labels import SYSTEM
from ...scoring.scorer import SmileScorer
from ...settings.named_settings import named_settings
from ...stores.embedding_store import DEFAULT_GIGABYTES
from ..console import check_written, errors_as_exit_codes, print_result, progress_bar
from ..tables.calibration_table import print_calibration

_SETTINGS_ENDINGS = (".json",)


def calibrate(
    file: options.File,
    setting: options.Setting = "default",
    easy_match: options.EasyMatch = None,
    questions: options.Questions = None,
    language: options.Language = None,
    label_threshold: options.LabelThreshold = None,
    annotators: options.Annotators = "mean",
    model: options.Model = None,
    revision: options.Revision = None,
    device: options.Device = None,
    batch_size: options.BatchSize = None,
    dtype: options.Dtype = None,
    backend: options.Backend = None,
    prompt: options.Prompt = None,
    store: options.Store = None,
    store_gigabytes: options.StoreGigabytes = DEFAULT_GIGABYTES,
    confidence_level: options.ConfidenceLevel = 0.95,
    output: Annotated[
        Path | None,
        typer.Option(help="Write the settings file (.json).", rich_help_panel=options.RESULTS_PANEL),
    ] = None,
    plot: options.Plot = None,
    as_json: options.AsJson = False,
    label_column: options.LabelColumn = None,
    question_column: options.AnsweredQuestionColumn = None,
    group_column: Annotated[
        str | None,
        typer.Option(
            help="Data set, language, ...: calibrates on each of its values, tests on each other. A,B takes each pair "
            "of A and B.",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    prediction_column: options.PredictionColumn = None,
    reference_column: options.ReferenceColumn = None,
    synthetic_answer_column: options.SyntheticAnswerColumn = None,
) -> None:
    """Fit semantic weight and threshold to people's labels, and measure the gain on held-out rows."""
    with errors_as_exit_codes():
        settings = named_settings(
            setting,
            use_easy_match=easy_match,
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
        check_share("confidence_level", confidence_level, open_interval=True)
        scorer = SmileScorer(settings, store=store, store_gigabytes=store_gigabytes)
        agreement = AgreementScorer(label_threshold=label_threshold, annotators=annotators)
        if output is not None:
            check_written(output, _SETTINGS_ENDINGS, file)
        if plot is not None:
            check_written(plot, FIGURE_ENDINGS, file)
        groups = [] if group_column in (None, SYSTEM) else [group_column]
        labelled = read_labelled_rows(
            file,
            LabelOptions(
                label_column,
                question=question_column,
                system=SYSTEM if group_column == SYSTEM else None,
                groups=groups,
            ),
            {
                "prediction": prediction_column,
                "reference": reference_column,
                "synthetic_answer": synthetic_answer_column,
            },
        )
        digest = file_sha256(file)
        with progress_bar(as_json) as on_progress:
            result = calibrate_rows(
                scorer,
                labelled.file.rows,
                labelled.people,
                agreement,
                confidence_level,
                group_column,
                on_progress,
            )
        summary = result.summary()

        def write() -> None:
            if output is not None:
                with new_file(output) as temporary:
                    temporary.write_text(result.settings_file(file.name, digest), encoding="utf-8")
            if plot is not None:
                from ...reporting.calibration_figure import calibration_figure
                from ...reporting.score_figure import save_figure

                save_figure(plot, calibration_figure(result))

        print_result(summary, lambda console: print_calibration(console, result), as_json=as_json, write=write)
