"""Numbers strings, each distinct one once."""


class DistinctStrings(dict[str, int]):
    """The number of each string that was looked up, in the order of their first appearance.

    >>> number = DistinctStrings()
    >>> [number[word] for word in ("to", "be", "or", "to")], list(number)
    ([0, 1, 2, 0], ['to', 'be', 'or'])
    """

    def __missing__(self, text: str) -> int:
        """Gives a new string the next number."""
        number = self[text] = len(self)
        return number
