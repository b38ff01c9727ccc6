"""Measures everything that docs/measurements.md shows: `python -m tools.measurements FOLDER`, or `make measurements`.

In the page, a ```text block of commands is a measurement if a pair of comments follows it; between the comments stands
what the commands print. FOLDER has the files of human labels that the page names, and `DATA` in a command stands for
FOLDER. What was printed at this commit is kept in build/measurements, so that a stopped run continues where it stopped.
"""

import argparse
import re
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path

from smile.version import __version__

_ROOT = Path(__file__).parents[1]
_PAGE = _ROOT / "docs/measurements.md"
# A block of commands, and what they printed.
_MEASUREMENT = re.compile(
    r"(?P<commands>```text\n(?P<lines>(?:(?!```).)*?)```\n\n<!-- measured -->\n).*?(?=<!-- end -->)", re.DOTALL
)
_STAMP = re.compile(r"^_Version \S+, commit \S+_$", re.MULTILINE)


def measured(page: str, printed: dict[str, str]) -> str:
    r"""Returns a page with what each block of commands printed below it; a block without output stays as it is.

    >>> measured("```text\nls\n```\n\n<!-- measured -->\nold\n<!-- end -->", {"ls\n": "new"}).splitlines()[-3:]
    ['new', '', '<!-- end -->']
    """
    return _MEASUREMENT.sub(
        lambda found: f"{found['commands']}\n{printed[found['lines']]}\n\n" if found["lines"] in printed else found[0],
        page,
    )


def commands(page: str) -> list[str]:
    """Returns the blocks of commands whose output the page shows, in their order."""
    return [found["lines"] for found in _MEASUREMENT.finditer(page)]


def _run(lines: str, folder: Path, kept: Path) -> str:
    path = kept / f"{sha256(lines.encode()).hexdigest()[:12]}.txt"
    if not path.exists():
        start = time.monotonic()
        script = re.sub(r"\bDATA\b", str(folder.resolve()), lines).replace(".venv/bin/python", sys.executable)
        done = subprocess.run(  # noqa: S603 (the page's own commands)
            ["bash", "-euc", script],  # noqa: S607
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        printed = done.stdout.replace(str(folder.resolve()), "DATA").strip()
        # What is no Markdown keeps its lines.
        path.write_text(printed if "\n| -" in printed else f"```text\n{printed}\n```", encoding="utf-8")
        print(f"{time.monotonic() - start:6.0f} s  {lines.splitlines()[-1]}", flush=True)
    return path.read_text(encoding="utf-8")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return done.stdout.strip()


def main() -> None:
    """Measures, and writes the page once everything is measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder with the files of human labels")
    folder = parser.parse_args().folder
    if changed := _git("status", "--porcelain", "--untracked-files=no", "--", ":!docs/measurements.md"):
        raise SystemExit(f"commit these changes first, so that the figures have a commit:\n{changed}")
    commit = _git("rev-parse", "--short", "HEAD")
    kept = _ROOT / "build/measurements" / commit
    kept.mkdir(parents=True, exist_ok=True)
    page = _PAGE.read_text(encoding="utf-8")
    page = measured(page, {lines: _run(lines, folder, kept) for lines in commands(page)})
    _PAGE.write_text(_STAMP.sub(f"_Version {__version__}, commit {commit}_", page), encoding="utf-8")


if __name__ == "__main__":
    main()
