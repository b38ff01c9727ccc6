"""References that are closed answers, and what answers commit to."""

import pytest

from smile.text.values.closed.closed_answers import compare, read

LETTERS = "Which is a mammal? A) whale B) trout C) shark"
LINES = "Which animal is a fish?\nA. Whale\nB. Trout\nC. Bat\nD. None of the above"
BRACKETS = "Is it (a) red, (b) blue or (c) green?"
NUMBERS = "Which is largest? 1) Mars 2) Earth 3) Jupiter"
TRUTH = "The sky is green. A) True B) False"
VITAMIN = "Which vitamin is in carrots?"
BLOOD = "What blood type is it?"
UNLISTED = "Which letter is right? Choose A, B, C or D."
YES_NO = "Do whales breathe air? Options: (A) yes (B) no"

CASES = [
    ("A", LETTERS, "A", True),
    ("A", LETTERS, "a", True),
    ("A", LETTERS, "(A)", True),
    ("A", LETTERS, "A.", True),
    ("A", LETTERS, "A) whale", True),
    ("A", LETTERS, "Option A", True),
    ("A", LETTERS, "The answer is A", True),
    ("A", LETTERS, "The answer is B, a fish", False),
    ("A", LETTERS, "whale", True),
    ("A", LETTERS, "A whale", True),
    ("A", LETTERS, "It's a whale.", True),
    ("A", LETTERS, "a trout", False),
    ("A", LETTERS, "A trout", False),
    ("A", LETTERS, "B", False),
    ("A", LETTERS, "A or B", False),
    ("A", LETTERS, "Both A and B", False),
    ("A", LETTERS, "I choose A because B and C are fish", True),
    ("C", LETTERS, "I choose C because A and B are wrong", True),
    ("A", LETTERS, "I choose C because A and B are wrong", False),
    ("B", LETTERS, "\\boxed{B}", True),
    ("B", LETTERS, "**B**", True),
    ("B", LETTERS, "Answer: B", True),
    ("B", LETTERS, "The correct option is (B).", True),
    ("B", LETTERS, "The correct option is (C).", False),
    ("B", LETTERS, "b) trout", True),
    ("B", LETTERS, "Trout.", True),
    ("B) trout", LETTERS, "B", True),
    ("B) trout", LETTERS, "trout", True),
    ("B) trout", LETTERS, "A", False),
    ("trout", LETTERS, "B", True),
    ("trout", LETTERS, "The answer is B.", True),
    ("trout", LETTERS, "A", False),
    ("whale", LETTERS, "A", True),
    ("whale", LETTERS, "trout", False),
    ("B", LETTERS, "Not A, but B", True),
    ("B", LETTERS, "It can't be A or C, so B", True),
    ("B", LETTERS, "A... no wait, B", True),
    ("A", LETTERS, "Neither A nor B", False),
    ("B", LINES, "B. Trout", True),
    ("B", LINES, "Trout", True),
    ("D", LINES, "None of the above", True),
    ("None of the above", LINES, "D", True),
    ("B", LINES, "D", False),
    ("b", BRACKETS, "(b)", True),
    ("b", BRACKETS, "blue", True),
    ("b", BRACKETS, "It is blue", True),
    ("b", BRACKETS, "It is red", False),
    ("(b)", BRACKETS, "B", True),
    ("(b)", BRACKETS, "c", False),
    ("blue", BRACKETS, "b", True),
    ("3", NUMBERS, "Jupiter", True),
    ("3", NUMBERS, "3", True),
    ("3", NUMBERS, "3) Jupiter", True),
    ("3", NUMBERS, "2", False),
    ("3", NUMBERS, "Earth", False),
    ("Jupiter", NUMBERS, "3", True),
    ("Jupiter", NUMBERS, "Option 3", True),
    ("Jupiter", NUMBERS, "2", False),
    ("B", TRUTH, "False", True),
    ("B", TRUTH, "It is not true", True),
    ("A", TRUTH, "False", False),
    ("False", TRUTH, "B", True),
    ("True", TRUTH, "B", False),
    ("A", VITAMIN, "Vitamin A", True),
    ("A", VITAMIN, "Vitamin C", False),
    ("A", VITAMIN, "A carrot has vitamin C", False),
    ("A", VITAMIN, "a vitamin", None),
    ("A", BLOOD, "Type A", True),
    ("B", BLOOD, "A", False),
    ("O", BLOOD, "Type O", True),
    ("B", UNLISTED, "B", True),
    ("B", UNLISTED, "The answer is D", False),
    ("A", UNLISTED, "It is a fish", None),
    ("A", YES_NO, "Yes, they do", True),
    ("A", YES_NO, "No", False),
    ("yes", YES_NO, "A", True),
    ("no", YES_NO, "A", False),
    ("yes", YES_NO, "Yes", True),
    ("B", None, "B", True),
    ("B", None, "(B)", True),
    ("(B)", None, "B", True),
    ("(B)", None, "The answer is B", True),
    ("(B)", None, "A", False),
    ("B", None, "A", False),
    ("B", None, "The answer is C", False),
    ("B", None, "I would say B", True),
    ("A", None, "The answer is B, a fish", False),
    ("J. K. Rowling", "Who wrote Harry Potter?", "Rowling", None),
    ("trout", "Which fish?", "trout", None),
    ("both", "Is it X or Y?", "Both of them", True),
    ("both", "X or Y?", "Neither", False),
    ("Neither", "X or Y?", "None of them", True),
    ("All of the above", "Q?", "All of them", True),
    ("All of the above", "Q?", "None of these", False),
    ("none of the above", "Q?", "None are correct", True),
    ("2", "How many?", "3", None),
    ("T", "True or false: The sky is blue", "True", True),
    ("T", "True or false: The sky is blue", "False", False),
    ("F", "True or false: fish fly", "It is false", True),
    ("True", "True or false: The sky is blue", "T", True),
    ("True", "Is it true?", "F", False),
    ("Yes", "Which band recorded it?", "The Who", None),
    ("right", "Which hand?", "left", None),
    ("Correct", "Is it correct or incorrect?", "That's right", True),
    ("disagree", "Agree or disagree?", "I agree", False),
    ("B", "Which answer is right?\nA: Rome\nB: Paris", "Paris, the capital", True),
    ("C", "A. 10 B. 20 C. 30", "30", True),
    ("C", "Pick: A. 10 B. 20 C. 30", "The answer is 20.", False),
    ("B", LETTERS, "The answer is (B) trout, because a whale is a mammal.", True),
    ("A", LETTERS, "B is a fish, so A", True),
    ("B", LETTERS, "B, since A is a mammal", True),
    ("B", LETTERS, "Definitely B!", True),
    ("B", LETTERS, "I think it's b", True),
    ("B", LETTERS, "My choice: b.", True),
    ("B", LETTERS, "I have no idea.", None),
    ("B", LETTERS, "Either A or B.", False),
    ("B", LETTERS, "letter B", True),
    ("B", LETTERS, '{"answer": "B"}', True),
    ("C", LETTERS, "The third option", True),
    ("B", LETTERS, "trout and shark", False),
    ("whale", LETTERS, "a whale, not a trout", True),
]


@pytest.mark.parametrize(("reference", "question", "answer", "is_same"), CASES)
def test_closed_answers(reference: str, question: str | None, answer: str, is_same: bool | None) -> None:
    value = read(reference)
    assert value is not None
    match = compare(value, answer, question)
    assert (match and match.is_same) == is_same


def test_a_long_reference_is_no_closed_answer() -> None:
    assert read("It was the best of times. " * 20) is None
