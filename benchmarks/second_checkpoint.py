"""Cost of scoring a second checkpoint: `python -m benchmarks.second_checkpoint --data FILE`.

Scores two systems' answers to the same questions as if they were two checkpoints: each alone, then both against a
prepared set, the second with the embeddings that the first has stored. Only the new strings of the second are encoded,
so its time follows their share of the tokens; new answers are longer than the n-grams that are known.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from transformers import AutoTokenizer

from benchmarks import labelled
from smile import SmileScorer
from smile.aliases import OnProgress
from smile.encoding.encoders import Encoded, SentenceEncoder
from smile.encoding.model_files import find_embedded
from smile.people.labelled_files import LabelOptions, read_labelled
from smile.preparation.preparing import prepare
from smile.rows.checked_rows import Row
from smile.settings.named_settings import named_settings

REPEATS = 3


@dataclass(frozen=True)
class Run:
    """One run over a checkpoint's rows, of `REPEATS` the one of median time.

    Attributes:
        name: What the table calls it.
        seconds: CPU time it took, which other work on the machine does not change.
        n_encoded: Strings encoded.
        n_tokens: Their tokens.
        n_known: Strings looked up.
        smile: Its mean SMILE.
    """

    name: str
    seconds: float
    n_encoded: int
    n_tokens: int
    n_known: int
    smile: float


class Listener:
    """The default's encoder; keeps the texts that it is asked to encode, to count their tokens.

    Attributes:
        texts: They, in order.
    """

    def __init__(self) -> None:
        """Loads nothing."""
        self.texts: list[str] = []
        self._encoder = SentenceEncoder(named_settings())

    @property
    def signature(self) -> str:
        """That of the encoder."""
        return self._encoder.signature

    def encode(self, texts: Sequence[str], on_progress: OnProgress | None = None) -> Encoded:
        """Encodes texts."""
        self.texts += texts
        return self._encoder.encode(texts, on_progress)

    def n_tokens(self) -> int:
        """Returns how many tokens the encoder has read."""
        if not self.texts:
            return 0
        tokenizer = AutoTokenizer.from_pretrained(find_embedded()[0])
        return sum(map(len, tokenizer(self.texts, truncation=True)["input_ids"]))


def checkpoints(path: Path, systems: Sequence[str], n_rows: int) -> list[list[Row]]:
    """Returns the systems' first rows."""
    data = read_labelled(path, LabelOptions(system="system"))
    names = data.groupings["system"].of_rows()
    return [
        [row for row, name in zip(data.file.rows, names, strict=True) if name == system][:n_rows] for system in systems
    ]


def run(name: str, rows: Sequence[Row], store: Path, prepared: Path | None = None) -> Run:
    """Scores rows once; the store counts the strings, also where it is empty."""
    encoder = Listener()
    scorer = SmileScorer(encoder=encoder, store=store, prepared=prepared)
    scorer.warm_up()
    encoder.texts.clear()
    start = time.process_time()
    summary = scorer.score_rows(rows).summary()
    seconds = time.process_time() - start
    n_known = summary["notes"]["stored"] + summary["notes"].get("prepared", 0)
    return Run(name, seconds, summary["notes"]["encoded"], encoder.n_tokens(), n_known, summary["smile"])


def run_all(first: Sequence[Row], second: Sequence[Row], prepared: Path, folder: Path) -> list[Run]:
    """Scores the second alone, then the first and the second with a store that is new."""
    return [
        run("second, alone", second, folder / "alone"),
        run("first, prepared", first, folder / "store", prepared),
        run("second, prepared and stored", second, folder / "store", prepared),
        run("second, again", second, folder / "store", prepared),
    ]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help=labelled.HOW_TO_GET_DATA)
    parser.add_argument("--systems", nargs=2, default=["GPT-3.5", "GPT-4"], metavar=("FIRST", "SECOND"))
    parser.add_argument("--rows", type=int, default=500, help="of each system")
    arguments = parser.parse_args()

    first, second = checkpoints(arguments.data, arguments.systems, arguments.rows)
    with TemporaryDirectory() as name:
        folder = Path(name)
        start = time.process_time()
        prepare([*first, *second], folder / "set", SmileScorer().settings)
        preparing = time.process_time() - start
        repeats = [run_all(first, second, folder / "set", folder / str(i)) for i in range(REPEATS)]
        runs = [sorted(same, key=lambda each: each.seconds)[REPEATS // 2] for same in zip(*repeats, strict=True)]
    print(
        f"{len(first)} and {len(second)} rows; {labelled.environment()}\nPreparing took {preparing:.1f} CPU seconds.\n"
    )
    alone = runs[0]
    lines = [
        [
            each.name,
            f"{each.seconds:.2f}",
            f"{each.n_encoded}",
            f"{each.n_known}",
            f"{each.n_encoded / alone.n_encoded:.1%}",
            f"{each.n_tokens / alone.n_tokens:.1%}",
            f"{each.seconds / alone.seconds:.1%}",
        ]
        for each in runs
    ]
    header = ["run", "CPU seconds", "strings encoded", "known", "strings / alone", "tokens / alone", "CPU s / alone"]
    print(labelled.markdown_table(header, lines))
    largest = max(abs(each.smile - alone.smile) for each in runs if each.name.startswith("second"))
    print(f"\n- Largest difference in the mean SMILE of the second: {largest:.1e}")


if __name__ == "__main__":
    main()
