"""Runs what a user does who installed the package without extras: `python .ci/core_alone.py FOLDER`.

In FOLDER, it runs the README's Python blocks and commands, and tries features that need an extra. `.ci/package` runs it
in an environment of the core alone.
"""

import json
import os
import re
import runpy
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

# By extra, commands that need it; {} is a folder with `answers.jsonl` and empty files.
NEEDS = {
    "files": ["score {}/answers.parquet", "score {}/answers.jsonl --output {}/scored.parquet", "score {}/log.eval"],
    "plots": ["score {}/answers.jsonl --plot {}/plot.png"],
    "paper": ["score {}/answers.jsonl --setting paper", "match {}/answers.jsonl --meteor"],
    "rouge": ["match {}/answers.jsonl --rouge-l"],
    "torch": [
        "score {}/answers.jsonl --setting multilingual",
        "score {}/answers.jsonl --set backend=torch",
        "sas {}/answers.jsonl --model someone/cross-encoder",
        "judge {}/answers.jsonl --provider local --model someone/model",
    ],
    "judges": ["judge {}/answers.jsonl --provider openai --model gpt-4o"],
}


def run(command: str) -> tuple[int, str]:
    """Runs a command; returns its status and standard error."""
    from smile.cli.main import main

    sys.argv, errors = ["smile", *command.split()], StringIO()
    try:
        with redirect_stderr(errors):
            main()
    except SystemExit as end:
        return int(end.code or 0), errors.getvalue()
    return 0, errors.getvalue()


def faults(folder: Path) -> Iterator[str]:
    """Runs everything; yields what went wrong."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"^```python\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE):
        if "import evaluate" not in block:
            (folder / "block.py").write_text(block, encoding="utf-8")
            runpy.run_path(str(folder / "block.py"))
    for command in re.findall(r"^\.venv/bin/python -m smile (.+)$", readme, re.MULTILINE):
        status, errors = run(command)
        if status:
            yield f"{command}: {errors}"
    row = {"prediction": "It is in Paris.", "reference": "Paris", "question": "Where?"}
    (folder / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    for name in ("answers.parquet", "log.eval"):
        (folder / name).touch()
    for setting in ("fast", "learned"):
        status, errors = run(f"score {folder}/answers.jsonl --setting {setting}")
        if status:
            yield f"{setting}: {errors}"
    for extra, commands in NEEDS.items():
        for command in commands:
            status, errors = run(command.replace("{}", str(folder)))
            if status == 0 or f'run `pip install ".[{extra}]"`' not in errors or errors.count("\n") > 1:
                yield f"{command}: expected one line about {extra}, not {errors!r}"


if __name__ == "__main__":
    os.environ |= {"HF_HUB_OFFLINE": "1", "OPENAI_API_KEY": "none", "SMILE_CACHE": str(Path(sys.argv[1]) / "cache")}
    found = list(faults(Path(sys.argv[1])))
    print("\n".join(found))
    sys.exit(bool(found))
