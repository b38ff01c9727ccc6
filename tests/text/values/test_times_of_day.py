from smile.text.values.answer import Answer
from smile.text.values.times_of_day import compare, read
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    times = read(reference)
    assert times is not None
    match = compare(times, Answer(prediction), question)
    return None if match is None else match.is_same


@each_row(
    ("reference", "prediction", "expected"),
    [
        *[
            ("10am", form, True)
            for form in (
                "10 a.m.",
                "10:00",
                "10:00 AM",
                "ten o’clock in the morning",
                "1000 hours",
                "ten a.m.",
                "10 A. M.",
            )
        ],
        ("10 pm", "22:00", True),
        ("10 pm", "2200 hours", True),
        ("10 pm", "ten at night", True),
        ("half past ten", "10:30", True),
        ("10:30", "half past ten", True),
        ("8:45", "a quarter to nine", True),
        ("2:20 pm", "twenty past two in the afternoon", True),
        ("noon", "12 pm", True),
        ("noon", "12:00", True),
        ("midday", "noon", True),
        ("midnight", "12 a.m.", True),
        ("midnight", "0:00", True),
        ("24:00", "midnight", True),
        ("10 o'clock", "10 pm", True),
        ("5 pm EST", "5 p.m. Eastern Time", True),
        ("5 pm EST", "22:00 UTC", True),
        ("17:00 UTC", "5 pm GMT", True),
        ("5 pm EST", "5 pm", True),
        ("9 am to 5 pm", "from 9:00 to 17:00", True),
        ("9 am to 5 pm", "9-5 pm", True),
        ("6 a.m.", "0600", True),
        ("10 am", "10 pm", False),
        ("10 pm", "11 pm", False),
        ("10 pm", "half past ten", False),
        ("noon", "midnight", False),
        ("22:00", "21:00", False),
        ("5 pm EST", "5 pm PST", False),
        ("9 am to 5 pm", "8 am to 6 pm", False),
        ("10 pm", "ten o'clock", None),
        ("10 pm", "10:00", None),
        ("10 pm", "some time after 9 pm", None),
        ("10 pm", "in the evening", None),
    ],
)
def test_times_of_day(reference: str, prediction: str, expected: bool | None) -> None:
    assert finding(reference, prediction) is expected


def test_the_question_counts() -> None:
    assert finding("2:30", "3:30", "How long did it take?") is None
    assert finding("10 pm", "It opens at 9 am and I do not know.", "It opens at 9 am. When does it close?") is None


@each_row("reference", ["", "90 minutes", "ten", "John 3:16", "9 to 5", "2:30:15", "1 m", "2020"])
def test_other_references_are_no_times(reference: str) -> None:
    assert read(reference) is None
