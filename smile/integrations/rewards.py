"""SMILE as a reward in training with TRL, verl, OpenRLHF or verifiers.

The trainers hand over plain values, so none of them is needed here; docs/rewards.md begins with what to paste.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from itertools import compress
from statistics import fmean
from typing import Any

from ..checks import as_cells, check_lengths, check_number, row_names, show
from ..errors import DataError
from ..rows.checked_rows import Row, check_rows, says_nothing
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import Settings
from ..text.chat_messages import said_in
from ..text.commitment import lack_of_commitment
from .shared_batches import SharedBatches

# What a chat template writes after an answer: <|im_end|>, <|eot_id|>, </s>, <eos>, ...
_END_OF_TURN = re.compile(r"(?:(?:<[|｜][^<>\s]{1,40}[|｜]>|</s>|<(?:eos|pad|end_of_turn)>)\s{0,9}){1,9}\Z")

# The language in which answers are read for what they commit themselves to.
_STRICT_LANGUAGE = "en"


class SmileReward:
    """The reward of each answer of a model in training; the object itself is a reward function of TRL.

    The answers of a call are scored together, with those of calls from other threads that arrive while others are being
    scored. An output without an answer gets `not_attempted`. Any other gets a number between `wrong` and `right`,
    in proportion to its SMILE, or, if `binary`, one of the two. If `strict`, an answer that does not commit itself to
    one thing gets `wrong`. A row without a usable reference (only "", "$$" or "N/A") earns nothing and is counted
    as `no_reference`.

    Args:
        setting: See `SmileScorer`.
        column: TRL's column with the correct answer of a row, a list of them, or None if there is none.
        question: The column with the question. Without it, the question is the user's last message of a chat; a prompt
            of plain text is not read.
        binary: Whether an answer over the threshold gets `right` and any other attempt `wrong`.
        strict: Whether lists of candidates, open choices ("A or B"), answers that deny what they name last, and those
            that end in a refusal get `wrong`. Only English is read.
        right: The reward of an answer whose SMILE is 1.
        not_attempted: The reward of an output without an answer, such as a refusal or thinking that never ends.
        wrong: The reward of an answer whose SMILE is 0.
        **options: See `SmileScorer`; `use_questions=False` leaves the questions out.
    """

    def __init__(
        self,
        setting: str | Settings = "fast",
        *,
        column: str = "solution",
        question: str = "question",
        binary: bool = False,
        strict: bool = True,
        right: float = 1.0,
        not_attempted: float = 0.0,
        wrong: float = 0.0,
        **options: Any,
    ) -> None:
        scorer = SmileScorer(setting, **options)
        self.column, self.question, self.binary = column, question, binary
        self.strict = strict and scorer.settings.language == _STRICT_LANGUAGE
        self.right = check_number("right", right)
        self.not_attempted = check_number("not_attempted", not_attempted)
        self.wrong = check_number("wrong", wrong)
        self.batches = SharedBatches(scorer)
        # TRL logs the reward under this name.
        self.__name__ = "smile"

    def __call__(
        self,
        prompts: Sequence[Any],
        completions: Sequence[Any],
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        """Returns the rewards for TRL, None for rows without a reference, and logs the final answers and their markers.

        Raises:
            DataError: There is no column with the correct answers, or a cell is wrong.
        """
        if self.column not in columns:
            raise DataError(
                f"the data set has no column {self.column!r} with the correct answers (it has {', '.join(columns)}): "
                "name it with SmileReward(column=...)"
            )
        golds = columns[self.column]
        questions = columns.get(self.question) or [_said_last(prompt, "user") for prompt in prompts]
        _check_lengths({"prompts": prompts, "completions": completions, self.column: golds, self.question: questions})
        has_gold = [gold is not None and as_cells(gold) != [] for gold in golds]
        read = self._read(
            *(compress(column, has_gold) for column in (completions, golds, questions, row_names(len(golds))))
        )
        in_order = iter(read)
        items = [next(in_order) if has else None for has in has_gold]
        if log_extra is not None:
            for name in ("score", "answer", "marker", "not_attempted", "uncommitted"):
                log_extra(f"{self.__name__}_{name}", [None if item is None else item[name] for item in items])
        if log_metric is not None and read:
            log_metric(f"{self.__name__}_no_reference", fmean(item["no_reference"] for item in read))
            if judged := [item for item in read if not item["no_reference"]]:
                log_metric(f"{self.__name__}_accuracy", fmean(item["correct"] for item in judged))
                log_metric(f"{self.__name__}_not_attempted", fmean(bool(item["not_attempted"]) for item in judged))
        return [None if item is None or item["no_reference"] else item["reward"] for item in items]

    def verl(
        self,
        data_source: str,
        solution_str: str,
        ground_truth: Any,
        extra_info: Mapping[str, Any] | None = None,
        **_: Any,
    ) -> dict[str, Any]:
        """Returns the `score` of one answer for verl, with what it logs."""
        [row] = self.verl_batch([data_source], [solution_str], [ground_truth], [extra_info])
        return row

    def verl_batch(
        self,
        data_sources: Sequence[str],
        solution_strs: Sequence[str],
        ground_truths: Sequence[Any],
        extra_infos: Sequence[Mapping[str, Any] | None],
        **_: Any,
    ) -> list[dict[str, Any]]:
        """Returns for each answer what `verl` returns, for verl's manager of batches.

        A ground truth is a correct answer, a list of them, or a dict that has them as `target`.
        """
        _check_lengths(
            {
                "data_sources": data_sources,
                "solution_strs": solution_strs,
                "ground_truths": ground_truths,
                "extra_infos": extra_infos,
            }
        )
        names = [f"row {i} ({source})" for i, source in enumerate(data_sources)]
        golds = list(map(_target, ground_truths, names))
        questions = [(extra or {}).get(self.question) for extra in extra_infos]
        return [
            {
                "score": item["reward"],
                # verl's own names of whether an answer is right, and of the answer that it counts votes for.
                "acc": float(item["correct"]),
                "pred": item["answer"],
                "smile": item["score"],
                "attempted": float(not item["not_attempted"]),
                "marker": item["marker"],
                "not_attempted": item["not_attempted"],
                "no_reference": float(item["no_reference"]),
                "uncommitted": item["uncommitted"],
            }
            for item in self._read(solution_strs, golds, questions, names)
        ]

    def openrlhf(
        self, queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any], **_: Any
    ) -> dict[str, Any]:
        """Returns `rewards`, `scores` (the SMILE) and `extra_logs` for OpenRLHF, which logs numbers only.

        Raises:
            DataError: A query does not begin with its prompt, or a label is not a correct answer.
        """
        import torch

        _check_lengths({"queries": queries, "prompts": prompts, "labels": labels})
        names = row_names(len(labels))
        read = self._read(map(_response, queries, prompts, names), labels, [None] * len(labels), names)
        return {
            "rewards": torch.tensor([item["reward"] for item in read]),
            "scores": torch.tensor([item["score"] for item in read]),
            "extra_logs": {
                "accuracy": torch.tensor([float(item["correct"]) for item in read]),
                "not_attempted": torch.tensor([float(bool(item["not_attempted"])) for item in read]),
                "no_reference": torch.tensor([float(item["no_reference"]) for item in read]),
            },
        }

    async def verifiers(
        self,
        completion: Any,
        answer: Any = "",
        prompt: Any = None,
        state: MutableMapping[str, Any] | None = None,
        **columns: Any,
    ) -> float:
        """Returns the reward of one answer for verifiers, and keeps what was read and why as `smile` in the state."""
        question = columns.get(self.question) or _said_last(prompt, "user")
        [item] = await asyncio.to_thread(self._read, [completion], [answer], [question], row_names(1))
        if state is not None:
            state["smile"] = item
        return float(item["reward"])

    def _read(
        self, completions: Iterable[Any], golds: Iterable[Any], questions: Iterable[Any], names: Iterable[str]
    ) -> list[dict[str, Any]]:
        """Returns the reward of each answer, with what the trainers log."""
        answers, told = list(map(_answer, completions)), list(map(_references, golds))
        if not answers:
            return []
        # A row without a reference is checked with any.
        rows = check_rows(answers, [["?"] if each == [] else each for each in told], questions, names=list(names))
        has_reference = [each != [] for each in told]
        judged = list(compress(rows, has_reference))
        scores = iter(self.batches.score(judged) if judged else [])
        return [self._item(row, next(scores) if has else None) for row, has in zip(rows, has_reference, strict=True)]

    def _item(self, row: Row, item: Mapping[str, Any] | None) -> dict[str, Any]:
        if item is None:
            nothing = {"reward": 0.0, "score": 0.0, "correct": False, "answer": row.prediction}
            return nothing | {"marker": "", "not_attempted": "", "uncommitted": "", "no_reference": True}
        answer = item["answer_read"] if item["answer_marker"] else row.prediction
        is_checked = self.strict and not item["not_attempted"]
        uncommitted = lack_of_commitment(answer, row.references, row.question) if is_checked else ""
        correct = bool(item["correct"]) and not uncommitted
        share = 0.0 if uncommitted else float(correct if self.binary else item["smile"])
        return {
            "reward": self.not_attempted if item["not_attempted"] else self.wrong + share * (self.right - self.wrong),
            "score": item["smile"],
            "correct": correct,
            "answer": answer,
            "marker": item["answer_marker"],
            "not_attempted": item["not_attempted"],
            "uncommitted": uncommitted,
            "no_reference": False,
        }


def _check_lengths(columns: Mapping[str, Sequence[Any]]) -> None:
    if any(map(len, columns.values())):
        check_lengths(columns)


def _answer(completion: Any) -> Any:
    """Returns the text of a chat; anything else is as it is, for the check of rows."""
    is_chat = isinstance(completion, Sequence) and all(map(_is_message, completion))
    return _said_last(completion, "assistant") or "" if is_chat and not isinstance(completion, str) else completion


def _is_message(value: Any) -> bool:
    return "role" in value if isinstance(value, Mapping) else hasattr(value, "model_dump")


def _references(gold: Any) -> Any:
    """Returns the references without placeholders, which may leave none."""
    cells = [gold] if isinstance(gold, str) else as_cells(gold)
    return gold if cells is None else [cell for cell in cells if not (isinstance(cell, str) and _is_placeholder(cell))]


def _is_placeholder(gold: str) -> bool:
    """Returns whether a reference is only punctuation, or states that there is none."""
    is_punctuation = all(sign == "$" or unicodedata.category(sign)[0] in "PZC" for sign in gold)
    return is_punctuation or says_nothing(gold) or gold.strip().casefold() == "n/a"


def _target(truth: Any, name: str) -> Any:
    """Returns the correct answers in a ground truth of verl."""
    if isinstance(truth, Mapping) and "target" not in truth:
        raise DataError(
            f"{name}: the ground truth is {show(truth)} ({type(truth).__name__}) without 'target': give a "
            "correct answer, a list of them, or a dict that has either as 'target'"
        )
    return truth["target"] if isinstance(truth, Mapping) else truth


def _said_last(chat: Any, role: str) -> str | None:
    """Returns the last message of a role in a chat, of dicts or of pydantic's models; None if there is none."""
    if not isinstance(chat, Sequence) or not all(map(_is_message, chat)):
        return None
    messages = [dict(each) if isinstance(each, Mapping) else each.model_dump() for each in chat]
    said = [message for message in messages if message.get("role") == role]
    return said_in(said[-1]) if said else None


def _response(query: Any, prompt: Any, name: str) -> str:
    """Returns the answer in a query of OpenRLHF, which is the prompt and the answer with its special tokens."""
    for each in (query, prompt):
        if not isinstance(each, str):
            raise DataError(f"{name}: {show(each)} ({type(each).__name__}) is no text: give texts")
    if not query.startswith(prompt):
        raise DataError(
            f"{name}: the query does not begin with its prompt, so that the answer in it is not known: let the prompt "
            "fit (a longer max_len), and the tokenizer keep it as it is"
        )
    return _END_OF_TURN.sub("", query.removeprefix(prompt))
