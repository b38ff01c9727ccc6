"""What an evaluate script reaches: evaluate copies only the files that the script itself names."""

import ast
from pathlib import Path


def relative_imports(path: Path) -> set[str]:
    """Returns the names of the sibling modules that a file imports with `from .name import ...`, at any depth."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 1}


def closure(script: Path) -> set[str]:
    """Returns the names of all sibling modules that a script reaches, directly or through others."""
    reached: set[str] = set()
    waiting = relative_imports(script)
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting |= relative_imports(script.with_name(f"{name}.py")) - reached
    return reached
