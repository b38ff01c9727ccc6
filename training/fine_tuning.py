"""Fine-tunes the embedded encoder to read question, reference and answer, by low-rank changes of its weights."""

import json
import math
import random
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from peft import LoraConfig, get_peft_model
from safetensors.torch import load_file, save_file
from sentence_transformers import SentenceTransformer

from smile.aliases import FloatArray
from smile.encoding.batches import embed_texts
from smile.encoding.model_files import find_embedded
from smile.encoding.torch_backend import TorchBackend
from smile.encoding.torch_tools import no_progress_bar
from smile.learned.features import head_text
from smile.learned.head_files import ADAPTER, ADAPTER_CONFIG
from smile.learned.network import ProbabilityLayer, with_probability
from smile.learned.probability_vectors import from_vectors

# The weight matrices of each of the encoder's layers.
_MATRICES = ("query", "key", "value", "attention.output.dense", "intermediate.dense", "output.dense")


@dataclass(frozen=True)
class Recipe:
    """The recipe of the training.

    Attributes:
        epochs: Number of passes over the examples.
        batch_size: Examples per step.
        learning_rate: Highest learning rate of the changes of the encoder's weights.
        layer_learning_rate: Highest learning rate of the last layer.
        warm_up: Share of the steps in which the learning rate rises; it falls to 0 in the others.
        weight_decay: Weight decay of AdamW.
        largest_gradient: Longer gradients are cut to this length.
        share_without_question: Share of the examples without their question, new ones in each epoch, so that the head
            learns to do without.
        longest: Largest number of tokens of an example.
        rank: Rank of the change of each weight matrix (Hu et al. 2021); alpha is equal to it.
        averaging: Decay of the running mean of the trained weights; the mean is kept in the end.
        seed: Seed of the order of examples, of dropout, and of the questions left out.
    """

    epochs: int = 2
    batch_size: int = 16
    learning_rate: float = 2e-4
    layer_learning_rate: float = 1e-3
    warm_up: float = 0.06
    weight_decay: float = 0.01
    largest_gradient: float = 1.0
    share_without_question: float = 0.1
    longest: int = 160
    rank: int = 64
    averaging: float = 0.998
    seed: int = 0


@dataclass(frozen=True)
class Example:
    """An answer to learn from."""

    question: str
    reference: str
    prediction: str
    is_right: bool


@dataclass(frozen=True)
class TrainedHead:
    """A head as it is shipped: its changes are rounded to half precision and merged into the encoder's weights."""

    model: SentenceTransformer

    def probabilities(self, texts: Sequence[str]) -> FloatArray:
        """Returns the (n,) probabilities of texts, by the code that scores."""
        vectors, _ = embed_texts(TorchBackend(self.model), texts)
        return from_vectors(vectors)

    def layer(self) -> FloatArray:
        """Returns the (d + 1,) weights of the last layer, its bias last."""
        layer = _last_layer(self.model).layer
        weights: FloatArray = torch.cat((layer.weight[0], layer.bias)).detach().cpu().double().numpy()
        return weights


def untrained(device: str) -> SentenceTransformer:
    """Returns the embedded encoder with an untrained last layer."""
    with no_progress_bar():
        return with_probability(SentenceTransformer(find_embedded()[0], device=device))


