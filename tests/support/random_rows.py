"""Rows of random words, the same for a seed."""

import random
from typing import Any

_WORDS = "Paris Rome Oslo 3 4 the old town of new river London three Bergen".split()


def random_rows(n: int, seed: int = 0) -> list[dict[str, Any]]:
    """Returns n rows with ids, questions, one to three references and predictions; row 50's prediction is empty."""
    chance = random.Random(seed)  # noqa: S311

    def text(most: int) -> str:
        return " ".join(chance.choices(_WORDS, k=chance.randint(1, most)))

    return [
        {
            "id": f"q{i}",
            "question": text(5),
            "references": [text(3) for _ in range(chance.randint(1, 3))],
            "prediction": "" if i == 50 else text(8),
        }
        for i in range(n)
    ]
