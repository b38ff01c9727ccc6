"""Datasets of the Hub, if the owner of the app allows them: their first rows become a file like any other."""

from pathlib import Path

import regex

from ..errors import DataError
from .limits import Limits

_DATASET = regex.compile(r"[\w-][\w.-]*/[\w-][\w.-]*")
_SPLIT = regex.compile(r"\w[\w.-]*")


def fetch_dataset(limits: Limits, dataset: str, split: str, folder: Path) -> tuple[Path, bool]:
    """Writes the first rows of a dataset to a file, as many as the limits allow.

    Returns:
        The path of the file, and whether it holds the whole dataset.
    """
    # load_dataset would read a local folder of this name.
    if not _DATASET.fullmatch(dataset) or Path(dataset).exists():
        raise DataError(f"{dataset!r} is no dataset of the Hub: write it as owner/name")
    if not _SPLIT.fullmatch(split):
        raise DataError(f"{split!r} is no split: expected a name, for example test")
    from datasets import Dataset, load_dataset

    try:
        records = list(load_dataset(dataset, split=split, streaming=True).take(limits.rows + 1))
    except Exception as error:
        raise DataError(
            f"the split {split!r} of {dataset!r} cannot be loaded ({type(error).__name__}): check the names; this "
            "app cannot read gated datasets"
        ) from error
    path = folder / f"{dataset.replace('/', '_')}_{split}.parquet"
    Dataset.from_list(records[: limits.rows]).to_parquet(path)
    return path, len(records) <= limits.rows
