"""Chat models on this machine, through transformers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...caches import cached
from ...constants import Dtype
from ...encoding.model_files import check_no_revision, identity_of_model_files
from ...encoding.torch_tools import choose_device, errors_of_torch_loading
from ...errors import ModelError
from ...optional_packages import check_installed
from .budget import Budget
from .chat import ChatAnswer, ChatFailure, ChatRequest, OnOutcome
from .judge_settings import JudgeSettings
from .providers import LOCAL, Price

# The default date in the chat template of Llama 3.
_DAY = "26 Jul 2024"

_TOKENS_PER_BATCH = 4096
_LARGEST_BATCH = 64


class LocalModel:
    """A causal language model with a chat template, loaded on first use."""

    price: Price | None = (0.0, 0.0)  # it costs nothing

    def __init__(self, settings: JudgeSettings) -> None:
        self._settings = settings

    @property
    def identity(self) -> dict[str, str]:
        """Provider, model, its revision or the hash of its files, and its number format."""
        model = self._settings.model
        return {
            "provider": LOCAL,
            "model": Path(model).name if Path(model).is_dir() else model,
            "revision": self._load().identity,
            "dtype": self._settings.dtype,
        }

    def ask(self, requests: Sequence[ChatRequest], on_outcome: OnOutcome, budget: Budget) -> None:
        """Runs batches of similar length, the longest first, so that too little memory is noticed at once."""
        import torch

        loaded = self._load()
        prompts = [self._token_ids(loaded, request) for request in requests]
        limit = getattr(loaded.model.config.get_text_config(), "max_position_embeddings", None)
        fitting = []
        for i, (ids, request) in enumerate(zip(prompts, requests, strict=True)):
            if limit is not None and len(ids) + request.max_tokens > limit:
                reason = f"the prompt has {len(ids)} tokens, too many for the model's context of {limit}"
                on_outcome(i, ChatFailure(reason))
            else:
                fitting.append(i)
        with torch.inference_mode():
            for batch in _batches_of_prompts(fitting, prompts):
                ids, mask = _left_padded([prompts[i] for i in batch], loaded.padding, loaded.model.device)
                if requests[batch[0]].wants_tokens:
                    answers = self._first_tokens(loaded, ids, mask, [requests[i] for i in batch])
                else:
                    answers = self._texts(loaded, ids, mask, max(requests[i].max_tokens for i in batch))
                for i, answer in zip(batch, answers, strict=True):
                    budget.start(requests[i])
                    budget.end(requests[i], (answer.prompt_tokens, answer.completion_tokens))
                    on_outcome(i, answer)

    def _load(self) -> "_LoadedChatModel":
        settings = self._settings
        return _load_chat_model(settings.model, settings.revision, settings.device, settings.dtype)

    def _token_ids(self, loaded: "_LoadedChatModel", request: ChatRequest) -> list[int]:
        tokenizer = loaded.tokenizer
        text = _with_template(tokenizer, request)
        if text.rstrip().endswith("<think>"):
            raise ModelError(
                f"{self._settings.model!r} thinks before it answers, and its chat template cannot switch thinking off: "
                "choose a model that answers directly"
            )
        ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def _first_tokens(
        self, loaded: "_LoadedChatModel", ids: Any, mask: Any, requests: Sequence[ChatRequest]
    ) -> Iterator[ChatAnswer]:
        import torch

        # The position of each token in its prompt, without the padding before it.
        places = (mask.cumsum(dim=1) - 1).clamp(min=0)
        logits = loaded.model(
            input_ids=ids, attention_mask=mask, position_ids=places, logits_to_keep=1, use_cache=False
        ).logits[:, -1]
        logarithms = torch.log_softmax(logits.float(), dim=-1)
        for row, request, length in zip(logarithms, requests, mask.sum(dim=1).tolist(), strict=True):
            top = torch.topk(row, min(request.top_logprobs or 1, len(loaded.vocabulary)))
            likeliest = zip(top.indices.tolist(), top.values.tolist(), strict=True)
            tokens = tuple((loaded.vocabulary[i], value) for i, value in likeliest)
            yield ChatAnswer(loaded.vocabulary[int(row.argmax())], tokens, length, 1)

    def _texts(self, loaded: "_LoadedChatModel", ids: Any, mask: Any, max_tokens: int) -> Iterator[ChatAnswer]:
        generated = loaded.model.generate(
            input_ids=ids,
            attention_mask=mask,
            max_new_tokens=max_tokens,
            do_sample=False,
            temperature=None,
            top_p=None,
            top_k=None,
            pad_token_id=loaded.padding,
        )[:, ids.shape[1] :]
        for row, length in zip(generated, mask.sum(dim=1).tolist(), strict=True):
            text = loaded.tokenizer.decode(row, skip_special_tokens=True)
            yield ChatAnswer(text, (), length, int((row != loaded.padding).sum()))


def _with_template(tokenizer: Any, request: ChatRequest) -> str:
    """Applies the chat template. If it has no system message, this is put before the user's message."""
    from jinja2 import TemplateError

    options = {
        "tokenize": False,
        "add_generation_prompt": True,
        "enable_thinking": False,
        # Llama 3 writes today's date into its prompt, so that replies would change from day to day.
        "date_string": _DAY,
    }
    try:
        return str(tokenizer.apply_chat_template(request.messages, **options))
    except TemplateError:
        if request.system is None:
            raise
        joined = [{"role": "user", "content": f"{request.system}\n\n{request.prompt}"}]
        return str(tokenizer.apply_chat_template(joined, **options))


