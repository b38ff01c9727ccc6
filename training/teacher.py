"""Trains a large reader, the teacher of the reader of `learned`: `python -m training.teacher`.

It reads the same texts: question, reference and answer. It is trained on human labels and on generated answers at the
same time, because from labels of short answers alone it learns to rely on shared words. A run that was stopped
continues.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

from smile.aliases import FloatArray
from smile.disk.atomic_writes import new_file
from smile.encoding.encoders import cosine
from smile.settings.named_settings import named_settings
from smile.stores.encoder_choice import encoder_of

from .examples.teacher_material import material
from .fine_tuning import Example, has_bfloat16

CHECKPOINT, WEIGHTS = "checkpoint.pt", "teacher.pt"
# The layers nearest to the words do not change, nor do the embeddings of words.
_N_FROZEN = 3
_TOKENS_PER_BATCH = 1536
_LENGTH_STEP = 16
_LEARNING_RATE, _HEAD_LEARNING_RATE = 3e-5, 1e-3
_WARM_UP = 0.06
_SEED = 7
_SECONDS_BETWEEN_CHECKPOINTS = 600
# So many tokens are read of a question (its last), of a reference (its first), and of an answer (half of each end).
_LONGEST_QUESTION, _LONGEST_REFERENCE, _LONGEST_ANSWER = 56, 64, 96


class Teacher(torch.nn.Module):
    """A cross-encoder with two outputs: whether the answer is right, and how similar two sentences are.

    Args:
        base: The folder of the base model.
    """

    def __init__(self, base: Path) -> None:
        """Loads the base, with outputs that say one half."""
        super().__init__()
        self.tokenizer = AutoTokenizer.from_pretrained(base)
        # Dropout takes half of the time on a CPU, and no example is seen twice.
        self.encoder = AutoModel.from_pretrained(
            base, attention_probs_dropout_prob=0.0, hidden_dropout_prob=0.0, add_pooling_layer=False
        )
        self.head = torch.nn.Linear(self.encoder.config.hidden_size + 1, 2)
        torch.nn.init.zeros_(self.head.weight)
        torch.nn.init.zeros_(self.head.bias)
        frozen = [self.encoder.embeddings, *self.encoder.encoder.layer[:_N_FROZEN]]
        for module in frozen:
            module.requires_grad_(requires_grad=False)

    def ids(self, text: str) -> list[int]:
        """Returns the tokens of a text as `smile.learned.texts.meaning_text` writes it."""
        parts = [self.tokenizer(part, add_special_tokens=False)["input_ids"] for part in text.split(" [SEP] ")]
        *question, reference, answer = parts
        half = _LONGEST_ANSWER // 2
        cut = [each[-_LONGEST_QUESTION:] for each in question]
        cut.append(reference[:_LONGEST_REFERENCE])
        cut.append(answer if len(answer) <= _LONGEST_ANSWER else answer[:half] + answer[-half:])
        end = self.tokenizer.eos_token_id
        joined = [self.tokenizer.bos_token_id]
        for part in cut:
            joined += [*part, end, end]
        return joined[:-1]

    def forward(self, ids: Sequence[Sequence[int]], cosines: torch.Tensor) -> torch.Tensor:
        """Returns the (b, 2) logits of b texts.

        Args:
            ids: Their tokens.
            cosines: (b,) cosines of reference and answer.
        """
        longest = _padded(max(map(len, ids)))
        tokens = torch.full((len(ids), longest), self.tokenizer.pad_token_id)
        for place, each in enumerate(ids):
            tokens[place, : len(each)] = torch.tensor(each)
        is_token = tokens != self.tokenizer.pad_token_id
        with torch.autocast("cpu", torch.bfloat16, enabled=has_bfloat16(torch.device("cpu"))):
            states = self.encoder(input_ids=tokens, attention_mask=is_token.long()).last_hidden_state
        weight = is_token.unsqueeze(-1).float()
        mean = (states.float() * weight).sum(1) / weight.sum(1)
        logits: torch.Tensor = self.head(torch.cat((mean, 4 * cosines.unsqueeze(1) - 2), 1))
        return logits


def _padded(length: int) -> int:
    """Returns a length as it is padded: few shapes, for each of which bfloat16 is compiled.

    >>> _padded(17)
    32
    """
    return -(-length // _LENGTH_STEP) * _LENGTH_STEP


def batches_of(lengths: Sequence[int], chance: random.Random) -> list[list[int]]:
    """Returns the positions of the texts of each step, texts of like length together, in an order of chance."""
    order = list(range(len(lengths)))
    chance.shuffle(order)
    open_batches: dict[int, list[int]] = {}
    batches = []
    for i in order:
        length = _padded(lengths[i])
        batch = open_batches.setdefault(length, [])
        batch.append(i)
        if len(batch) == _TOKENS_PER_BATCH // length:
            batches.append(open_batches.pop(length))
    batches += open_batches.values()
    chance.shuffle(batches)
    return batches


def cosines_of(texts: Sequence[str]) -> FloatArray:
    """Returns the (n,) cosines of reference and answer in texts, by the word vectors of `fast`."""
    pairs = [text.split(" [SEP] ")[-2:] for text in texts]
    place = {text: i for i, text in enumerate(dict.fromkeys(text for pair in pairs for text in pair))}
    embeddings = encoder_of(named_settings("fast")).encode(list(place)).embeddings
    first, second = (np.array([place[pair[side]] for pair in pairs]) for side in (0, 1))
    return cosine(embeddings, embeddings, first, second)


def train(examples: Sequence[Example], base: Path, folder: Path, minutes: float) -> Teacher:
    """Trains a teacher for so many minutes at most, and writes its weights.

    The learning rate falls with the examples or with the time, whichever ends first.
    """
    torch.manual_seed(_SEED)
    chance = random.Random(_SEED)  # noqa: S311 (no secret)
    teacher = Teacher(base)
    ids = [teacher.ids(example.text) for example in examples]
    batches = batches_of(list(map(len, ids)), chance)
    cosines = torch.tensor(cosines_of([example.text for example in examples]), dtype=torch.float32)
    changing = [parameter for parameter in teacher.encoder.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": changing, "lr": _LEARNING_RATE}, {"params": teacher.head.parameters(), "lr": _HEAD_LEARNING_RATE}],
        weight_decay=0.01,
        fused=True,
    )
    rates = [group["lr"] for group in optimizer.param_groups]
    step, seconds = _go_on(folder / CHECKPOINT, teacher, optimizer)
    print(f"{len(batches):,} steps, {step:,} of them done", flush=True)
    started = time.monotonic() - seconds
    written = time.monotonic()
    losses: list[tuple[str, float]] = []
    teacher.train()
    while step < len(batches) and (elapsed := time.monotonic() - started) < minutes * 60:
        done = max(step / len(batches), elapsed / (minutes * 60))
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * min((done + 1e-3) / _WARM_UP, (1 - done) / (1 - _WARM_UP))
        batch = batches[step]
        loss = _losses(teacher, [examples[i] for i in batch], [ids[i] for i in batch], cosines[batch])
        loss.mean().backward()
        torch.nn.utils.clip_grad_norm_([*changing, *teacher.head.parameters()], 1.0)
        optimizer.step()
        optimizer.zero_grad()
        step += 1
        losses += [(examples[i].source, value) for i, value in zip(batch, loss.tolist(), strict=True)]
        if step % 10 == 0:
            _show(step, len(batches), time.monotonic() - started, losses)
            losses = []
        if time.monotonic() - written > _SECONDS_BETWEEN_CHECKPOINTS:
            written = time.monotonic()
            _save(folder / CHECKPOINT, teacher, step, time.monotonic() - started, optimizer)
    _save(folder / WEIGHTS, teacher, step, time.monotonic() - started, None)
    teacher.eval()
    return teacher


def _losses(
    teacher: Teacher, batch: Sequence[Example], ids: Sequence[Sequence[int]], cosines: torch.Tensor
) -> torch.Tensor:
    logits = teacher(ids, cosines)
    logit = logits.gather(1, torch.tensor([[int(example.is_graded)] for example in batch])).squeeze(1)
    target = torch.tensor([example.target for example in batch])
    return torch.nn.functional.binary_cross_entropy_with_logits(logit, target, reduction="none")


def _go_on(checkpoint: Path, teacher: Teacher, optimizer: torch.optim.Optimizer) -> tuple[int, float]:
    """Takes up the state of a run that was ended; returns its steps and seconds."""
    if not checkpoint.exists():
        return 0, 0.0
    state = torch.load(checkpoint, weights_only=True)
    teacher.load_state_dict(state["weights"])
    optimizer.load_state_dict(state["optimizer"])
    print(f"goes on after step {state['step']:,}", flush=True)
    return state["step"], state["seconds"]


def _save(path: Path, teacher: Teacher, step: int, seconds: float, optimizer: torch.optim.Optimizer | None) -> None:
    state: dict[str, Any] = {"weights": teacher.state_dict(), "step": step, "seconds": seconds}
    if optimizer is not None:
        state["optimizer"] = optimizer.state_dict()
    with new_file(path) as file:
        torch.save(state, file)


def _show(step: int, n: int, seconds: float, losses: Sequence[tuple[str, float]]) -> None:
    totals: dict[str, list[float]] = {}
    for source, loss in losses:
        totals.setdefault(source.split("/")[0], []).append(loss)
    by_source = ", ".join(f"{name} {np.mean(each):.3f}" for name, each in sorted(totals.items()))
    print(f"step {step:,} of {n:,}, {seconds / 60:.1f} minutes; loss: {by_source}", flush=True)


def read_teacher(base: Path, folder: Path) -> Teacher:
    """Returns a trained teacher."""
    teacher = Teacher(base)
    trained = next(path for path in (folder / WEIGHTS, folder / CHECKPOINT) if path.exists())
    teacher.load_state_dict(torch.load(trained, weights_only=True)["weights"])
    teacher.eval()
    return teacher


def probabilities(teacher: Teacher, texts: Sequence[str]) -> FloatArray:
    """Returns the (n, 2) probabilities that a teacher gives texts: right, and similar."""
    found = np.zeros((len(texts), 2))
    for batch, logits in _read(teacher, texts):
        found[batch] = torch.sigmoid(logits).numpy()
    return found


def _read(teacher: Teacher, texts: Sequence[str]) -> Iterator[tuple[list[int], torch.Tensor]]:
    cosines = torch.tensor(cosines_of(texts), dtype=torch.float32)
    ids = [teacher.ids(text) for text in texts]
    for batch in batches_of(list(map(len, ids)), random.Random(0)):  # noqa: S311 (no secret)
        with torch.inference_mode():
            yield batch, teacher([ids[i] for i in batch], cosines[batch])


def main() -> None:
    """Trains a teacher."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder of the sets of people's verdicts")
    parser.add_argument("--base", type=Path, required=True, help="folder of the base model, all-mpnet-base-v2")
    parser.add_argument("--out", type=Path, required=True, help="folder to write, and to go on in")
    parser.add_argument("--leave-out", nargs="*", default=[], help="files of --data that it does not learn from")
    parser.add_argument("--minutes", type=float, default=120, help="train for so long at most (default: 120)")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    examples = material(arguments.data, frozenset(arguments.leave_out), _SEED)
    sources = Counter(example.source.split("/")[0] for example in examples)
    (arguments.out / "sources.json").write_text(json.dumps(sources, indent=1), encoding="utf-8")
    print(f"{len(examples):,} examples: {dict(sources)}", flush=True)
    train(examples, arguments.base, arguments.out, arguments.minutes)


if __name__ == "__main__":
    main()
