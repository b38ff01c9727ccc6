"""The ablation from data to table: a short second phase without each source, measured beside all of them."""

import shutil
import sys
from pathlib import Path

import pytest

from smile.learned.reader_files import FOLDER, WEIGHTS
from tests.support.small_training import small_training
from training import ablation
from training.examples import sources


@pytest.mark.slow
@pytest.mark.real_encoder
def test_each_source_is_left_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = small_training(tmp_path, monkeypatch, 100)
    monkeypatch.setattr(ablation, "SHARES", {"verdicts": 0.5 / ablation._SHARE, "closed": 0.1 / ablation._SHARE})
    monkeypatch.setattr(ablation, "_N_MENTIONS", 30)
    monkeypatch.setattr(ablation, "_N_MADE", 30)
    monkeypatch.setattr(ablation, "_CASES", {})
    seen = {}
    examples_of = ablation.examples_of

    def of_two(*arguments: object) -> list[sources.Example]:
        made = examples_of(*arguments)
        seen[len(seen)] = {sources.source_of(example) for example in made}
        return made

    monkeypatch.setattr(ablation, "examples_of", of_two)
    folder = tmp_path / "ablation"
    trained = tmp_path / "reader"
    monkeypatch.setattr(sys, "argv", ["ablation", *data, "--reader", str(trained), "--output", str(folder)])
    with pytest.raises(SystemExit):
        ablation.main()
    assert "python -m training.reader makes them" in capsys.readouterr().err
    # The weights that ship stand for those of the first phase.
    (trained / "similarity").mkdir(parents=True)
    shutil.copy(FOLDER / WEIGHTS, trained / "similarity")
    ablation.main()
    assert list(seen.values()) == [{"verdicts", "closed"}, {"closed"}, {"verdicts"}]
    table = capsys.readouterr().out
    named = [line.split("|")[1].strip() for line in table.splitlines()[-5:]]
    assert named == [
        "the reader that ships",
        "after the first phase",
        "all sources",
        "without verdicts",
        "without closed",
    ]
    assert {path.parent.name for path in folder.glob(f"*/{WEIGHTS}")} == {"all sources", "verdicts", "closed"}
    # A second run trains nothing and finds the same.
    ablation.main()
    assert len(seen) == 3
    assert capsys.readouterr().out.splitlines()[-5:] == table.splitlines()[-5:]
