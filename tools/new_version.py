"""Sets the version in every file that contains it: `python -m tools.new_version 0.3.0`."""

import re
import sys
from datetime import date
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent

# By file, the pattern of what is replaced and the text that replaces it.
_PLACES = {
    "smile/version.py": (r'(?m)^__version__ = "{old}"$', '__version__ = "{new}"'),
    "README.md": (r"\|version:{old}`", "|version:{new}`"),
    "CITATION.cff": (r"(?m)^version: {old}\ndate-released: .*$", "version: {new}\ndate-released: {today}"),
    "CHANGELOG.md": (r"(?m)^## \[Unreleased\]\n(?=\n(?!## \[)\S)", "## [Unreleased]\n\n## [{new}] - {today}\n"),
}


def rename(root: Path, new: str, today: date) -> None:
    """Changes the version in all files of a checkout, or in none.

    Args:
        root: The checkout.
        new: The new version, three numbers with dots.
        today: The date of the release.

    Raises:
        ValueError: The version is not later than the present one, or a file does not have it where it should.
    """
    present = re.search(r'"([\d.]+)"', (root / "smile/version.py").read_text(encoding="utf-8"))
    old = present[1] if present else ""
    if not re.fullmatch(r"\d+\.\d+\.\d+", new) or _numbers(new) <= _numbers(old):
        raise ValueError(f"{new!r} is no version later than {old}: expected three numbers with dots, such as 1.2.0")
    texts = {}
    for name, (pattern, text) in _PLACES.items():
        replacement = text.format(new=new, today=today.isoformat())
        changed, n = re.subn(pattern.format(old=re.escape(old)), replacement, (root / name).read_text(encoding="utf-8"))
        if n != 1:
            raise ValueError(f"{name} should have one place to change for version {new} and has {n}: nothing changed")
        texts[name] = changed
    for name, changed in texts.items():
        (root / name).write_text(changed, encoding="utf-8")


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.split(".")]


if __name__ == "__main__":
    try:
        rename(_ROOT, sys.argv[1], date.today())
    except ValueError as error:
        sys.exit(str(error))
