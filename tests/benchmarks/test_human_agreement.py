from benchmarks.human_agreement import table


def test_mean_bias_is_of_absolute_values() -> None:
    groups = {
        "NQ, GPT-4": {"bias": -0.02, "bias_ci": (-0.04, 0.0), "accuracy": 0.8, "accuracy_ci": (0.7, 0.9)},
        "TQ, GPT-4": {"bias": 0.04, "bias_ci": (0.02, 0.06), "accuracy": 0.9, "accuracy_ci": (0.8, 1.0)},
    }
    metrics = {"SMILE": {"by_dataset,system": groups}}
    bias, accuracy = (
        [cell.strip() for cell in table(metrics, statistic).splitlines()[-1].strip("|").split("|")]
        for statistic in ("bias", "accuracy")
    )
    assert bias == ["SMILE", "0.0300", "-0.020 (-0.04, 0.00)", "0.040 (0.02, 0.06)"]
    assert accuracy == ["SMILE", "0.8500", "0.800 (0.70, 0.90)", "0.900 (0.80, 1.00)"]
