"""Processor time and memory of a process from its start to a first result: `python -m benchmarks.start`.

Each line is a process of its own, which has run once before: files are in memory and models exported. The times are CPU
seconds, which other work on the machine disturbs less. The packages that take longest to import stand beside them, with
the milliseconds that their own modules take (`-X importtime`). `--beside FOLDER` measures another checkout in turns.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

from benchmarks import labelled

_SCORE = """
from smile import SmileScorer
SmileScorer({setting!r}).score(["It is in Paris."], ["Paris"], ["Where is it?"])
"""
_HELP = """
import sys
sys.argv = ["smile", "--help"]
from smile.cli.main import main
try:
    main()
except SystemExit:
    pass
"""
_STARTS = {
    "Python alone": "",
    "import smile": "import smile",
    "smile --help": _HELP,
    **{f"first score, {setting}": _SCORE.format(setting=setting) for setting in ("fast", "default", "learned")},
}

# How many of the packages that take longest to import are shown.
_LARGEST = 4

_REPORT = """
import json, resource
used = resource.getrusage(resource.RUSAGE_SELF)
print("\\n" + json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]))
"""


def measure(code: str, threads: int, folder: Path) -> tuple[float, float]:
    """Returns the CPU seconds of a process that runs some code in a checkout, and its peak memory in MB."""
    seconds, megabytes = json.loads(_run(code + _REPORT, threads, folder).stdout.splitlines()[-1])
    return seconds, megabytes


def largest_imports(report: str) -> str:
    r"""Returns the packages that take longest to import, with the milliseconds of all their modules.

    Args:
        report: What Python prints with `-X importtime`.

    >>> largest_imports("import time:   1500 |   2500 |   numpy.core\nimport time:   1000 |   1000 | numpy")
    'numpy 2'
    """
    spent = Counter[str]()
    for own, module in re.findall(r"^import time: +(\d+) \| +\d+ \| +(\S+)$", report, re.MULTILINE):
        spent[module.partition(".")[0]] += int(own)
    return ", ".join(f"{name} {own / 1000:.0f}" for name, own in spent.most_common(_LARGEST))


def _run(code: str, threads: int, folder: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    command = [sys.executable, *options, "-c", code]
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="processes, of which the median counts")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--beside", type=Path, help="another checkout, measured in turns with this one")
    arguments = parser.parse_args()
    folders = {"": Path.cwd()} | ({f", {arguments.beside.name}": arguments.beside} if arguments.beside else {})
    lines = []
    for name, code in _STARTS.items():
        runs: dict[str, list[tuple[float, float]]] = {which: [] for which in folders}
        for i in range(arguments.repeats + 1):
            for which, folder in folders.items():
                measured = measure(code, arguments.threads, folder)
                runs[which] += [measured] if i else []  # the first brings files into memory
        for which, folder in folders.items():
            seconds, megabytes = (median(values) for values in zip(*runs[which], strict=True))
            imports = largest_imports(_run(code, arguments.threads, folder, "-X", "importtime").stderr)
            lines.append([f"{name}{which}", f"{seconds:.2f}", f"{megabytes:.0f}", imports])
    print(f"{labelled.environment()}; median of {arguments.repeats} processes\n")
    print(labelled.markdown_table(["process", "CPU seconds", "peak MB", "largest imports, ms"], lines))


if __name__ == "__main__":
    main()
