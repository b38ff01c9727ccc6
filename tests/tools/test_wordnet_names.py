from pathlib import Path

import pytest

from tools import wordnet_names

NOUNS = """\
  1 The licence.
00000001 15 n 01 American_state 0 000 | one of the states
00000002 15 n 03 California 0 Golden_State 0 CA 0 001 @i 00000001 n 0000 | a state
00000003 18 n 01 writer 0 000 | writes
00000004 18 n 03 Clemens 0 Samuel_Langhorne_Clemens 0 Mark_Twain 0 001 @i 00000003 n 0000 | an author
00000005 14 n 01 agency 0 000 | an agency
00000006 14 n 02 Federal_Bureau_of_Investigation 0 FBI 0 001 @i 00000005 n 0000 | an agency
00000007 15 n 01 European_country 0 000 | in Europe
00000008 15 n 02 France 0 French_Republic 0 001 @i 00000007 n 0000 | a republic
"""
ADJECTIVES = "00000009 01 a 01 French 0 001 \\ 00000008 n 0101 | of France\n"


def test_it_writes_names_by_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data.noun").write_text(NOUNS)
    (tmp_path / "data.adj").write_text(ADJECTIVES)
    monkeypatch.setattr(wordnet_names, "_TARGET", tmp_path / "names.tsv")
    wordnet_names.main(tmp_path)
    assert (tmp_path / "names.tsv").read_text().splitlines()[1:] == [
        "adjective\tfrance\tfrench",
        "country\tfrance\tfrench republic",
        "person\tsamuel langhorne clemens\tmark twain",
        "short\tfederal bureau of investigation\tFBI",
        "state\tcalifornia\tgolden state\tCA",
    ]
