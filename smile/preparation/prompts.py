"""The prompts for synthetic answers, and the reading of replies. Pure functions."""

from ..text.keywords import between_spaces
from ..text.normalization import words

# Enough for a sentence with a long reference; a longer reply is cut and then fails the check.
MOST_ANSWER_TOKENS = 128

_FIRST = (
    "Write one short sentence that answers the question with the given answer. Use the words of the answer exactly as "
    "they stand, add no other facts, and write nothing but the sentence.\n"
    "\n"
    "Question: What is the capital of France?\n"
    "Answer: Paris\n"
    "Sentence: The capital of France is Paris.\n"
    "\n"
    "Question: Is there a bowl?\n"
    "Answer: no\n"
    "Sentence: No, there is no bowl.\n"
    "\n"
    "Question: {question}\n"
    "Answer: {reference}\n"
    "Sentence:"
)
_SECOND = (
    "Question: {question}\n"
    "Answer: {reference}\n"
    "\n"
    "Someone was asked to write one short sentence that answers the question with this answer, and wrote:\n"
    "{answer}\n"
    "\n"
    'This lacks the answer "{reference}", word for word. Write one short sentence that answers the question and holds '
    'the words "{reference}" exactly as they stand. Write nothing but the sentence.'
)


def first_prompt(question: str, reference: str) -> str:
    """Returns the first prompt."""
    return _FIRST.format(question=question, reference=reference)


def second_prompt(question: str, reference: str, answer: str) -> str:
    """Returns the prompt for an answer that lacks the reference or is empty."""
    return _SECOND.format(question=question, reference=reference, answer=answer or "(nothing)")


def read_sentence(reply: str) -> str:
    r"""Returns a reply as one line, without the label and the quotes that some models put around it.

    >>> read_sentence(' Sentence: "The capital of France\n is Paris." ')
    'The capital of France is Paris.'
    """
    line = " ".join(reply.split()).removeprefix("Sentence:").strip()
    return line[1:-1].strip() if len(line) > 1 and line[0] == line[-1] == '"' else line


def states(answer: str, reference: str, normalization: str, language: str) -> bool:
    """Returns whether an answer contains the reference: its normalised words, one after the other.

    >>> states("It has twenty-five parts.", "25", "smile", "en"), states("Yes.", "no", "smile", "en")
    (True, False)
    """
    held, wanted = (between_spaces(words(text, normalization, language)) for text in (answer, reference))
    return wanted in held
