"""The long answers written by hand: what they name stands in them, and no use sees the answers of another."""

import pytest

from smile.learned.texts import MASK
from training.examples.long_answers import long_answers, long_commitments, long_mentions
from training.examples.paraphrases import Use, kept_paraphrases


@pytest.mark.parametrize("use", Use)
def test_each_named_thing_is_masked_once(use: Use) -> None:
    answers = long_answers(use)
    assert all(name in answer.text for answer in answers for name in (*answer.concluded, *answer.others))
    examples, n = long_mentions(use), sum(len(each.concluded + each.others) for each in answers)
    assert len(long_commitments(use)) == n
    assert n * 0.99 < len(examples) <= n  # a name of signs alone has no words to mask
    assert all(MASK in example.text for example in examples)
    # Neither asserting nor naming is the rule.
    assert 0.25 < sum(example.target for example in examples) / len(examples) < 0.5


def test_no_answer_has_two_uses() -> None:
    texts = [answer.text for use in Use for answer in long_answers(use)]
    assert len(set(texts)) == len(texts)
    pairs = [(pair.question, pair.reference, pair.prediction) for use in Use for pair in kept_paraphrases(use)]
    assert len(set(pairs)) == len(pairs)
