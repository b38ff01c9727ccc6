"""Detection of rows that are not in English: `python -m benchmarks.other_languages --data FILE...`.

Prints for each file the share of rows that are taken for another language, with and without their questions.
"""

import argparse
import json
from pathlib import Path

from smile.learned.other_languages import count_not_english

from benchmarks import labelled
from smile.rows.checked_rows import check_rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help=labelled.HOW_TO_GET_DATA)
    print("| file | rows | found | found without questions |\n| --- | --- | --- | --- |")
    for path in parser.parse_args().data:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        predictions, references, questions = ([row[key] for row in rows] for key in labelled.TEXTS)
        found = [count_not_english(check_rows(predictions, references, each)) for each in (questions, None)]
        print(f"| `{path.stem}` | {len(rows):,} |", " | ".join(f"{n / len(rows):.2%}" for n in found), "|")


if __name__ == "__main__":
    main()
