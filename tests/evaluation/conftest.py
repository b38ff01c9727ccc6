"""The evaluate modules as users load them: by evaluate itself, from the real files."""

from pathlib import Path
from typing import Any

import evaluate
import pytest

from tools.space import SCRIPTS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def own_caches(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    # evaluate keys its cache by the script without its comments, so tests never share the user's.
    monkeypatch.setattr(evaluate.config, "HF_METRICS_CACHE", str(tmp_path_factory.mktemp("metrics")))


@pytest.fixture(scope="session")
def classes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The class of each script, loaded by its path from a directory that has nothing of this project."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluate.config, "HF_METRICS_CACHE", str(tmp_path_factory.mktemp("metrics")))
        patch.chdir(tmp_path_factory.mktemp("elsewhere"))
        return {Path(name).stem: type(evaluate.load(str(ROOT / "smile" / name))) for name in SCRIPTS}
