import shutil
from datetime import date
from pathlib import Path

import pytest

import smile
from tools.new_version import _PLACES, rename

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The files of this checkout that name the version."""
    for name in _PLACES:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def texts(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text(encoding="utf-8") for name in _PLACES}


def test_a_version_is_renamed_everywhere(copy: Path) -> None:
    changelog = copy / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    # Right after a release nothing is unreleased.
    changelog.write_text(
        text.replace("## [Unreleased]\n", "## [Unreleased]\n\n### Added\n\n- More.\n", 1), encoding="utf-8"
    )
    rename(copy, "99.0.1", date(2027, 1, 2))
    after = texts(copy)
    assert '__version__ = "99.0.1"\n' in after["smile/version.py"]
    assert "|version:99.0.1`" in after["README.md"]
    assert "version: 99.0.1\ndate-released: 2027-01-02\n" in after["CITATION.cff"]
    assert "## [Unreleased]\n\n## [99.0.1] - 2027-01-02\n\n### " in after["CHANGELOG.md"]
    assert not any(f"version:{smile.__version__}" in text for text in after.values())


def test_a_version_that_cannot_be_changes_nothing(copy: Path) -> None:
    (copy / "CHANGELOG.md").write_text("# Changelog\n\n## [Unreleased]\n", encoding="utf-8")
    before = texts(copy)
    for new, message in (("0.0.1", "is no version later than"), ("99.0.0", r"CHANGELOG\.md should have one place")):
        with pytest.raises(ValueError, match=message):
            rename(copy, new, date(2027, 1, 2))
        assert texts(copy) == before
