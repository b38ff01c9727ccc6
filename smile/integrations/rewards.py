"""SMILE as a reward for training with TRL, verl, OpenRLHF or verifiers, none of which has to be installed.

docs/rewards.md has an example for each trainer.
"""

import asyncio
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from itertools import compress
from statistics import fmean
from typing import Any

from smile.checks import show_value

from ..checks import as_cells, check_lengths, check_number, row_names
from ..errors import DataError, UsageError
from ..rows.checked_rows import Row, check_rows, is_empty_reference
from ..scoring.scorer import SmileScorer
from ..settings.named_settings import Settings
from ..text.chat_messages import last_message_of
from .commitment import lack_of_commitment
from .shared_batches import SharedBatches

# Special tokens that a chat template writes after an answer: <|im_end|>, <|eot_id|>, </s>, <eos>, ...
_END_OF_TURN = re.compile(r"(?:(?:<[|｜][^<>\s]{1,40}[|｜]>|</s>|<(?:eos|pad|end_of_turn)>)\s{0,9}){1,9}\Z")

# The parts of a plain-text prompt that are not the question: special tokens, and labels such as "User:" and "Answer:".
_TOKEN_OF_TEMPLATE = re.compile(r"<[|｜][^<>\n]{1,40}[|｜]>|</?s>|<(?:eos|bos|pad|(?:start|end)_of_turn)>|\[/?INST\]")
_LABEL = re.compile(
    r"(?i)^\W*(?:question|user|human|q)\W*:|(?:^|\s)\W*(?:assistant|model|(?:final )?answer|a|response)\W*:\W*$"
    r"|^(?:user|assistant|model)$"
)

# The space between two phrases in bold type.
_BOLDS = re.compile(r"(?<=\w\*\*)[ \t]+(?=\*\*\w)")

# The language of the checks of `strict`.
_STRICT_LANGUAGE = "en"


