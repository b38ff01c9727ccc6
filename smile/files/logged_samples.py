"""Reads the samples that other evaluation tools log, as rows.

The formats are JSON lines (lm-eval, lmms-eval), details in Parquet (lighteval) and archives (Inspect).
"""

import ast
import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import Any

from ..checks import listed_names
from ..errors import DataError
from ..optional_packages import check_installed

# The keys of every sample of `lm_eval --log_samples`.
_LM_EVAL_COLUMNS = frozenset({"doc_id", "doc", "target", "filtered_resps", "filter"})
# The keys of every sample of `lmms-eval --log_samples`, which leaves the document out.
_LMMS_EVAL_COLUMNS = frozenset({"doc_id", "doc_hash", "target", "filtered_resps", "input"})

# The columns of the details that lighteval saves.
LIGHTEVAL_COLUMNS = frozenset({"doc", "metric", "model_response"})

# Inspect packs with this method, which Python's zipfile can unpack from 3.14 on.
_ZSTANDARD = 93

# A small archive can fill the memory: the most bytes that an unpacked log may have.
_MOST_BYTES = 4e9


def rows_of_logged_samples(
    path: Path, records: Iterable[tuple[str, dict[str, Any] | DataError]], log_filter: str | None = None
) -> Iterator[tuple[str, dict[str, Any] | DataError]]:
    """Yields JSON lines, and converts those that are logged samples of lm-eval or lmms-eval into rows.

    A row of lm-eval has the document's id, or its number if there is no id. The document's other columns are named
    `doc.NAME`. A row of lmms-eval has the document's number and the prompt as `input`. It has the question only if
    SMILE was the task's metric. With `log_filter`, the samples of other filters are left out.
    """
    documents, filters = set[int](), set[str]()
    for row_name, record in (records := iter(records)):
        if isinstance(record, DataError):
            yield row_name, record
            continue
        is_lm_eval = record.keys() >= _LM_EVAL_COLUMNS and isinstance(record["doc"], dict)
        if not is_lm_eval and not (record.keys() >= _LMMS_EVAL_COLUMNS and "doc" not in record):
            yield row_name, record
            continue
        filters.add(record.get("filter", ""))
        if log_filter not in (None, record.get("filter")):
            continue
        if record["doc_id"] in documents:
            filters |= {each.get("filter", "") for _, each in records if isinstance(each, dict)}
            raise DataError(
                f"{path} has document {record['doc_id']} twice; the filters of its task are "
                f"{listed_names(sorted(filters))}: choose one filter, or keep only its lines"
            )
        documents.add(record["doc_id"])
        yield row_name, _row_of_sample(record)
    if log_filter is not None and not documents:
        raise DataError(f"{path} has no samples of the filter {log_filter!r}: it has {listed_names(sorted(filters))}")


def inspect_rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields for each sample of an Inspect log (.eval) its name in errors and its row.

    The question is the sample's input. If the input is a chat, the question is its last user message. The sample's
    metadata are the columns `metadata.NAME`.
    """
    with _inspect_log(path) as log:
        status = _inspect_header(path, log)["status"]
        if status != "success":
            raise DataError(
                f"{path} is the log of a run that did not finish (status {status!r}): finish the run with `inspect "
                "eval-retry`"
            )
        for name in dict.fromkeys(log.namelist()):
            if name.startswith("samples/"):
                sample = _member_of_logged_archive(log, name)
                row_name = f"{path.name}, sample {sample['id']!r}, epoch {sample['epoch']}"
                if sample.get("error"):
                    raise DataError(
                        f"the sample ended in an error ({sample['error']['message']}) and has no answer: run it again "
                        "with `inspect eval-retry`",
                        row=row_name,
                    )
                yield row_name, _logged_inspect_row(sample)


def model_of_logged_samples(path: Path) -> str | None:
    """Returns the model that an Inspect log (.eval) names; None for other files."""
    if path.suffix.lower() != ".eval":
        return None
    with _inspect_log(path) as log:
        return str(_inspect_header(path, log)["eval"]["model"])


def _row_of_sample(sample: Mapping[str, Any]) -> dict[str, Any]:
    doc, scored = sample.get("doc", {}), sample.get("smile")
    asked = doc if "doc" in sample else scored if isinstance(scored, dict) else {}
    return {
        "id": doc.get("id", sample["doc_id"]),
        "prediction": sample["filtered_resps"],
        "references": _logged_lm_eval_target(sample["target"]),
        **({"question": asked["question"]} if "question" in asked else {}),
        **({f"doc.{name}": cell for name, cell in doc.items()} if "doc" in sample else {"input": sample["input"]}),
    }


def logged_lighteval_row(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the row of a sample in lighteval's details; the other columns of its document are named `doc.NAME`."""
    doc, response = sample["doc"], sample["model_response"]
    answers = response["text"] if response.get("text_post_processed") is None else response["text_post_processed"]
    golds = doc["gold_index"] if isinstance(doc["gold_index"], list) else [doc["gold_index"]]
    return {
        "id": doc["id"],
        "prediction": answers,
        "references": [doc["choices"][i] for i in golds],
        **({"question": doc["specific"]["question"]} if "question" in (doc.get("specific") or {}) else {}),
        **{f"doc.{name}": cell for name, cell in doc.items()},
    }


