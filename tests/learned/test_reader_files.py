"""The files of the reader, that no others are taken for them, and the encoder made of them."""

import shutil
from pathlib import Path

import pytest

from smile import ModelError
from smile.learned import reader_files
from smile.learned.reader_files import LEARNED, WEIGHTS, find_reader

FILES = (WEIGHTS, LEARNED)
SHIPPED = reader_files.FOLDER


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, which takes their place."""
    folder = Path(shutil.copytree(SHIPPED, tmp_path / "weights"))
    monkeypatch.setattr(reader_files, "FOLDER", folder)
    return folder


@pytest.mark.parametrize("name", FILES)
def test_a_flipped_byte_is_found(copied: Path, name: str) -> None:
    content = bytearray((copied / name).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / name).write_bytes(content)
    with pytest.raises(ModelError, match="is not the file of this version's reader") as error:
        find_reader()
    assert str(copied / name) in str(error.value)
    assert "install smile-metric again, or use the setting 'default'" in str(error.value)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_found(copied: Path, name: str) -> None:
    (copied / name).unlink()
    with pytest.raises(ModelError, match=r"SHA-256 no such file, expected [0-9a-f]{64}\): install smile-metric again"):
        find_reader()
