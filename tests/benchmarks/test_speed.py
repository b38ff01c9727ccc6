from benchmarks.labelled import RowsAndLabels


def test_rows_of_a_length_keep_their_columns() -> None:
    answers = ["Paris", "in the city of Paris", "", "a city"]
    rows = RowsAndLabels(list("abcd"), list("efgh"), list("ijkl"), [["Paris"]] * 4, answers, [True, True, False, True])
    chosen = rows.with_words(1, 2)
    assert (chosen.predictions, chosen.datasets, chosen.questions) == (["Paris", "a city"], ["a", "d"], ["i", "l"])
    assert rows.with_words(0, 5) == rows
