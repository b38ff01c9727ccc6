from benchmarks.human_agreement import table


def test_table_has_means_and_each_group() -> None:
    groups = {
        "NQ, GPT-4": {"pearson": 0.6, "pearson_ci": (0.5, 0.7), "accuracy": 0.8},
        "TQ, GPT-4": {"pearson": 0.5, "pearson_ci": (0.4, 0.6), "accuracy": 0.9},
    }
    header, _, line = table({"SMILE": {"by_dataset,system": groups}}).splitlines()
    assert [cell.strip() for cell in header.strip("|").split("|")][3:] == ["NQ/GPT-4", "TQ/GPT-4"]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    assert cells == ["SMILE", "0.8500", "0.5500", "0.600 (0.50, 0.70)", "0.500 (0.40, 0.60)"]