@dataclass(frozen=True)
class _LoadedChatModel:
    model: Any
    tokenizer: Any
    vocabulary: tuple[str, ...]
    padding: int
    identity: str


@cached(1)
def _load_chat_model(model: str, revision: str | None, device: str | None, dtype: Dtype) -> _LoadedChatModel:
    check_installed("transformers", "a local model", "torch")
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    check_no_revision(model, revision)
    device = choose_device(device, dtype)
    where: dict[str, Any] = {"revision": revision, "trust_remote_code": False}
    with errors_of_torch_loading(model, revision, "choose another model"):
        tokenizer = AutoTokenizer.from_pretrained(model, **where)
        network: Any = AutoModelForCausalLM.from_pretrained(
            model, dtype=getattr(torch, dtype), use_safetensors=True, **where
        )
    if tokenizer.chat_template is None:
        raise ModelError(f"{model!r} has no chat template: choose a chat model (often named -Instruct, -it or -chat)")
    identity = identity_of_model_files(model, getattr(network.config, "_commit_hash", None) or revision)
    vocabulary = tuple(tokenizer.batch_decode(np.arange(network.config.get_text_config().vocab_size)[:, None].tolist()))
    padding = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
    return _LoadedChatModel(network.to(device).eval(), tokenizer, vocabulary, int(padding or 0), identity)


def _batches_of_prompts(indexes: Sequence[int], prompts: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Splits prompts into batches of similar length, so that they need little padding."""
    waiting = sorted(indexes, key=lambda i: -len(prompts[i]))
    while waiting:
        size = max(1, min(_LARGEST_BATCH, _TOKENS_PER_BATCH // max(1, len(prompts[waiting[0]]))))
        yield waiting[:size]
        waiting = waiting[size:]


def _left_padded(prompts: Sequence[Sequence[int]], padding: int, device: Any) -> tuple[Any, Any]:
    """Returns token ids and mask, (b, n) each, padded on the left."""
    import torch

    longest = max(len(prompt) for prompt in prompts)
    ids = torch.tensor([[padding] * (longest - len(prompt)) + list(prompt) for prompt in prompts], device=device)
    mask = torch.tensor([[0] * (longest - len(prompt)) + [1] * len(prompt) for prompt in prompts], device=device)
    return ids, mask
