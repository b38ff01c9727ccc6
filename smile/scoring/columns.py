"""The columns of a result, each declared once."""

from typing import NamedTuple

import numpy as np


class Column(NamedTuple):
    """A column of `Scores` with one value per row: an array, or a list of strings.

    Attributes:
        name: Its name in `Scores`, in `items` and in files.
        dtype: The array's type; None for strings.
        of_pair: The column of `PairTable` that gives the value of the row's best pair; "" for none.
        of_row: Whether the value comes from `ReadAnswers`, whichever pair is the best.
        is_item: Whether `items` shows it.
    """

    name: str
    dtype: type[np.generic] | None
    of_pair: str = ""
    of_row: bool = False
    is_item: bool = True


# In the order of `items`. `equivalence` and `asserted` are None except in the setting `learned`.
COLUMNS = (
    Column("smile", np.float64),
    Column("semantic", np.float64, "semantic"),
    Column("lexical", np.float64),
    Column("easy_match", np.float64, "easy_match"),
    Column("keyword_similarity", np.float64, "keyword_similarity"),
    Column("equivalence", np.float64, "equivalence"),
    Column("asserted", np.float64, "asserted"),
    Column("rating", np.int64),
    Column("correct", np.bool_),
    Column("verdict", None),
    Column("doubt", np.float64),
    Column("best_reference", np.int64, "reference_index"),
    Column("matched_ngram", None, "matched_ngram"),
    Column("rule", None, "rule"),
    Column("answer_read", None, of_row=True),
    Column("answer_marker", None, of_row=True),
    Column("not_attempted", None, of_row=True),
    Column("evidence", None, "evidence", is_item=False),
    Column("is_other_value", np.bool_, "is_other_value", is_item=False),
    Column("doubt_reason", None, is_item=False),
    Column("is_empty", np.bool_, of_row=True, is_item=False),
    Column("is_unfinished", np.bool_, of_row=True, is_item=False),
    Column("is_out_of_vocabulary", np.bool_, "is_out_of_vocabulary", is_item=False),
    Column("is_truncated", np.bool_, of_row=True, is_item=False),
)