class SmileReward:
    """The reward of each answer of a model in training. The object itself is a reward function of TRL.

    The answers of a call are scored together. Calls from other threads that arrive meanwhile form one batch. An output
    without an answer gets `not_attempted`. Any other output gets a number between `wrong` and `right` in proportion to
    its SMILE, or one of the two if `binary`. If `strict`, an answer that does not commit to one thing gets `wrong`. A
    row without a usable reference (only "", "$$" or "N/A") counts as `no_reference`. Its reward is 0 (None in TRL).

    Args:
        setting: See `SmileScorer`.
        column: TRL's column with the correct answer of a row, a list of correct answers, or None.
        question: The column with the question. Without this column, the question is the last user message of a chat,
            or the last line of a plain-text prompt that ends in a question mark (else its last line).
        binary: Whether answers above the threshold get `right` and all other attempts get `wrong`.
        strict: Whether `wrong` is given to lists of candidates, open choices ("A or B"), denials,
            repetitions, and answers that end in a refusal. Applies to English only.
        right: The reward of an answer whose SMILE is 1.
        not_attempted: The reward of an output without an answer, such as a refusal or unfinished thinking.
        wrong: The reward of an answer whose SMILE is 0.
        **options: See `SmileScorer`; `use_questions=False` ignores the questions.
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
        for name, value in (("binary", binary), ("strict", strict)):
            if not isinstance(value, bool):
                raise UsageError(f"{name} is {show_value(value)} ({type(value).__name__}): it must be True or False")
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
        prompts: Sequence[Any] | None = None,
        completions: Sequence[Any] | None = None,
        log_extra: Callable[[str, list[Any]], None] | None = None,
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[float | None]:
        """Returns the rewards for TRL (None for rows without a reference), and logs final answers and counts.

        Raises:
            DataError: There is no column with the correct answers, or a cell is invalid.
        """
        if prompts is None or completions is None:
            missing = "prompts" if prompts is None else "completions"
            raise UsageError(f"{missing} is missing: call reward(prompts, completions, {self.column}=answers)")
        if self.column not in columns:
            raise DataError(
                f"the data set has no column {self.column!r} with the correct answers (it has {', '.join(columns)}): "
                "choose another column with SmileReward(column=...)"
            )
        golds = columns[self.column]
        questions = columns.get(self.question) or [_question_for_reward(prompt) for prompt in prompts]
        _check_reward_lengths(
            {"prompts": prompts, "completions": completions, self.column: golds, self.question: questions}
        )
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
        """Returns the `score` of one answer for verl, with values to log."""
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
        """Returns the result of `verl` for each answer, for verl's batch reward manager.

        A ground truth is a correct answer, a list of correct answers, or a dict that has either as `target`.
        """
        _check_reward_lengths(
            {
                "data_sources": data_sources,
                "solution_strs": solution_strs,
                "ground_truths": ground_truths,
                "extra_infos": extra_infos,
            }
        )
        names = [f"row {i} ({source})" for i, source in enumerate(data_sources)]
        golds = list(map(_references_of_verl, ground_truths, names))
        questions = [(extra or {}).get(self.question) for extra in extra_infos]
        return [
            {
                "score": item["reward"],
                # verl's names for whether an answer is correct, and for the answer that majority voting counts.
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
        """Returns `rewards`, `scores` (SMILE) and `extra_logs` (numbers) for OpenRLHF.

        Raises:
            DataError: A query does not begin with its prompt, or a label is invalid.
        """
        import torch

        _check_reward_lengths({"queries": queries, "prompts": prompts, "labels": labels})
        names = row_names(len(labels))
        read = self._read(
            map(_response_to_reward, queries, prompts, names), labels, map(_question_for_reward, prompts), names
        )
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
        """Returns the reward of one answer for verifiers, and stores its details as `smile` in the state."""
        question = columns.get(self.question) or _question_for_reward(prompt)
        [item] = await asyncio.to_thread(self._read, [completion], [answer], [question], row_names(1))
        if state is not None:
            state["smile"] = item
        return float(item["reward"])

    def _read(
        self, completions: Iterable[Any], golds: Iterable[Any], questions: Iterable[Any], names: Iterable[str]
    ) -> list[dict[str, Any]]:
        """Returns the reward of each answer, with values to log."""
        answers, references = list(map(_answer_of_chat, completions)), list(map(_references_of_reward, golds))
        if self.strict:
            # The bold type is removed before the checks.
            answers = [_BOLDS.sub("; ", each) if isinstance(each, str) else each for each in answers]
        if not answers:
            return []
        # A row without a reference gets a placeholder for the checks.
        rows = check_rows(answers, [["?"] if each == [] else each for each in references], questions, names=list(names))
        has_reference = [each != [] for each in references]
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


def _check_reward_lengths(columns: Mapping[str, Sequence[Any]]) -> None:
    if any(map(len, columns.values())):
        check_lengths(columns)


def _answer_of_chat(completion: Any) -> Any:
    """Returns the last reply of a chat; other values are returned unchanged, for the checks of rows."""
    is_chat = isinstance(completion, Sequence) and all(map(_is_chat_message, completion))
    return (
        _last_message_of_role(completion, "assistant") or ""
        if is_chat and not isinstance(completion, str)
        else completion
    )


def _is_chat_message(value: Any) -> bool:
    return "role" in value if isinstance(value, Mapping) else hasattr(value, "model_dump")


def _references_of_reward(gold: Any) -> Any:
    """Returns the references without placeholders such as "N/A"; the list may be empty."""
    cells = [gold] if isinstance(gold, str) else as_cells(gold)
    return gold if cells is None else [cell for cell in cells if not (isinstance(cell, str) and _is_placeholder(cell))]


def _is_placeholder(gold: str) -> bool:
    """Returns whether a reference is only punctuation, or says that there is none."""
    is_punctuation = all(sign == "$" or unicodedata.category(sign)[0] in "PZC" for sign in gold)
    return is_punctuation or is_empty_reference(gold) or gold.strip().casefold() == "n/a"


def _references_of_verl(truth: Any, name: str) -> Any:
    """Returns the correct answers in a ground truth of verl."""
    if isinstance(truth, Mapping) and "target" not in truth:
        raise DataError(
            f"the ground truth is {show_value(truth)} ({type(truth).__name__}) without 'target': give a correct answer,"
            " a list of correct answers, or a dict that has either as 'target'",
            row=name,
        )
    return truth["target"] if isinstance(truth, Mapping) else truth


def _last_message_of_role(chat: Any, role: str) -> str | None:
    """Returns the last message of a role in a chat of dicts or pydantic models; None if there is none."""
    if not isinstance(chat, Sequence) or not all(map(_is_chat_message, chat)):
        return None
    messages = [dict(each) if isinstance(each, Mapping) else each.model_dump() for each in chat]
    said = [message for message in messages if message.get("role") == role]
    return last_message_of(said[-1]) if said else None


def _question_for_reward(prompt: Any) -> str | None:
    """Returns the question in a prompt: a chat's last user message, or a line of plain text."""
    if not isinstance(prompt, str):
        return _last_message_of_role(prompt, "user")
    lines = [_LABEL.sub("", line).strip() for line in _TOKEN_OF_TEMPLATE.sub("\n", prompt).splitlines()]
    lines = [line for line in lines if line]
    return next((line for line in reversed(lines) if line.endswith("?")), lines[-1] if lines else None)


def _response_to_reward(query: Any, prompt: Any, name: str) -> str:
    """Returns the answer in a query of OpenRLHF, which is the prompt followed by the answer with special tokens."""
    for each in (query, prompt):
        if not isinstance(each, str):
            raise DataError(
                f"{show_value(each)} ({type(each).__name__}) is not a string: queries and prompts must be strings",
                row=name,
            )
    if not query.startswith(prompt):
        raise DataError(
            "the query does not begin with its prompt, so the answer cannot be separated from it: increase max_len so "
            "that the prompt is not cut, and check that the tokenizer reproduces the prompt exactly",
            row=name,
        )
    return _END_OF_TURN.sub("", query.removeprefix(prompt))
