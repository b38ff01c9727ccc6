"""`smile match`, in this process."""

import json

from smile.baselines.match_scorer import QAMatchScorer
from smile.files.row_files import read_rows
from tests.support.command_line import SAMPLE, Run


class TestMatch:
    def test_it_is_the_result_of_the_library(self, smile: Run) -> None:
        rows = read_rows(SAMPLE).rows
        result = smile("match", SAMPLE, "--json")
        assert (result.exit_code, result.stderr) == (0, "")
        assert json.loads(result.stdout) == QAMatchScorer().score_rows(rows).summary()
        result = smile("match", SAMPLE, "--json", "--aggregation", "mean", "--language", "any", "--rouge-l")
        expected = QAMatchScorer(aggregation="mean", language="any", rouge_l=True).score_rows(rows)
        assert json.loads(result.stdout) == expected.summary()
