"""The table of the embedded encoder, which comes with the package and is checked by hash."""

from hashlib import sha256
from pathlib import Path

from ...errors import ModelError, first_line
from ..model_files import EMBEDDED_SIGNATURE
from .distillation import RECIPE
from .word_table import TOKENIZER, VECTORS, WordTable, read_table

FOLDER = Path(__file__).parent / "table"

# Written by `python -m tools.static_table`, which prints these.
SHA256 = {
    VECTORS: "f7370a7a6e8040cfd2488c2ffd8623c36f15195d26229588f0bbe315e4c23ac2",
    TOKENIZER: "f151cfac775f65871abaa05b9aa31b40a17c6c9df2040e9e5ced1c2d3d4a2711",
}

# The encoder, the recipe and the files: recipes agree to the last digit on one machine, files everywhere.
SIGNATURE = f"{EMBEDDED_SIGNATURE}+{RECIPE}@{sha256(''.join(SHA256.values()).encode()).hexdigest()[:8]}"


def shipped_table() -> WordTable:
    """Reads the table.

    Raises:
        ModelError: A file is missing, or belongs to another version.
    """
    try:
        return read_table(FOLDER, SHA256)
    except (OSError, ValueError) as error:
        raise ModelError(
            f"the word vectors in {FOLDER} are not those of this version ({first_line(error)}): install smile-metric "
            "again, or use the setting 'default'"
        ) from error
