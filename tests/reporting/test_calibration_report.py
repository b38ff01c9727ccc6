"""The report of a calibration."""

from dataclasses import replace

import numpy as np
import pytest

from smile.people.calibration.calibrator import CalibrationResult
from smile.people.calibration.fitting import Change, CrossValidation, CurvePoint, Gains, Parameters
from smile.reporting.calibration_report import calibration_report
from smile.reporting.report import Line
from smile.settings.named_settings import named_settings

SURE, PERHAPS, LOSS = (
    Change(0.214, 0.314, 0.1, [0.05, 0.15]),
    Change(0.214, 0.215, 0.001, [-0.05, 0.05]),
    Change(0.214, 0.053, -0.161, [-0.2, -0.1]),
)


def result(pearson: Change, accuracy: Change) -> CalibrationResult:
    settings = replace(named_settings("default"), semantic_weight=0.65, threshold=0.76)
    held_out = CrossValidation([Parameters(0.65, 0.76)], Gains(pearson, accuracy))
    curve = [CurvePoint(0.3, 0.2, [0.1, 0.3])]
    return CalibrationResult(settings, "encoder", Parameters(0.3, 0.67), held_out, curve, [], 60, 30, 0.95, "signature")


@pytest.mark.parametrize(
    ("pearson", "accuracy", "said", "is_offered"),
    [
        (SURE, PERHAPS, "SMILE agrees better with people", True),
        (PERHAPS, PERHAPS, "No reliable improvement", True),
        (LOSS, LOSS, "SMILE agrees less with people: keep the setting", False),
        (LOSS, SURE, "SMILE agrees less with people: keep the setting", False),
        (SURE, replace(PERHAPS, gain=np.nan), "SMILE agrees better with people", True),
    ],
)
def test_only_a_gain_is_called_one(pearson: Change, accuracy: Change, said: str, is_offered: bool) -> None:
    [headline] = [
        block
        for block in calibration_report(result(pearson, accuracy)).blocks
        if isinstance(block, Line) and block.kind == "headline"
    ]
    assert said in headline.text
    assert result(pearson, accuracy).is_worse != is_offered
