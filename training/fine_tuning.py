"""Fine-tunes all layers of the embedded encoder, with the two readers on top. A run that was stopped continues."""

import math
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors.torch import save_file
from sentence_transformers import SentenceTransformer

from smile.disk.atomic_writes import new_file_in_place
from smile.encoding.model_files import find_embedded_model_files
from smile.encoding.torch_tools import no_progress_bar
from smile.learned.reader_files import WEIGHTS
from smile.learned.reader_in_torch import torch_reader_of, untrained_torch_reader, weights_of_torch_reader

_CHECKPOINT = "checkpoint.pt"
# A sorted block of so many texts is cut into batches of like length.
_TEXTS_PER_BLOCK = 4096


class Example(NamedTuple):
    """A text for the reader.

    Attributes:
        text: The text.
        target: The probability that the reader should give, 0 to 1.
        source: The source that made it.
        is_graded: Whether the target is a similarity, which has an output of its own.
    """

    text: str
    target: float
    source: str
    is_graded: bool = False


@dataclass(frozen=True)
class Recipe:
    """The recipe of the training.

    Attributes:
        tokens_per_batch: Tokens of a step, padding included.
        learning_rate: Highest learning rate of the encoder's layers; its embeddings do not change.
        reader_learning_rate: Highest learning rate of the readers' own weights.
        warm_up: Share of the steps in which the learning rate rises; it falls to 0 in the others.
        weight_decay: Weight decay of AdamW.
        largest_gradient: Longer gradients are cut to this length.
        longest: Largest number of tokens of an example.
        seconds_between_checkpoints: How often the state is written, from which a run goes on.
        seed: Seed of the order of examples and of dropout.
    """

    tokens_per_batch: int = 1536
    learning_rate: float = 1e-4
    reader_learning_rate: float = 1e-3
    warm_up: float = 0.06
    weight_decay: float = 0.01
    largest_gradient: float = 1.0
    longest: int = 128
    seconds_between_checkpoints: float = 300.0
    seed: int = 0


def fine_tune(
    examples: Sequence[Example], recipe: Recipe, device: str, folder: Path, start: Path | None = None
) -> SentenceTransformer:
    """Trains a reader, writes its weights in half precision, and returns it with these.

    Args:
        examples: The examples.
        recipe: The recipe.
        device: A device of torch.
        folder: Where the weights are written, and the state of a run that is not at its end.
        start: A folder with the weights to start from; None starts from the encoder's own.
    """
    torch.manual_seed(recipe.seed)
    # On a CPU, dropout of attention takes up to an eighth of the time; that of hidden states remains.
    config = {"attention_probs_dropout_prob": 0.0}
    with no_progress_bar():
        encoder = SentenceTransformer(find_embedded_model_files()[0], device=device, config_kwargs=config)
    reader = untrained_torch_reader(encoder) if start is None else torch_reader_of(encoder, start / WEIGHTS)
    weights = weights_of_torch_reader(reader)
    for parameter in reader.parameters():
        parameter.requires_grad = False
    trained: list[Any] = [*reader[0].model.encoder.parameters(), *reader[1].parameters()]
    for parameter in trained:
        parameter.requires_grad = True
    optimizer = torch.optim.AdamW(
        [
            {"params": list(reader[0].model.encoder.parameters()), "lr": recipe.learning_rate},
            {"params": list(reader[1].parameters()), "lr": recipe.reader_learning_rate},
        ],
        weight_decay=recipe.weight_decay,
    )
    batches = _batches(reader, examples, recipe)
    n_warm_up = max(1, round(recipe.warm_up * len(batches)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / n_warm_up, (len(batches) - step) / max(1, len(batches) - n_warm_up))
    )
    checkpoint = folder / _CHECKPOINT
    first = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        first = state["step"]
        with torch.no_grad():
            for name, weight in weights.items():
                weight.copy_(state["weights"][name])
        optimizer.load_state_dict(state["optimizer"])
        schedule.load_state_dict(state["schedule"])
        torch.set_rng_state(state["random"])
        print(f"goes on after step {first:,} of {len(batches):,}", flush=True)
    reader.train()
    started = written = time.monotonic()
    losses: dict[str, list[float]] = {}
    for step in range(first, len(batches)):
        batch = [examples[i] for i in batches[step]]
        loss = _losses(reader, batch, recipe)
        loss.mean().backward()
        torch.nn.utils.clip_grad_norm_(trained, recipe.largest_gradient)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        for example, value in zip(batch, loss.tolist(), strict=True):
            losses.setdefault(re.split("[,/]", example.source)[0], []).append(value)
        if (step + 1) % 100 == 0 or step + 1 == len(batches):
            _show_progress(step + 1, len(batches), first, time.monotonic() - started, losses)
            losses = {}
        if time.monotonic() - written > recipe.seconds_between_checkpoints:
            state = {
                "step": step + 1,
                "weights": weights,
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
                "random": torch.get_rng_state(),
            }
            with new_file_in_place(checkpoint) as path:
                torch.save(state, path)
            written = time.monotonic()
    rounded = {name: weight.detach().half().cpu().contiguous() for name, weight in weights.items()}
    save_file(rounded, folder / WEIGHTS, metadata={"format": "pt"})
    checkpoint.unlink(missing_ok=True)
    with torch.no_grad():
        for name, weight in weights.items():
            weight.copy_(rounded[name])
    return reader.eval()


