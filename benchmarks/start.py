"""Processor time and memory of a process from its start to a first result: `python -m benchmarks.start`.

Each line is a process of its own, which has run once before: files are in memory and models exported. The times are CPU
seconds, which other work on the machine disturbs less.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median
from typing import Any

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

# Libraries that take long to import.
_LARGE = (
    "numpy scipy pandas pyarrow datasets evaluate tokenizers transformers torch openvino onnxruntime "
    "sentence_transformers sacrebleu simplemma pycountry typer rich"
).split()

_REPORT = """
import json, resource, sys
used = resource.getrusage(resource.RUSAGE_SELF)
result = [used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, sorted(set({large!r}) & set(sys.modules))]
print("\\n" + json.dumps(result))
"""


def measure(code: str, threads: int) -> tuple[float, float, list[str]]:
    """Returns the CPU seconds of a process that runs some code, its peak memory in MB, and the libraries it loads."""
    environment = os.environ | {"OMP_NUM_THREADS": str(threads)}
    command = [sys.executable, "-c", code + _REPORT.format(large=_LARGE)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    result: list[Any] = json.loads(done.stdout.splitlines()[-1])
    return result[0], result[1], result[2]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="processes, of which the median counts")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    lines = []
    for name, code in _STARTS.items():
        measure(code, arguments.threads)
        runs = [measure(code, arguments.threads) for _ in range(arguments.repeats)]
        seconds, megabytes = median(run[0] for run in runs), median(run[1] for run in runs)
        lines.append([name, f"{seconds:.2f}", f"{megabytes:.0f}", ", ".join(runs[0][2])])
    print(f"{labelled.environment()}; median of {arguments.repeats} processes\n")
    print(labelled.markdown_table(["process", "CPU seconds", "peak MB", "of the large libraries it loads"], lines))


if __name__ == "__main__":
    main()
