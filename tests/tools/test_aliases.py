import pytest

pytest.importorskip("babel", reason="needs Babel, of requirements/dev.txt")
from tools import aliases


@pytest.mark.skipif(not aliases.WORDNET.exists(), reason="needs Debian's package wordnet-base")
def test_tool_writes_the_packaged_table() -> None:
    table = [line for line in aliases.TARGET.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert aliases.lines() == table


def test_countries_have_their_names_and_codes_from_cldr() -> None:
    countries = aliases._countries()
    assert len(countries) == 250
    assert countries["MM"] == ("MMR", ["Myanmar", "Burma"])
    assert countries["LC"] == ("LCA", ["St. Lucia", "Saint Lucia"])
