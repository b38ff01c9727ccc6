"""`smile agree`: how far the scores in a file agree with people."""

from typing import Annotated

import typer

from ..agreement_scorer import AgreementScorer
from ..annotators import COMBINATIONS, LevelOfMeasurement
from ..files.labelled import LabelColumns, read_labelled
from . import options
from .agreement_report import print_agreement
from .run import errors_as_exit_codes, print_result


def agree(
    file: options.File,
    score_column: Annotated[
        str, typer.Option(help="The metric's scores, numbers.", rich_help_panel=options.COLUMNS_PANEL)
    ] = "smile",
    label_column: Annotated[
        list[str] | None,
        typer.Option(
            help="People's labels, numbers or true and false; again for each further person.",
            show_default="human",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    question_column: Annotated[
        str | None,
        typer.Option(
            help="Which question is answered.",
            show_default="question, if there",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    system_column: Annotated[
        str | None,
        typer.Option(
            help="What answered; adds a table.",
            show_default="system, if there",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    group_column: Annotated[
        list[str] | None,
        typer.Option(
            help="Data set, language, ...; adds a table; again for each further one. A,B takes each pair of A and B.",
            rich_help_panel=options.COLUMNS_PANEL,
        ),
    ] = None,
    other_column: Annotated[
        str | None, typer.Option(help="Another metric's scores, to compare.", rich_help_panel=options.COLUMNS_PANEL)
    ] = None,
    threshold: Annotated[
        float, typer.Option(help="A score above it calls the answer right.", rich_help_panel=options.SCORES_PANEL)
    ] = 0.67,
    label_threshold: Annotated[
        float | None,
        typer.Option(
            help="A label above it calls the answer right.",
            show_default="0.5 for labels of 0 to 1",
            rich_help_panel=options.SCORES_PANEL,
        ),
    ] = None,
    tie: Annotated[
        float, typer.Option(help="Answers tie under this difference.", rich_help_panel=options.SCORES_PANEL)
    ] = 0.05,
    annotators: Annotated[
        str,
        typer.Option(
            help=f"Several people's labels as one: {' or '.join(COMBINATIONS)}.", rich_help_panel=options.SCORES_PANEL
        ),
    ] = "mean",
    level_of_measurement: Annotated[
        LevelOfMeasurement,
        typer.Option(help="What Krippendorff's alpha takes labels for.", rich_help_panel=options.SCORES_PANEL),
    ] = "ordinal",
    confidence_level: options.ConfidenceLevel = 0.95,
    as_json: options.AsJson = False,
) -> None:
    """Measure how far scores agree with people."""
    with errors_as_exit_codes():
        scorer = AgreementScorer(
            threshold=threshold,
            label_threshold=label_threshold,
            tie=tie,
            annotators=annotators,
            level_of_measurement=level_of_measurement,
            confidence_level=confidence_level,
        )
        rows = read_labelled(
            file,
            score_column=score_column,
            columns=LabelColumns(label_column or ["human"], question_column, system_column, group_column or []),
            other_column=other_column,
        )
        result = scorer.score_rows(rows)
        print_result(result, lambda console: print_agreement(console, result, confidence_level), as_json=as_json)
