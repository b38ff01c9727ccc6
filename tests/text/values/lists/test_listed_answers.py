"""Lists of right answers, with all items, other items and fewer items."""

from smile.text.normalization import words
from smile.text.values.answer import Answer
from smile.text.values.rules import ReferenceValue
from tests.support.tables import each_row


def _judged(reference: str, question: str | None, answer: str) -> bool | None:
    is_found = f" {' '.join(words(reference, 'smile', 'en'))} " in f" {' '.join(words(answer, 'smile', 'en'))} "
    match = ReferenceValue(reference).compare(Answer(answer), question, is_found)
    return None if match is None else match.is_same


@each_row(
    ("reference", "question", "answer"),
    [
        ("Belgium, the Netherlands and Luxembourg", None, "Luxembourg, Holland, Belgium"),
        ("hydrogen and oxygen", "What is water made of?", "oxygen and hydrogen atoms"),
        ("Rodgers and Hammerstein", "Who wrote The Sound of Music?", "Hammerstein and Rodgers"),
        ("Simon and Garfunkel", None, "Garfunkel and Simon"),
        ("Larry Page and Sergey Brin", "Who founded Google?", "Brin and Page"),
        ("Larry Page and Sergey Brin", "Who founded Google?", "Sergey Brin and Larry Page founded it in 1998."),
        ("three apples and two pears", None, "2 pears and 3 apples"),
        ("4 wins and 2 losses", None, "two losses, four wins"),
        ("one spoon and a fork", None, "a fork and a spoon"),
        ("Athens, 1896", "Where and when were the first Games held?", "1896 in Athens"),
        ("Neil Armstrong, 1969", "Who was first on the Moon, and when?", "Armstrong, in 1969"),
        ("red; white; blue", None, "1. blue\n2. white\n3. red"),
        ("Matthew, Mark, Luke and John", None, "Mark, Luke, John, Matthew"),
        ("Peter, Paul and Mary", None, "Mary, Peter & Paul"),
        ("Inhale, exhale", None, "exhale and inhale"),
        ("bread and butter", None, "butter and bread"),
        ("bread and butter", None, "bread with butter"),
        ("cyan, magenta, yellow, black", None, "black, yellow, magenta and cyan"),
        ("France and Spain", "Which countries border Andorra?", "Spain and France"),
        ("France and Spain", "Which countries border Andorra?", "Spain to the south, France to the north"),
        ("the heart and the lungs", None, "lungs and heart"),
        ("Marie Curie and Pierre Curie", None, "Pierre and Marie Curie"),
        ("Lennon and McCartney", None, "McCartney/Lennon"),
        ("Lennon and McCartney", None, "John Lennon and Paul McCartney"),
        ("Wilbur and Orville Wright", None, "Orville and Wilbur Wright"),
        ("gold and silver", None, "gold, silver"),
        ("gold, frankincense and myrrh", None, "myrrh, gold and frankincense"),
        ("Paris (France), London (UK)", None, "London and Paris"),
        ("Mercury and Venus", "Which planets have no moons?", "Venus and Mercury"),
        ("5 and 7", None, "7 and 5"),
    ],
)
def test_holds_all_items_in_any_order(reference: str, question: str | None, answer: str) -> None:
    assert _judged(reference, question, answer) is True


@each_row(
    ("reference", "question", "answer"),
    [
        ("Belgium, the Netherlands and Luxembourg", None, "Belgium, Germany and Luxembourg"),
        ("Belgium, the Netherlands and Luxembourg", None, "Belgium and Luxembourg"),
        ("hydrogen and oxygen", "What is water made of?", "hydrogen and nitrogen"),
        ("hydrogen and oxygen", "Which two elements make up water?", "hydrogen"),
        ("Portland, Oregon", None, "Portland, Maine"),
        ("Larry Page and Sergey Brin", "Who founded Google?", "Larry Page and Steve Jobs"),
        ("Larry Page and Sergey Brin", "Who founded Google?", "Larry Page, Sergey Brin and Eric Schmidt"),
        ("Larry Page and Sergey Brin", "Which two people founded Google?", "Larry Page"),
        ("three apples and two pears", None, "three pears and two apples"),
        ("three apples and two pears", None, "three apples and four pears"),
        ("4 wins and 2 losses", None, "They had four wins and three losses."),
        ("Athens, 1896", "Where and when were the first Games held?", "Athens"),
        ("Neil Armstrong, 1969", "Who was first on the Moon, and when?", "Armstrong, in 1972"),
        ("red; white; blue", None, "red, white and green"),
        ("Matthew, Mark, Luke and John", "What are the four Gospels?", "Matthew, Mark, Luke and Peter"),
        ("Matthew, Mark, Luke and John", "What are the four Gospels?", "Matthew, Mark and Luke"),
        ("bread and butter", None, "bread and jam"),
        ("bread and butter", None, "bread, butter and jam"),
        ("cyan, magenta, yellow, black", None, "black, yellow, magenta"),
        ("France and Spain", "Which countries border Andorra?", "Spain and Portugal"),
        ("France and Spain", "Which countries border Andorra?", "France, Spain and Italy"),
        ("gold, frankincense and myrrh", None, "gold, silver and myrrh"),
        ("Mercury and Venus", "Which two planets have no moons?", "Mercury and Mars"),
        ("Mercury and Venus", "Which two planets have no moons?", "Mercury, Venus and Mars"),
        ("5 and 7", None, "5 and 8"),
        (
            "It freezes at 0 and boils at 100",
            "At what temperatures does water freeze and boil?",
            "It freezes at 100 and boils at 0",
        ),
    ],
)
def test_lists_other_items(reference: str, question: str | None, answer: str) -> None:
    assert _judged(reference, question, answer) is False


@each_row(
    ("reference", "question", "answer"),
    [
        ("Rodgers and Hammerstein", "Who wrote The Sound of Music?", "Rodgers and Hart"),
        ("Simon and Garfunkel", None, "Simon"),
        ("Portland, Oregon", None, "Portland"),
        ("Romeo and Juliet", None, "Juliet"),
        ("Romeo and Juliet", None, "Romeo and Juliet by Shakespeare"),
        ("Larry Page and Sergey Brin", "Who founded Google?", "Larry Page"),
        ("Athens, 1896", "Where and when were the first Games held?", "Paris, 1896"),
        ("Neil Armstrong, 1969", "Who was first on the Moon, and when?", "Buzz Aldrin, 1969"),
        ("cyan, magenta, yellow, black", "Name one colour of ink.", "black, yellow"),
        ("France and Spain", "Which countries border Andorra?", "France"),
        ("Beauty and the Beast", None, "Beauty and the Bees"),
        ("War and Peace", None, "Crime and Punishment"),
        ("Washington, D.C.", None, "Washington"),
        ("Mercury and Venus", "Which planets have no moons?", "Mercury and Mars"),
        ("5 and 7", None, "5"),
    ],
)
def test_leaves_to_the_words_what_may_be_a_name_or_a_part(reference: str, question: str | None, answer: str) -> None:
    assert _judged(reference, question, answer) is None
