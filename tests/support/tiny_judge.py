"""A chat model small enough to make in a test, for transformers and, with the same weights, for llama.cpp."""

import json
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

TEMPLATE = "{% for m in messages %}<|user|>{{ m['content'] }}<|end|>{% endfor %}<|assistant|>"
SPECIAL = ["<|end|>", "<|user|>", "<|assistant|>"]
_CORPUS = [
    "Yes No yes no Yeah Maybe",
    "You are given a question, ground-truth answer, and a candidate answer.",
    "Is the semantic meaning of the ground-truth and candidate answers similar?",
    "Answer in one word - Yes or No. Question: Ground-truth answer: Candidate answer:",
]


def make_judge(folder: Path) -> Path:
    """Saves a two-layer model whose first token is mostly Yes or No, and the tokenizer that goes with it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=SPECIAL,
        show_progress=False,
    )
    tokenizer.train_from_iterator(_CORPUS * 10, trainer)
    special = {"eos_token": SPECIAL[0], "pad_token": SPECIAL[0]}
    wrapped = PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special)
    wrapped.chat_template = TEMPLATE
    torch.manual_seed(0)
    config = Qwen2Config(
        vocab_size=len(wrapped),
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=2048,
        tie_word_embeddings=False,
        initializer_range=0.2,
        eos_token_id=0,
        pad_token_id=0,
    )
    model = Qwen2ForCausalLM(config).eval()
    with torch.no_grad():
        # One dimension is the same for all texts and speaks for Yes and No; which of them wins depends on the prompt.
        model.model.embed_tokens.weight[:, 0] = 3
        model.lm_head.weight[:, 0] = 0
        for word in ("Yes", "No"):
            model.lm_head.weight[wrapped.convert_tokens_to_ids(word), 0] = 1.5
    model.save_pretrained(folder)
    wrapped.save_pretrained(folder)
    return folder


def make_gguf(judge: Path, path: Path) -> Path:
    """Writes the saved model as the file that llama.cpp reads."""
    import gguf

    model = Qwen2ForCausalLM.from_pretrained(judge, dtype=torch.float32)
    tokenizer = PreTrainedTokenizerFast.from_pretrained(judge)
    config = model.config
    writer = gguf.GGUFWriter(path, "qwen2")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_freq_base(float(config.rope_parameters["rope_theta"]))
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    backend = tokenizer.backend_tokenizer
    tokens = [backend.id_to_token(i) for i in range(len(tokenizer))]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types([gguf.TokenType.CONTROL if token in SPECIAL else gguf.TokenType.NORMAL for token in tokens])
    merges = json.loads(backend.to_str())["model"]["merges"]
    writer.add_token_merges([merge if isinstance(merge, str) else " ".join(merge) for merge in merges])
    writer.add_eos_token_id(0)
    writer.add_pad_token_id(0)
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.QWEN2, config.num_hidden_layers)
    for name, values in model.state_dict().items():
        writer.add_tensor(names.get_name(name, (".weight", ".bias")), values.numpy().astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
