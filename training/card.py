"""The model card of the equivalence head, with all figures of the training."""

from collections.abc import Mapping
from typing import Any

from smile.reporting.formatting import one_line

from .measuring import tables

_TEXT = """\
# The equivalence head

What the setting `learned` reads an answer with: all-MiniLM-L6-v2 (22 M parameters), fine-tuned to say whether a person
would call an answer right. It reads the question, the reference that SMILE ranks best, and the answer, in one text;
`smile/learned/features.py` joins its probability with SMILE's parts and signs of the texts by a logistic model.

- **Files**: in `smile/learned/weights/`, checked by SHA-256 each time they are loaded. The change of each of the
  encoder's 36 weight matrices is kept to rank {rank} in half precision, as a LoRA adapter in the format of peft, which
  merges it at load; `learned.json` has the last layer, the logistic model, and keys of the questions learned from.
- **Data**: {data}, {n:,} answers of five systems to {n_questions:,} questions of Natural Questions and TriviaQA, each
  judged right or wrong by a person: one half of the questions of EVOUNA (Wang et al. 2023, "Evaluating Open-QA
  Evaluation", Apache-2.0), without those that its authors call improper. The other half was not read. To these come
  answers that were made up from the questions and references learned from (`training/attack_examples.py`), for
  {attacked:.0%} of the questions a wrong and a right one.
- **Training**: {epochs} epochs, AdamW, learning rate {learning_rate:g}, {batch_size} examples a step, {dtype}, seed
  {seed}; {share_without_question:.0%} of the examples without their question.
- **Licence**: Apache-2.0, as the encoder and the data.

Made again by `python -m training.equivalence --data evouna.jsonl`, which prints what stands below. Which signs of the
texts are read was chosen on these very answers. Results are of the
{n_shown:,} answers of GPT-3.5 and GPT-4. Each answer is judged by a head that was trained without its fold of the
questions, and joined by weights that were fitted on questions that neither that head has learned from nor is measured
on. Five folds; all answers to a question are in one, whichever data set they come from.

{tables}

![Scores against the share of right answers](../assets/reliability.png)

## Limits

- It knows English answers of a phrase or a sentence to questions of fact, as they were in 2022 and 2023. Of other
  languages, long answers, yes or no, pictures and mathematics it has learned nothing.
- It takes the references for the truth, as SMILE does, and knows nothing of the world that they do not say.
- The probability is that of these data sets: where answers of another kind are right more or less often, it is off.
  Compare systems by it; measure it with `smile agree` on labels of your own before you read it as a probability.
- Rows whose question was learned from are counted in `n_rows_learned_from`: on these it agrees with people better than
  on others, and no figure of theirs belongs into a table.
- Of a question, reference and answer of more than 256 tokens together, the end is not read; such rows are counted in
  `n_truncated`.
- How it fares under attack, and on questions for yes or no, stands in the README: no better than `default`.

## Where it was surest and wrong

Of the answers above, held out. Some of these verdicts of people are open to doubt.

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
