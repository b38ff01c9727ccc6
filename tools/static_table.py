"""Makes the table of static vectors that comes with the package: `python -m tools.static_table [FOLDER]`.

It distils the embedded encoder in one thread (a minute), so that the same libraries give the same bytes on the same
kind of processor, and prints the SHA-256 of the files, which smile/encoding/static/word_table.py names.
"""

import sys
from pathlib import Path

import torch
from threadpoolctl import threadpool_limits

from smile.choices import EMBEDDED_MODEL
from smile.encoding.model_files import find_model
from smile.encoding.static.word_table import FOLDER, distil


def main(folder: Path) -> None:
    """Writes the table into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    with threadpool_limits(1):
        digests = distil(find_model(EMBEDDED_MODEL, None), "cpu", folder)
    for name, digest in digests.items():
        print(f"{digest}  {folder / name}")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
