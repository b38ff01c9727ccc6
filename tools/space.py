"""Builds the repository of the Space: `python -m tools.space FOLDER`. Every file in it is a copy of one here."""

import shutil
import sys
from pathlib import Path

from tools.closure import closure

_ROOT = Path(__file__).resolve().parent.parent
_SCRIPT = _ROOT / "smile" / "smile.py"


def build(target: Path) -> None:
    """Writes the Space's files into an empty folder, replacing a former build.

    The evaluate script stands there under the Space's name with the modules it reaches beside it, so that
    `evaluate.load("<owner>/smile_metric")` needs no install of this project; the package is there for the app.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in ("README.md", "LICENSE", "app.py", "requirements.txt"):
        shutil.copyfile(_ROOT / name, target / name)
    for name in ("assets", "docs"):
        shutil.copytree(_ROOT / name, target / name)
    shutil.copytree(_ROOT / "smile", target / "smile", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(_SCRIPT, target / "smile_metric.py")
    for name in sorted(closure(_SCRIPT)):
        shutil.copyfile(_SCRIPT.with_name(f"{name}.py"), target / f"{name}.py")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tools.space FOLDER")
    build(Path(sys.argv[1]))
    print(f"built {sys.argv[1]}: push its content to the Space")
