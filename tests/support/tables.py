"""A table of cases as one test."""

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any


def each_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Runs a test on every row of a table and names all rows that fail.

    Takes what `pytest.mark.parametrize` takes, but makes one test, as each test costs pytest more time than a small
    function takes. For functions without state: the rows share the test's fixtures.

    Args:
        names: The arguments that a row gives, or the one.
        rows: The table.
    """
    given = [names] if isinstance(names, str) else list(names)
    table = [(row,) if isinstance(names, str) else tuple(row) for row in rows]
    assert table

    def of_table(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def try_each(*args: Any, **fixtures: Any) -> None:
            failed = []
            for row in table:
                try:
                    test(*args, **dict(zip(given, row, strict=True)), **fixtures)
                except Exception as error:
                    failed.append(f"{', '.join(map(repr, row))}: {type(error).__name__}: {error}")
            assert not failed, f"{len(failed)} of {len(table)} rows fail:\n" + "\n".join(failed)

        signature = inspect.signature(test)
        fixtures = [each for name, each in signature.parameters.items() if name not in given]
        assert len(fixtures) + len(given) == len(signature.parameters), "an argument that the test does not take"
        try_each.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]  # pytest reads it
        return try_each

    return of_table
