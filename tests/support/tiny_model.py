"""A tiny sentence-transformers model with random weights, for tests of what reads and changes real models."""

from pathlib import Path

import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.normalizers import Lowercase
from tokenizers.pre_tokenizers import Whitespace
from transformers import (
    BertConfig,
    BertModel,
    BertTokenizerFast,
    PreTrainedTokenizerFast,
    Qwen3Config,
    Qwen3ForCausalLM,
)

# Tokens the model reads; of a text of ASCII letters one letter is one token, and two more stand around the text.
LIMIT = 16
SHAPE = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789.,:!"
_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *_LETTERS, *(f"##{letter}" for letter in _LETTERS)]
LETTERS = {token: i for i, token in enumerate(_TOKENS)}


def make_model(folder: Path) -> Path:
    """Returns the folder of a model of one layer and 16 dimensions, with a token for each letter."""
    torch.manual_seed(0)
    BertModel(BertConfig(vocab_size=len(LETTERS), **SHAPE)).save_pretrained(folder / "bert")
    BertTokenizerFast(vocab=LETTERS).save_pretrained(folder / "bert")
    transformer = Transformer(str(folder / "bert"), max_seq_length=LIMIT)
    model = SentenceTransformer(modules=[transformer, Pooling(16, "mean")], device="cpu")
    model.save(str(folder / "tiny-bert"))
    return folder / "tiny-bert"


# All that the chat model can say.
WORDS = "oslo rome paris maybe or the answer is".split()


def make_chat_model(folder: Path) -> Path:
    """Returns the folder of a causal model of one layer, with a chat template and a token for each of a few words."""
    special = {"pad_token": "<pad>", "unk_token": "<unk>", "eos_token": "<eos>"}
    tokens = [*special.values(), "<user>", "<assistant>", *WORDS]
    words = Tokenizer(WordLevel({token: i for i, token in enumerate(tokens)}, special["unk_token"]))
    words.normalizer, words.pre_tokenizer = Lowercase(), Whitespace()
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=words, additional_special_tokens=["<user>", "<assistant>"], **special
    )
    tokenizer.chat_template = (
        "{% for message in messages %}<{{ message.role }}> {{ message.content }} {% endfor %}"
        "{% if add_generation_prompt %}<assistant> {% endif %}"
    )
    torch.manual_seed(0)
    ends = {"eos_token_id": tokenizer.eos_token_id, "pad_token_id": tokenizer.pad_token_id, "bos_token_id": None}
    config = Qwen3Config(vocab_size=len(tokens), num_key_value_heads=2, head_dim=8, **SHAPE, **ends)
    Qwen3ForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
