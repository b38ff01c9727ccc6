import numpy as np

from benchmarks.hard_cases import table


def test_good_groups_share_a_line() -> None:
    is_right = np.array([True, False] * 4)
    verdicts = np.array([True, False, True, False, True, True, True, True])
    held_out = np.array([True] * 6 + [False] * 2)
    groups = ["dates", "dates", "units", "units", "lists", "lists", "lists", "lists"]
    lines = table({"fast": verdicts}, is_right, groups, held_out).splitlines()[2:]
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in lines] == [
        ["lists", "2", "0.50 (1.00, 0.00)"],
        ["dates, units", "4", "1.00 (1.00, 1.00)"],
        ["all held out", "6", "0.83 (1.00, 0.67)"],
        ["all of the other half", "2", "0.50 (1.00, 0.00)"],
    ]
