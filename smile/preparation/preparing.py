"""Prepares an evaluation set: from questions and references to one folder, written whole or not at all."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from ..aliases import OnProgress, progress_of_part
from ..checks import check_choice
from ..disk.atomic_writes import check_writable, new_folder, remove_unfinished, write_errors
from ..disk.hashes import file_sha256
from ..encoding.encoders import Encoder
from ..errors import DataError, UsageError
from ..judges.chat_models.judge_settings import JudgeSettings, judge_settings
from ..judges.chat_models.providers import LOCAL, PROVIDERS
from ..rows.checked_rows import Row, has_question, rows_as_read
from ..scoring.plan import compare
from ..settings.named_settings import Settings
from ..stores.encoder_choice import encoder_of
from ..stores.prepared_set import (
    ANSWERS,
    EMBEDDINGS,
    FOR_SETTINGS,
    FORMAT,
    INDEX,
    INDEX_TYPE,
    MANIFEST,
    pair_key,
    text_digests,
)
from ..version import __version__
from .synthesis import LOCAL_MODEL, QUESTION_ANSWER, Synthesis, synthesize

# No synthetic answers: the references are scored as they are.
NO_GENERATOR = "none"

# Encoded and written at a time, so that memory does not grow with the set.
_TEXTS_AT_A_TIME = 16_384

_PREDICTION = "prepared"  # a placeholder for the answers to come; it is not written


@dataclass(frozen=True)
class Generator:
    """The generator of synthetic answers. Make one with `find_generator`.

    Attributes:
        name: `none`, `question-answer`, `local` or a provider.
        asking: How the model is asked; None without a model.
    """

    name: str
    asking: JudgeSettings | None = None


def find_generator(name: str = NO_GENERATOR, model: str | None = None, **options: Any) -> Generator:
    """Returns a generator with checked options.

    Args:
        name: `none`, `question-answer`, `local` or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: For `local` a Hub id or folder, Llama-3.2-3B-Instruct by default; else the provider's name of a model.
        **options: Further options, any of `smile.judges.chat_models.judge_settings.JUDGE_OPTIONS`.

    Raises:
        UsageError: An option is wrong or does not apply.
    """
    check_choice("generator", name, (NO_GENERATOR, QUESTION_ANSWER, LOCAL, *PROVIDERS))
    if name in (NO_GENERATOR, QUESTION_ANSWER):
        given = [option for option, value in {"model": model, **options}.items() if value is not None]
        if given:
            raise UsageError(
                f"{', '.join(given)} do not apply to generator={name!r}, which uses no model: leave them out"
            )
        return Generator(name)
    return Generator(name, judge_settings(name, model or (LOCAL_MODEL if name == LOCAL else None), **options))


def check_output(path: Path) -> None:
    """Checks that a set can be written, before any work is done.

    Raises:
        UsageError: The path exists already, or its folder does not.
    """
    with write_errors(path):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
        if path.is_file():
            raise UsageError(f"{path} is a file: name a folder, which is made")
        if (path / MANIFEST).exists():
            raise UsageError(f"{path} holds a prepared set already: remove it, or name another folder")
        if path.exists():
            raise UsageError(f"{path} is a folder with other files in it: name a folder that is not there yet")
    check_writable(path)


def prepare(
    rows: Sequence[Row],
    output: Path,
    settings: Settings,
    generator: Generator,
    *,
    encoder: Encoder | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Prepares rows once for any number of later runs; the rows' predictions are not used.

    A model's answers are kept as they arrive (`smile.judges.judge_cache`): a run after a broken one asks only for the
    missing ones.

    Args:
        rows: Checked rows.
        output: The folder to make.
        settings: The settings of the later runs, which may change weight, threshold and aggregation.
        generator: Makes synthetic answers.
        encoder: Used instead of the settings' own encoder.
        on_progress: Called with the number of requests to the model that are done and their total, then with the number
            of encoded strings and their total.

    Returns:
        Plain values: counts of pairs, strings and answers by kind, tokens and cost.

    Raises:
        DataError: Synthetic answers are wanted, and a row has no question or already has a synthetic answer.
        UsageError: The folder exists already or cannot be written.
        ModelError: A model cannot be loaded.
    """
    check_output(output)
    encoder = encoder_of(settings) if encoder is None else encoder
    keys = list(dict.fromkeys(pair_key(row.question, reference) for row in rows for reference in row.references))
    synthesis: Synthesis | None = None
    if generator.name != NO_GENERATOR:
        _check_rows(rows)
        synthesis = synthesize(keys, settings, generator.asking, on_progress)
        answer_of = dict(zip(keys, synthesis.answers, strict=True))
        rows = [
            replace(
                row,
                synthetic_answers=tuple(answer_of[pair_key(row.question, reference)] for reference in row.references),
            )
            for row in rows
        ]
    texts = _targets_and_keywords(rows, settings)
    lines = [
        {
            "question": question or None,
            "reference": reference,
            "synthetic_answer": synthesis.answers[i] if synthesis else None,
            "kind": synthesis.kinds[i] if synthesis else None,
        }
        for i, (question, reference) in enumerate(keys)
    ]
    counts = {"n_pairs": len(keys), "n_strings": len(texts)} | (synthesis.counts if synthesis else {})
    remove_unfinished(output)
    with write_errors(output), new_folder(output) as folder:
        with (folder / ANSWERS).open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        dimensions = _write_embeddings(folder, texts, encoder, on_progress)
        answers = json.dumps([line["synthetic_answer"] for line in lines], ensure_ascii=False)
        synthetic = {"generator": synthesis.generator, "sha256": _digest(answers)} if synthesis else {}
        manifest = {
            "format": FORMAT,
            "version": __version__,
            "setting": settings.name,
            **{name: getattr(settings, name) for name in FOR_SETTINGS},
            "use_questions": settings.use_questions is not False,
            "encoder": encoder.signature,
            "data": {"sha256": _digest(json.dumps(keys, ensure_ascii=False)), "n_pairs": len(keys)},
            "synthetic_answers": synthetic,
            "counts": counts,
            "n_texts": len(texts),
            "dimensions": dimensions,
            "files": {
                name: {"bytes": (folder / name).stat().st_size, "sha256": file_sha256(folder / name)}
                for name in (ANSWERS, INDEX, EMBEDDINGS)
            },
        }
        (folder / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return counts


def _check_rows(rows: Sequence[Row]) -> None:
    for i, row in enumerate(rows):
        if not has_question(row):
            raise DataError(f"row {i} has no question, and a synthetic answer needs one: give every row a question")
        if any(row.synthetic_answers):
            raise DataError(f"row {i} has a synthetic answer already: leave that column out, or generator='none'")


def _targets_and_keywords(rows: Sequence[Row], settings: Settings) -> list[str]:
    """Returns the strings of a run that do not depend on the predictions."""
    answered = [replace(row, prediction=_PREDICTION) for row in rows_as_read(rows, settings.use_questions)]
    compared = compare(answered, settings.normalization, settings.language)
    return [compared.strings[i] for i in compared.different(compared.pairs["target"], compared.pairs["keyword"])]


def _write_embeddings(folder: Path, texts: Sequence[str], encoder: Encoder, on_progress: OnProgress | None) -> int:
    """Writes index and embeddings in the order of the texts' digests, and returns the number of dimensions."""
    index = np.zeros(len(texts), dtype=INDEX_TYPE)
    index["high"], index["low"] = text_digests(texts)
    order = np.lexsort((index["low"], index["high"]))
    index = index[order]
    dimensions = 0
    # Written, not mapped into memory: a full disk is then an error, and does not kill the process.
    with (folder / EMBEDDINGS).open("wb") as file:
        for start in range(0, len(order), _TEXTS_AT_A_TIME):
            block = order[start : start + _TEXTS_AT_A_TIME]
            progress = progress_of_part(on_progress, start, len(block), len(order))
            encoded = encoder.encode([texts[i] for i in block], progress)
            if start == 0:
                dimensions = encoded.embeddings.shape[1]
                header = {"descr": "<f4", "fortran_order": False, "shape": (len(order), dimensions)}
                np.lib.format.write_array_header_1_0(file, header)
            file.write(np.ascontiguousarray(encoded.embeddings, dtype="<f4").tobytes())
            index["is_truncated"][start : start + len(block)] = encoded.is_truncated
    np.save(folder / INDEX, index)
    return dimensions


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8")).hexdigest()
