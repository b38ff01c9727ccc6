"""The files of the reader, that no others are taken for them, and the encoder made of them."""

import pickle
import shutil
from pathlib import Path

import pytest
from safetensors import safe_open

from smile import ModelError
from smile.disk import hashes
from smile.disk.hashes import file_sha256
from smile.encoding.model_files import find_embedded, find_model
from smile.learned import reader_files
from smile.learned.combiner import INPUTS, question_key
from smile.learned.reader_files import LEARNED, READER_NAME, WEIGHTS, find_reader, find_reader_model, read_learned

FILES = (WEIGHTS, LEARNED)
SHIPPED = reader_files.FOLDER


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the files, which takes their place."""
    folder = Path(shutil.copytree(SHIPPED, tmp_path / "weights"))
    monkeypatch.setattr(reader_files, "FOLDER", folder)
    return folder


def test_the_files_shipped_are_those_of_this_version(copied: Path) -> None:
    folder, identity = find_reader()
    assert folder == copied
    assert len(identity) == 8
    assert find_reader_model().signature == f"{READER_NAME}@{find_embedded()[1]}-{identity}"


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


def test_a_file_is_hashed_once_and_again_after_a_change(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []

    def count(path: Path) -> str:
        hashed.append(path.name)
        return file_sha256(path)

    monkeypatch.setattr(hashes, "file_sha256", count)
    for _ in range(3):
        find_reader()
    assert sorted(hashed) == sorted(FILES)
    (copied / LEARNED).write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match=r"learned\.json is not the file"):
        find_reader()


def test_they_are_small() -> None:
    assert sorted(path.name for path in SHIPPED.iterdir()) == sorted(FILES)
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 25_000_000


def test_the_weights_are_safetensors_of_half_precision() -> None:
    with safe_open(SHIPPED / WEIGHTS, framework="numpy") as file:
        names = list(file.keys())
        assert {str(file.get_tensor(name).dtype) for name in names} == {"float16"}
    # Sixteen tensors in each of six layers, and weights and bias of meaning, mention and similarity.
    assert len(names) == 6 * 16 + 6


def test_what_was_learned_beside_the_weights_is_complete() -> None:
    learned = read_learned(SHIPPED / LEARNED)
    for with_questions in (True, False):
        columns = {column for tree in learned.combiners[with_questions].trees for column in tree.column}
        assert {INPUTS.index("equivalence_logit"), INPUTS.index("similarity")} <= columns
        assert max(columns) < len(INPUTS)
        assert 0.5 < learned.pearson[with_questions] < 1
    assert all(len(key) == len(question_key("")) for key in learned.questions)
    assert len(learned.questions) > 100


def test_a_found_reader_is_equal_when_it_is_found_again_or_pickled() -> None:
    found = find_reader_model()
    assert found == find_reader_model()
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))  # noqa: S301 - just written
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - just written


def test_the_reader_is_no_model_that_a_user_can_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(ModelError, match="neither a folder here nor"):
        find_model("reader", None)
