"""Datasets of the Hub, where whoever runs the app allows it: their first rows become a file like any other."""

from pathlib import Path

import regex

from ..errors import DataError
from .limits import Limits

_DATASET = regex.compile(r"[\w-][\w.-]*/[\w-][\w.-]*")
_SPLIT = regex.compile(r"\w[\w.-]*")


def fetch_dataset(limits: Limits, dataset: str, split: str, folder: Path) -> tuple[Path, bool]:
    """Writes the first rows of a dataset to a file, as many as are scored here, and says whether these are all.

    Args:
        limits: How many.
        dataset: `owner/name` on the Hub; nothing on this machine.
        split: Its split.
        folder: Where to write the file.

    Raises:
        DataError: There is no such dataset, or it holds more than data.
    """
    # load_dataset would take the name of a folder here for a dataset.
    if not _DATASET.fullmatch(dataset) or Path(dataset).exists():
        raise DataError(f"{dataset!r} is no dataset of the Hub: give it as owner/name")
    if not _SPLIT.fullmatch(split):
        raise DataError(f"{split!r} is no split: give its name, for example test")
    from datasets import Dataset, load_dataset

    try:
        records = list(load_dataset(dataset, split=split, streaming=True).take(limits.rows + 1))
    except Exception as error:
        raise DataError(
            f"the split {split!r} of {dataset!r} cannot be had ({type(error).__name__}): check the names; a gated "
            "dataset cannot be read here"
        ) from error
    path = folder / f"{dataset.replace('/', '_')}_{split}.parquet"
    Dataset.from_list(records[: limits.rows]).to_parquet(path)
    return path, len(records) <= limits.rows
