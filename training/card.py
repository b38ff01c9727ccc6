"""The model card of the reader, with the figures of its training."""

from collections.abc import Mapping, Sequence
from typing import Any

from smile.reporting.formatting import one_line

from .examples.sources import SOURCES
from .fine_tuning import Recipe
from .tables import tables

_TEXT = """\
# The reader

The setting `learned` reads an answer with this model: all-MiniLM-L6-v2 (22 M parameters), all of whose layers were
trained further, with two readers on top.

- The **reader of meanings** reads question, reference and answer as one text: does the answer mean what the reference
  means, and how similar are the two, as people grade sentences? Without a question it reads the two alone.
- The **reader of mentions** reads the question, and the answer with every mention of the reference masked: is what
  stands there given as the answer, or denied, taken back, offered as one of several, or only named beside another? It
  does not see the name, so it judges what the text says of it. A mention is the whole reference, without its article,
  or its value in another form ("36 inches" for 1 yard). If an answer has only some of its words ("Obama" for Barack
  Obama), the reader of meanings decides.

What joins starts from SMILE, so that no score rests on the reader alone: 0.3 times the logit of its score, less that of
0.67, and 0.8 times the logit of boosted trees (`smile/learned/combiner.py`). The trees see what the reader of meanings
says, SMILE's parts and signs in the texts: for example whether a rule for values found another value, whether the
reference's numbers are in the answer, and how near the words are that answer and reference add to the question, by the
word vectors of `fast`. Where the readers or SMILE's parts rise, the trees never fall.

What the reader of mentions says is one of the trees' inputs. It is also a gate: if it gives odds below one to forty
that the answer asserts the reference, the answer's logit falls by three times the difference of the logits.

The highest probability of a row's references counts. The readers read the most probable reference first, then all that
could still have a higher probability, but none with the same words as the answer. If an answer has the reference word
for word, and the reader of mentions is surer than 0.8 that it asserts it, its meaning is not read. Answers of more
than 120 words are read in windows: the highest meaning counts, and the lowest mention.

- **Files**: in `smile/learned/weights/`, checked by SHA-256 whenever they are loaded. `reader.safetensors` has the
  layers and both readers in half precision; `learned.json` has the trees and keys of the questions.
- **Training**, on one CPU, in three phases: graded similarity; then all older sources, starting from the weights of
  the first, twice with other examples; then, from the mean of both weights, long answers, sentences and some of what
  was read before. Each training goes once over its examples: AdamW, {tokens:,} tokens a step, a learning rate up to
  0.00015 ({rate:g} in the third phase, which multiplies in bfloat16 where the processor has it).
- **Licence**: Apache-2.0, like the encoder.

To train it again and print the tables below:

```text
.venv/bin/python -m training.reader --data evouna.jsonl --similarity sts.jsonl \\
    --judged judged.jsonl efficientqa.jsonl student_answers.jsonl truthfulqa.jsonl
```

If you stop the command and run it again, it goes on where it was. [measurements.md](measurements.md#the-data) says how
these files are made.

## What it learned from

| source | first phase | second phase | second phase again | third phase |
| --- | --- | --- | --- | --- |
{sources}

- **Verdicts**: answers of five systems to questions of Natural Questions and TriviaQA, each judged right or wrong by a
  person, against the best reference and against any one. One half of the questions of EVOUNA (Wang et al. 2023,
  "Evaluating Open-QA Evaluation", Apache-2.0) without those that its authors call improper; the other half was not
  read. One fifth of the questions was left out to fit the trees and to measure.
- **Mentions and commitments**: answers from a grammar of parts (`training/examples/grammar`), in mirrored pairs: the
  same text with the asserted candidate masked, and with the other. Natural right answers with their mentions masked.
- **Mentions, others**: a name or number that a natural right answer has beside its reference, masked.
- **Sets**: people's verdicts on pupils' and students' sentences, answers that exact match missed, and answers to
  misconceptions (below), four of five parts of their questions.
- **Long answers**: 950 answers of 12 to 140 words, written one by one for this, each of which names several things and
  concludes one of them, true or false, or none. Each thing is masked once, and compared once as the reference.
- **Meanings**: 1,046 questions with answers in other words than the reference's and answers in its words that say
  something else, written for this as well. Of both, seven of ten are learned from; two fit the trees, and one measures.
- **Aliases**: two references of one question are the same answer; near ones of other questions are not.
- **Closed questions, changed answers, words**: yes and no, choices by letter, changed numbers, names and directions,
  paraphrases, refusals and empty claims (`training/examples`), all written for this; synonyms, antonyms, sister terms
  and definitions of WordNet 3.0 (Princeton University, WordNet licence).
- **Sentence similarity**: test sets of SemEval's STS tasks 2012 to 2015 (CC BY-SA, and the terms of each task), without
  those of Microsoft's and Europarl's terms; the same sentences in new pairs, with the similarity that the encoder's own
  cosine predicts; in the second phase with the mean of that and of what the reader of the first phase says.

The trees are fitted on the answers left out, on at most 2,000 answers of each of four other sets of people's
judgements, on the hard cases in sight, on made answers and echoes of the questions, on aliases of their references, on
paraphrases and long answers that the reader has not seen, and on 2,500 of the pairs of sentences that it has, which
count as right as far as people find them similar. The other sets and the cases count as 2,000 answers each. They are
answers of a dozen systems to Natural Questions (Kamalloo et al. 2023, MIT), answers that exact match missed
(EfficientQA, CC BY-SA 3.0), pupils' and students' sentences (SemEval-2013 Task 7, CC BY-SA 3.0), and TruthfulQA (Lin et
al. 2022, Apache-2.0). Of the last three the reader has learned from four fifths of the questions, and the trees see the
others; it has learned nothing from the first, which is small.

## Figures

{n_held_out:,} answers to questions that the reader has not learned from, of which the {n_shown:,} by GPT-3.5 and GPT-4
count. The trees for each were fitted without its question. Sources and their shares were chosen on this data, and what
joins by leaving whole sets out. The second table has every set. Its claim for answers of a kind that nothing was fitted
on is the line "the set left out"; the other line was fitted on other questions of the set too.

{tables}

![Scores against the share of right answers](../assets/reliability.png)

## Limits

- It knows English answers of a phrase or a few sentences. It has learned nothing about other languages, pictures and
  mathematics.
- It seldom sees that an answer gives the right name another part ("Barcelona beat Berlin and hosted the games" for
  Berlin).
- It takes the references for the truth, as SMILE does, and knows little about the world beyond them.
- The probability is calibrated on these data sets. If answers of another kind are right more or less often, it is off.
  Measure it with `smile agree` on your own labels before you read it as a probability.
- `learned_from` counts rows whose question it was trained on. Exclude them from reported results.
- It reads at most 256 tokens of question, reference and a window of the answer; `truncated` counts rows with more.

## Largest errors

Held-out answers on which it was surest and wrong. Some of these labels are open to doubt.

{mistakes}
"""