def has_bfloat16(device: torch.device) -> bool:
    """Whether a device multiplies in bfloat16 twice as fast as in float32; other CPUs take a hundred times longer."""
    can = torch.cpu.get_capabilities()
    return device.type == "cpu" and bool(can.get("avx512_bf16") or can.get("amx_bf16"))


def _losses(reader: SentenceTransformer, batch: Sequence[Example], recipe: Recipe) -> torch.Tensor:
    """Returns the (b,) cross-entropies of a batch."""
    tokens = reader.tokenizer(
        [example.text for example in batch],
        padding=True,
        pad_to_multiple_of=16,  # each new shape costs a compilation in bfloat16
        truncation=True,
        max_length=recipe.longest,
        return_tensors="pt",
    ).to(reader.device)
    with torch.autocast(reader.device.type, torch.bfloat16, enabled=has_bfloat16(reader.device)):
        logits = reader({name: tokens[name] for name in ("input_ids", "attention_mask")})["logits"].float()
    is_graded = torch.tensor([example.is_graded for example in batch], device=reader.device)
    logit = torch.where(is_graded, logits[:, 1], logits[:, 0])
    target = torch.tensor([example.target for example in batch], dtype=torch.float32, device=reader.device)
    return torch.nn.functional.binary_cross_entropy_with_logits(logit, target, reduction="none")


def _batches(reader: SentenceTransformer, examples: Sequence[Example], recipe: Recipe) -> list[list[int]]:
    """Returns the positions of the examples of each step: texts of like length together, in an order of chance."""
    chance = random.Random(recipe.seed)  # noqa: S311 (no secret)
    encoded = reader.tokenizer([example.text for example in examples], truncation=True, max_length=recipe.longest)
    lengths = [len(ids) for ids in encoded["input_ids"]]
    order = list(range(len(examples)))
    chance.shuffle(order)
    batches: list[list[int]] = []
    for first in range(0, len(order), _TEXTS_PER_BLOCK):
        batch: list[int] = []
        for i in sorted(order[first : first + _TEXTS_PER_BLOCK], key=lengths.__getitem__):
            if batch and lengths[i] * (len(batch) + 1) > recipe.tokens_per_batch:
                batches.append(batch)
                batch = []
            batch.append(i)
        batches.append(batch)
    chance.shuffle(batches)
    return batches


def _show_progress(n_done: int, n: int, first: int, seconds: float, losses: dict[str, list[float]]) -> None:
    left = seconds / (n_done - first) * (n - n_done)
    by_source = ", ".join(f"{name} {sum(each) / len(each):.3f}" for name, each in sorted(losses.items()))
    print(f"step {n_done:,} of {n:,}, {math.ceil(left / 60)} minutes left; loss: {by_source}", flush=True)
