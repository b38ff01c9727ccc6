"""Builds the repository of the Space: `make space OWNER=name`, or `python -m tools.space FOLDER OWNER`.

The Space holds the app, the project as pip installs it, and two files for `evaluate.load("OWNER/smile_metric")`: a
script, and the package in an archive that the script names. So loading by name needs no install of this project.
"""

import shutil
import sys
import zipfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FILES = ("CONTRIBUTING.md", "LICENSE", "README.md", "app.py", "pyproject.toml", "requirements.txt")
_FOLDERS = ("assets", "docs", "smile")

HUB = "https://huggingface.co"
# What the scripts tell pip to install where the project is missing; in the Space it is the Space's address.
IN_A_CLONE = ". (in a clone of the project)"
SCRIPTS = ("l3score.py", "qa_match.py", "rubric_judge.py", "sas.py", "smile.py")
ARCHIVE = "smile_package.zip"

# What the Hub reads at the top of a Space's README; a reader on GitHub would see it as a table.
_METADATA = """\
---
title: SMILE
emoji: 🙂
colorFrom: yellow
colorTo: green
sdk: gradio
sdk_version: {gradio}
app_file: app.py
pinned: false
license: apache-2.0
tags:
  - evaluate
  - metric
description: >-
  SMILE scores how correct a short answer is against one or more reference answers, by a sentence-level semantic score
  and a keyword-level lexical score, offline and on a CPU.
---

"""

# What no evaluate module needs of the package.
_NOT_ARCHIVED = ("app", "cli", "integrations", "__main__.py", *SCRIPTS)

_SCRIPT = '''\
"""What `evaluate.load("{owner}/smile_metric")` loads: evaluate fetches the package from the archive named here."""

from .smile_package.evaluation.smile_module import SmileModule  # From: {address}/resolve/main/{archive}

__all__ = ["SmileModule"]
'''


def address(owner: str, hub: str = HUB) -> str:
    """Returns the address of an owner's Space."""
    return f"{hub}/spaces/{owner}/smile_metric"


def build(target: Path, owner: str, hub: str = HUB) -> None:
    """Writes the Space's files into an empty folder, replacing a former build.

    Args:
        target: The folder.
        owner: Who owns the Space.
        hub: The address of the Hub.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in _FILES:
        shutil.copyfile(_ROOT / name, target / name)
    for name in _FOLDERS:
        shutil.copytree(_ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    readme = target / "README.md"
    readme.write_text(_METADATA.format(gradio=_pinned("gradio[mcp]")) + readme.read_text("utf-8"), encoding="utf-8")
    for name in SCRIPTS:
        path = target / "smile" / name
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(IN_A_CLONE, f"git+{address(owner, hub)}"), encoding="utf-8")
    script = _SCRIPT.format(owner=owner, address=address(owner, hub), archive=ARCHIVE)
    (target / "smile_metric.py").write_text(script, encoding="utf-8")
    _archive(target / "smile", target / ARCHIVE)


def _pinned(package: str) -> str:
    """Returns the version of a package that the Space installs."""
    lines = (_ROOT / "requirements.txt").read_text("utf-8").splitlines()
    return next(line for line in lines if line.startswith(f"{package}==")).partition("==")[2]


def _archive(package: Path, target: Path) -> None:
    """Packs what evaluate needs of the package; the same files give the same bytes.

    The package's modules lie at the top of the archive: evaluate unpacks it into a folder `smile_package`.
    """
    with zipfile.ZipFile(target, "w") as archive:
        for path in sorted(package.rglob("*")):
            name = path.relative_to(package)
            if path.is_file() and name.parts[0] not in _NOT_ARCHIVED:
                entry = zipfile.ZipInfo(name.as_posix(), date_time=(1980, 1, 1, 0, 0, 0))
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("Expected the owner's name on the Hub: make space OWNER=name")
    build(Path(sys.argv[1]), sys.argv[2])
    print(f"built {sys.argv[1]}: push its content to {address(sys.argv[2])}")
