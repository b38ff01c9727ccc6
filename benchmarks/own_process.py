"""Measurements in separate processes, so that none shares memory or cached results with another."""

import json
import resource
import subprocess
import sys
from typing import Any


def run_alone(module: str, *arguments: object) -> Any:
    """Runs `python -m benchmarks.MODULE ARGUMENTS` and returns its last line, which is JSON."""
    command = [sys.executable, "-m", f"benchmarks.{module}", *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def peak_megabytes() -> float:
    """Returns the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
