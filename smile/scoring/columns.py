"""The columns of a result, each declared once: what is measured, kept, written, joined and shown follows from them."""

from typing import NamedTuple

import numpy as np


class Column(NamedTuple):
    """A column with a value per row; its type in `Scores` is an array, or a list of texts.

    Attributes:
        name: Its name in `Scores`, in `items` and in files.
        dtype: numpy's type of the values; None for texts.
        of_pair: The column of `PairTable` of which a row takes its best pair's value; "" where it has none.
        of_row: Whether `ReadAnswers` has the column, whichever pair is the best.
        is_item: Whether `items` shows it.
    """

    name: str
    dtype: type[np.generic] | None
    of_pair: str = ""
    of_row: bool = False
    is_item: bool = True


# In the order of `items`. `equivalence` and `asserted` are None but in the setting `learned`.
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
    Column("evidence", None, "evidence"),
    Column("answer_read", None, of_row=True),
    Column("answer_marker", None, of_row=True),
    Column("not_attempted", None, of_row=True),
    Column("is_other_value", np.bool_, "is_other_value", is_item=False),
    Column("doubt_reason", None, is_item=False),
    Column("is_empty", np.bool_, of_row=True, is_item=False),
    Column("is_unfinished", np.bool_, of_row=True, is_item=False),
    Column("is_out_of_vocabulary", np.bool_, "is_out_of_vocabulary", is_item=False),
    Column("is_truncated", np.bool_, of_row=True, is_item=False),
)
