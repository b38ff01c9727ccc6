"""`smile match`, in this process."""

import json
import re
from pathlib import Path

from smile.baselines.match_scorer import QAMatchScorer
from smile.files.reading import read_rows
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

    def test_report(self, smile: Run, data: Path) -> None:
        summary = QAMatchScorer().score_rows(read_rows(data).rows).summary()
        output = smile("match", data).stdout
        for label, name in (("Exact match", "exact_match"), ("F1", "f1"), ("BLEU-1", "bleu_1"), ("BLEU-4", "bleu_4")):
            assert re.search(rf"^{label} +{summary[name]:.3f} *$", output, re.MULTILINE)
        assert re.search(rf"^Corpus BLEU +{summary['corpus_bleu']:.3f} *$", output, re.MULTILINE)
        assert re.findall(r"^Id (good|bad|fair),", output, re.MULTILINE) == ["bad", "good", "fair"]
        assert re.search(r"^Id bad, F1 0\.00, .*\nReference +Rome *\nPrediction an old bicycle", output, re.MULTILINE)
        assert "cut off" not in output
        assert "n-gram" not in output
        assert output.splitlines()[-1] == f"Signature: {summary['signature']}"