def fine_tune(
    examples: Sequence[Example], recipe: Recipe, device: str, dtype: str, name: str, folder: Path | None = None
) -> TrainedHead:
    """Trains a head.

    Args:
        examples: The examples.
        recipe: The recipe.
        device: A device of torch.
        dtype: `bfloat16` or `float32` for the matrix products; weights stay float32.
        name: Start of the lines that it prints.
        folder: A folder for the changes of the encoder's weights, in peft's format; None writes nothing.
    """
    torch.manual_seed(recipe.seed)
    order = random.Random(recipe.seed)  # noqa: S311 (no secret)
    model = untrained(device)
    limit = model[0].max_seq_length
    model[0].max_seq_length = recipe.longest
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # between peft and transformers
        adapted: Any = get_peft_model(
            model[0].model, LoraConfig(r=recipe.rank, lora_alpha=recipe.rank, target_modules=list(_MATRICES))
        )
    model[0].model = adapted
    trained = [parameter for parameter in adapted.parameters() if parameter.requires_grad]
    layer = list(_last_layer(model).parameters())
    optimizer = torch.optim.AdamW(
        [{"params": trained, "lr": recipe.learning_rate}, {"params": layer, "lr": recipe.layer_learning_rate}],
        weight_decay=recipe.weight_decay,
    )
    n_steps = math.ceil(len(examples) / recipe.batch_size) * recipe.epochs
    n_warm_up = max(1, round(recipe.warm_up * n_steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / n_warm_up, (n_steps - step) / max(1, n_steps - n_warm_up))
    )
    averaged = [parameter.detach().clone() for parameter in (*trained, *layer)]
    n_done = 0
    model.train()
    for epoch in range(recipe.epochs):
        loss_sum = 0.0
        for batch in _batches(examples, recipe, order):
            features = model.preprocess([text for text, _ in batch])
            tensors = {key: value.to(device) for key, value in features.items() if isinstance(value, torch.Tensor)}
            with torch.autocast(device.partition(":")[0], dtype=torch.bfloat16, enabled=dtype == "bfloat16"):
                pooled = model[1](model[0](tensors))
            logit = _last_layer(model).layer(pooled["sentence_embedding"].float())[:, 0]
            target = torch.tensor([is_right for _, is_right in batch], dtype=torch.float32, device=device)
            loss = torch.nn.functional.binary_cross_entropy_with_logits(logit, target)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, recipe.largest_gradient)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
            n_done += 1
            # The first steps, still untrained, count for less.
            share = 1 - min(recipe.averaging, n_done / (n_done + 10))
            with torch.no_grad():
                for mean, parameter in zip(averaged, (*trained, *layer), strict=True):
                    mean.lerp_(parameter, share)
            loss_sum += float(loss.detach()) * len(batch)
        print(f"{name}: epoch {epoch + 1} of {recipe.epochs}, loss {loss_sum / len(examples):.4f}", flush=True)
    with torch.no_grad():
        for parameter, mean in zip((*trained, *layer), averaged, strict=True):
            parameter.copy_(mean)
        for parameter in trained:
            parameter.copy_(parameter.half())
    if folder is not None:
        _save(adapted, folder)
    model[0].model = adapted.merge_and_unload()
    model[0].max_seq_length = limit
    return TrainedHead(model.eval())


def _save(adapted: Any, folder: Path) -> None:
    adapted.save_pretrained(str(folder))
    (folder / "README.md").unlink(missing_ok=True)  # the project has its own card
    rounded = {name: tensor.half() for name, tensor in load_file(folder / ADAPTER).items()}
    save_file(rounded, folder / ADAPTER, metadata={"format": "pt"})
    path = folder / ADAPTER_CONFIG
    # Without peft's notes on this machine, and in one order.
    content = json.loads(path.read_text(encoding="utf-8")) | {"base_model_name_or_path": None}
    content["target_modules"] = sorted(content["target_modules"])
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def _batches(examples: Sequence[Example], recipe: Recipe, order: random.Random) -> list[list[tuple[str, bool]]]:
    """Returns the batches of an epoch: texts of like length together, the batches in a new order."""
    texts = [
        (
            head_text(
                None if order.random() < recipe.share_without_question else example.question,
                example.reference,
                example.prediction,
            ),
            example.is_right,
        )
        for example in examples
    ]
    order.shuffle(texts)
    size, n_sorted = recipe.batch_size, 64 * recipe.batch_size
    blocks = [sorted(texts[i : i + n_sorted], key=lambda text: len(text[0])) for i in range(0, len(texts), n_sorted)]
    batches = [block[i : i + size] for block in blocks for i in range(0, len(block), size)]
    order.shuffle(batches)
    return batches


def _last_layer(model: SentenceTransformer) -> ProbabilityLayer:
    return cast(ProbabilityLayer, model[2])
