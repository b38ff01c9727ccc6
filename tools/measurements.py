"""Fills docs/measurements.md: `python -m tools.measurements FOLDER`, or `make measurements`.

The page has ```text blocks of commands, each followed by a pair of comments. The output of the commands goes between
the comments. FOLDER has the files of human labels that the page names; `DATA` in a command is replaced by it. The
outputs of this commit are kept in build/measurements, so a run that was stopped continues.
"""

import argparse
import platform
import re
import subprocess
import sys
import time
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from smile.version import __version__

_ROOT = Path(__file__).parents[1]
_PAGE = _ROOT / "docs/measurements.md"
# A block of commands, and what they printed.
_MEASUREMENT = re.compile(
    r"(?P<commands>```text\n(?P<lines>(?:(?!```).)*?)```\n\n<!-- measured -->\n).*?(?=<!-- end -->)", re.DOTALL
)
_STAMP = re.compile(r"^_Version .+_$", re.MULTILINE)
_PACKAGES = ("torch", "sentence-transformers", "numpy")


def measured(page: str, printed: dict[str, str]) -> str:
    r"""Returns a page with the new output below each block of commands; a block without output is not changed.

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
            ["bash", "-euo", "pipefail", "-c", script],  # noqa: S607
            cwd=_ROOT,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        printed = done.stdout.replace(str(folder.resolve()), "DATA").strip()
        # Output that is not Markdown keeps its lines.
        path.write_text(printed if "\n| -" in printed else f"```text\n{printed}\n```", encoding="utf-8")
        print(f"{time.monotonic() - start:6.0f} s  {lines.splitlines()[-1]}", flush=True)
    return path.read_text(encoding="utf-8")


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, text=True, check=True)  # noqa: S603, S607
    return done.stdout.strip()


def main() -> None:
    """Runs every command, then writes the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder with the files of human labels")
    folder = parser.parse_args().folder
    if changed := _git(
        "status", "--porcelain", "--untracked-files=no", "--", ":!docs/measurements.md", ":!assets/*.png"
    ):
        raise SystemExit(f"commit these changes first, so that the figures have a commit:\n{changed}")
    commit = _git("rev-parse", "--short", "HEAD")
    kept = _ROOT / "build/measurements" / commit
    kept.mkdir(parents=True, exist_ok=True)
    page = _PAGE.read_text(encoding="utf-8")
    page = measured(page, {lines: _run(lines, folder, kept) for lines in commands(page)})
    packages = "".join(f", {name} {version(name)}" for name in _PACKAGES)
    stamp = f"_Version {__version__}, commit {commit}; Python {platform.python_version()}{packages}_"
    _PAGE.write_text(_STAMP.sub(stamp, page), encoding="utf-8")


if __name__ == "__main__":
    main()
