"""Cases in tables, a line each."""

import json
from pathlib import Path


def read_cases(path: Path) -> list[list[str]]:
    r"""Returns the cells of a table between tabs; \n and the like are JSON's, lines with # comments."""
    lines = [line.replace('"', '\\"') for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return [[json.loads(f'"{cell}"') for cell in line.split("\t")] for line in lines]