def card(figures: Mapping[str, Any], phases: Sequence[Mapping[str, int]], recipe: Recipe) -> str:
    """Returns the card.

    Args:
        figures: What `training.fitting.fit_and_measure` found.
        phases: Number of examples by source, of each training.
        recipe: The recipe of the last.
    """
    found = "\n\n".join(f"**{title}**\n\n{table}" for title, table in tables(figures).items())
    return _TEXT.format(
        tokens=recipe.tokens_per_batch,
        rate=recipe.learning_rate,
        sources="\n".join(
            f"| {name} | {' | '.join(f'{each.get(name, 0):,}' for each in phases)} |" for name in SOURCES
        ),
        tables=found,
        mistakes="\n".join(map(_mistake, figures["mistakes"])),
        **{name: figures[name] for name in ("n_held_out", "n_shown")},
    )


def _mistake(mistake: Mapping[str, Any]) -> str:
    references = "; ".join(mistake["references"][:3]) + (" ..." if len(mistake["references"]) > 3 else "")
    answer, question = one_line(mistake["prediction"]), one_line(mistake["question"]).rstrip("?")
    answer = answer if len(answer) <= 300 else answer[:297] + "..."
    return (
        f"- {mistake['probability']:.2f}, people: {mistake['people']}. {question}? "
        f"*{one_line(references)}* Answer: {answer}"
    )
