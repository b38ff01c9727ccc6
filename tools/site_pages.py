"""Makes the pages of the site: `make docs`, which then builds it with Zensical, or `python -m tools.site_pages FOLDER`.

They are the repository's documents in its own folders, so that every link is the same in both; a link to a notebook
leads to the page that `tools.site_notebooks` makes of it.
"""

import shutil
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md")
_FOLDERS = ("assets", "docs")


def write(target: Path) -> None:
    """Writes the pages into a folder, replacing former ones."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in _FILES:
        shutil.copyfile(_ROOT / name, target / name)
    for name in _FOLDERS:
        shutil.copytree(_ROOT / name, target / name)
    for page in target.rglob("*.md"):
        page.write_text(page.read_text(encoding="utf-8").replace(".ipynb)", ".md)"), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
