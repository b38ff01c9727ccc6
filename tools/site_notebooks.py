"""Runs the notebooks and writes them, with their outputs, as pages: `python -m tools.site_notebooks FOLDER`."""

import re
import sys
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter
from nbconvert.preprocessors import ExecutePreprocessor

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
_SECONDS = 120


def write(target: Path) -> None:
    """Runs each notebook in its own folder and writes a page of it, without what it writes to standard error.

    Args:
        target: The folder of the pages.

    Raises:
        CellExecutionError: A cell has failed.
    """
    target.mkdir(parents=True, exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        ExecutePreprocessor(timeout=_SECONDS).preprocess(notebook, {"metadata": {"path": str(NOTEBOOKS)}})
        for cell in notebook.cells:
            cell.outputs = [each for each in cell.get("outputs", []) if each.get("name") != "stderr"]
        page, _ = MarkdownExporter().from_notebook_node(notebook)
        # Tables look as those of the other pages do.
        page = re.sub(r"<style scoped>.*?</style>", "", page, flags=re.DOTALL)
        page = page.replace('<table border="1" class="dataframe">', "<table>")
        (target / f"{path.stem}.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