def _logged_inspect_row(sample: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": sample["id"],
        "prediction": sample["output"]["completion"],
        "references": sample["target"],
        "question": sample["input"],
        "epoch": sample["epoch"],
        **{f"metadata.{name}": cell for name, cell in sample.get("metadata", {}).items()},
    }


def _logged_lm_eval_target(target: Any) -> Any:
    """Parses a target that lm-eval logged as `str(target)`: a list is in Python's syntax."""
    if isinstance(target, str) and target.startswith("[") and target.endswith("]"):
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            return ast.literal_eval(target)
    return target


@contextmanager
def _inspect_log(path: Path) -> Iterator[zipfile.ZipFile]:
    check_installed("pyarrow", "an Inspect log", "files")
    import pyarrow

    if path.exists() and not path.is_file():
        raise DataError(f"{path} is not a file: give the path of an Inspect log (.eval)")
    try:
        with zipfile.ZipFile(path) as log:
            n_bytes = sum(member.file_size for member in log.infolist())
            if n_bytes > _MOST_BYTES:
                raise DataError(f"{path} unpacks to {n_bytes / 1e9:.3g} GB, more than the limit of 4: split the log")
            yield log
    except (
        zipfile.BadZipFile,
        zlib.error,
        pyarrow.ArrowException,
        json.JSONDecodeError,
        UnicodeDecodeError,
        KeyError,
        TypeError,
        RuntimeError,  # it is encrypted
    ) as error:
        raise DataError(
            f"{path} cannot be read as an Inspect log ({type(error).__name__}: {error}): export or copy it again"
        ) from error


def _inspect_header(path: Path, log: zipfile.ZipFile) -> dict[str, Any]:
    if "header.json" not in log.namelist():
        raise DataError(
            f"{path} has no header.json: either it is not an Inspect log, or its run did not finish; in that case "
            "finish the run with `inspect eval-retry`"
        )
    header: dict[str, Any] = _member_of_logged_archive(log, "header.json")
    return header


def _member_of_logged_archive(log: zipfile.ZipFile, name: str) -> Any:
    """Returns the JSON in a member of an archive; unpacks at most the size that the archive's header states."""
    member = log.getinfo(name)
    if member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with log.open(member) as stream:
            return json.loads(stream.read(member.file_size))
    if member.compress_type != _ZSTANDARD:
        raise zipfile.BadZipFile(f"{name} is compressed with a method that Inspect does not use")
    import pyarrow

    packed = copy(member)
    packed.compress_type, packed.file_size = zipfile.ZIP_STORED, member.compress_size
    packed.CRC = None  # type: ignore[assignment]  # zipfile checks none then; it would be that of the unpacked bytes
    with log.open(packed) as stream, pyarrow.input_stream(stream, compression="zstd") as unpacked:
        content = unpacked.read(member.file_size)
    if zlib.crc32(content) != member.CRC:
        raise zipfile.BadZipFile(f"{name} is damaged")
    return json.loads(content)
