"""Prepares an evaluation set: from questions and references to one folder, written whole or not at all."""

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

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
from ..stores.embedding_store import STORE_FILE, EmbeddingStore
from ..stores.encoder_choice import encoder_of
from ..stores.prepared_set import ANSWERS, FORMAT, MANIFEST, pair_key, shared_by_runs
from ..version import __version__
from .synthesis import LOCAL_MODEL, QUESTION_ANSWER, synthesize

# No synthetic answers: the references are scored as they are.
NO_GENERATOR = "none"

# The maker of synthetic answers: `none`, `question-answer`, or a model to ask.
Generator = str | JudgeSettings

# Encoded and written at a time, so that memory does not grow with the set.
_TEXTS_AT_A_TIME = 16_384
_MOST_GIGABYTES = 1000

_PREDICTION = "prepared"  # a placeholder for the answers to come; it is not written


def find_generator(name: str = NO_GENERATOR, model: str | None = None, **options: Any) -> Generator:
    """Returns a generator with checked options.

    Args:
        name: `none`, `question-answer`, `local` or a name in `smile.judges.chat_models.providers.PROVIDERS`.
        model: For `local` a Hub id or folder, Llama-3.2-3B-Instruct by default; else the provider's name of a model.
        **options: Further fields of `smile.judges.chat_models.judge_settings.JudgeSettings`.

    Raises:
        UsageError: An option is wrong or does not apply.
    """
    check_choice("generator", name, (NO_GENERATOR, QUESTION_ANSWER, LOCAL, *PROVIDERS))
    if name not in (NO_GENERATOR, QUESTION_ANSWER):
        return judge_settings(name, model or (LOCAL_MODEL if name == LOCAL else None), **options)
    given = [option for option, value in {"model": model, **options}.items() if value is not None]
    if given:
        raise UsageError(f"{', '.join(given)} do not apply to generator={name!r}, which uses no model: leave them out")
    return name


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
    generator: Generator = NO_GENERATOR,
    *,
    encoder: Encoder | None = None,
    on_progress: OnProgress | None = None,
) -> dict[str, Any]:
    """Prepares rows once for any number of later runs; the rows' predictions are not used.

    A model's answers are kept as they arrive (`smile.judges.ask`): a run after a broken one asks only for the missing
    ones.

    Args:
        rows: Checked rows.
        output: The folder to make.
        settings: The settings of the later runs, which may change weight, threshold and aggregation.
        generator: Makes synthetic answers; see `find_generator`.
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
    counts: dict[str, Any] = {"n_pairs": len(keys)}
    lines = [{"question": question or None, "reference": reference} for question, reference in keys]
    synthetic: dict[str, Any] = {}
    answers: Sequence[str | None] = [None] * len(keys)
    kinds = answers
    if generator != NO_GENERATOR:
        _check_rows(rows)
        asking = generator if isinstance(generator, JudgeSettings) else None
        synthesis = synthesize(keys, settings, asking, on_progress)
        answers, kinds = synthesis.answers, synthesis.kinds
        synthetic = {"generator": synthesis.generator, "sha256": _digest(answers)}
        counts |= synthesis.counts
        answer_of = dict(zip(keys, answers, strict=True))
        rows = [
            replace(row, synthetic_answers=tuple(answer_of[pair_key(row.question, text)] for text in row.references))
            for row in rows
        ]
    texts = _targets_and_keywords(rows, settings)
    counts["n_strings"] = len(texts)
    remove_unfinished(output)
    with write_errors(output), new_folder(output) as folder:
        with (folder / ANSWERS).open("w", encoding="utf-8", newline="\n") as file:
            for line, answer, kind in zip(lines, answers, kinds, strict=True):
                file.write(json.dumps(line | {"synthetic_answer": answer, "kind": kind}, ensure_ascii=False) + "\n")
        _store_embeddings(folder, texts, encoder, on_progress)
        manifest = {
            "format": FORMAT,
            "version": __version__,
            "setting": settings.name,
            "made_for": shared_by_runs(settings, encoder.signature),
            "data": {"sha256": _digest(keys), "n_pairs": len(keys)},
            "synthetic_answers": synthetic,
            "counts": counts,
            "files": {name: file_sha256(folder / name) for name in (ANSWERS, STORE_FILE)},
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


def _store_embeddings(folder: Path, texts: Sequence[str], encoder: Encoder, on_progress: OnProgress | None) -> None:
    """Encodes texts into a store, of which only the data is kept."""
    store = EmbeddingStore(folder / "store", encoder, _MOST_GIGABYTES)
    for start in range(0, len(texts), _TEXTS_AT_A_TIME):
        block = texts[start : start + _TEXTS_AT_A_TIME]
        progress = progress_of_part(on_progress, start, len(block), len(texts))
        store.fill(block, encoder.encode(block, progress))
    (store.path / STORE_FILE).rename(folder / STORE_FILE)
    shutil.rmtree(store.path)


def _digest(content: Any) -> str:
    return sha256(json.dumps(content, ensure_ascii=False).encode("utf-8")).hexdigest()
