"""Results that the server keeps for a while: each has a name, and is deleted after its last use."""

import threading

from smile.app.tabs.score_a_file import KeptResults


def test_each_result_has_its_own_name() -> None:
    results = KeptResults[str]()
    one, other = results.keep("a"), results.keep("a")
    assert one != other
    results.delete(one)
    results.delete("unknown")
    assert (results.get(one), results.get(other)) == (None, "a")


def test_an_unused_result_is_deleted() -> None:
    before, results = set(threading.enumerate()), KeptResults[str](seconds=0.01)
    name = results.keep("a")
    while new := set(threading.enumerate()) - before:
        for timer in new:
            timer.join()
    assert results.get(name) is None
