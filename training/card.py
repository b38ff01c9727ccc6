"""The model card of the equivalence head, with all figures of the training."""

from collections.abc import Mapping
from typing import Any

from smile.reporting.formatting import one_line

from .measuring import tables

_TEXT = """\
# The equivalence head

The setting `learned` reads an answer with this model: all-MiniLM-L6-v2 (22 M parameters), fine-tuned to say whether a
person would call an answer right. It reads the question, a reference and the answer as one text. A logistic model in
`smile/learned/features.py` joins its probability with SMILE's parts and with signs in the texts, for example whether
the reference's numbers are there. The highest probability of a row's references counts. The model reads those that
could have it: first the one that the logistic model ranks best without it, then all that it cannot rule out. It does
not read a reference that has the same words as the answer. If the answer commits to another value than the reference's,
half of the probability is left.

- **Files**: in `smile/learned/weights/`, checked by SHA-256 whenever they are loaded. The change of each of the
  encoder's 36 weight matrices is kept at rank {rank} in half precision, as a LoRA adapter in peft's format, and merged
  when it is loaded. `learned.json` has the last layer, the logistic model, and keys of the training questions.
- **Data**: {data}, {n:,} answers of five systems to {n_questions:,} questions of Natural Questions and TriviaQA, each
  judged right or wrong by a person. It is one half of the questions of EVOUNA (Wang et al. 2023, "Evaluating Open-QA
  Evaluation", Apache-2.0), without those that its authors call improper. The other half was not read. For
  {attacked:.0%} of the training questions, `training/attack_examples.py` adds a wrong and a right answer made from the
  question and its references.
- **Training**: {epochs} epochs, AdamW, learning rate {learning_rate:g}, {batch_size} examples a step, {dtype}, seed
  {seed}; {share_without_question:.0%} of the examples without their question.
- **Licence**: Apache-2.0, like the encoder and the data.

To train it again and print the tables below:

```text
.venv/bin/python -m training.equivalence --data evouna.jsonl
```

These signs were chosen on these answers. The tables are about the {n_shown:,} answers of GPT-3.5 and GPT-4.
The questions are in five folds; all answers to a question are in one fold, from whichever data set. A head trained
without the fold of an answer judges it. The weights of the logistic model were fitted on questions that this head was
neither trained nor measured on, with the reference of each answer that SMILE ranks best. It is measured on the best
four, of which the highest probability counts. "Parts and signs alone" is the logistic model without the head.

{tables}

![Scores against the share of right answers](../assets/reliability.png)

## Limits

- It knows English answers of a phrase or a sentence to questions of fact, as of 2022 and 2023. It has learned nothing
  about other languages, long answers, yes/no questions, pictures and mathematics.
- It takes the references for the truth, as SMILE does, and knows nothing about the world beyond them.
- The probability is calibrated on these data sets. If answers of another kind are right more or less often, it is off.
  Use it to compare systems; before you read it as a probability, measure it with `smile agree` on your own labels.
- `n_rows_learned_from` counts rows whose question it was trained on. It agrees with people better on these rows:
  exclude them from reported results.
- It reads at most 256 tokens of question, reference and answer together; `n_truncated` counts rows that are longer.
- Under [attack](measurements.md#attacks) and on [yes/no questions](settings.md#learned) it is no better than `default`.

## Largest errors

Held-out answers on which it was surest and wrong. Some of these labels are open to doubt.

{mistakes}
"""


def card(figures: Mapping[str, Any], training: Mapping[str, Any]) -> str:
    """Returns the card.

    Args:
        figures: What `training.measuring.measure` returns.
        training: The members of the recipe, and `data`, `dtype` and `attacked`.
    """
    found = "\n\n".join(f"**{title}**\n\n{table}" for title, table in tables(figures).items())
    mistakes = "\n".join(map(_mistake, figures["mistakes"]))
    return _TEXT.format(tables=found, mistakes=mistakes, **training, **_counts(figures))


def _counts(figures: Mapping[str, Any]) -> dict[str, int]:
    return {name: figures[name] for name in ("n", "n_shown", "n_questions")}


def _mistake(mistake: Mapping[str, Any]) -> str:
    references = "; ".join(mistake["references"][:3]) + (" ..." if len(mistake["references"]) > 3 else "")
    answer, question = one_line(mistake["prediction"]), one_line(mistake["question"]).rstrip("?")
    answer = answer if len(answer) <= 300 else answer[:297] + "..."
    return (
        f"- {mistake['probability']:.2f}, people: {mistake['people']}. {question}? "
        f"*{one_line(references)}* Answer: {answer}"
    )
