"""Answers to questions that offer alternatives."""

from smile.text.values.closed import closed_answers
from tests.support.tables import each_row

CASES = [
    (
        "Is it tea or coffee in the cup?",
        "coffee",
        ["coffee", "coffee instead of tea", "the latter", "The second one.", "Not tea but coffee", "coffee, not tea"],
        [
            "tea rather than coffee",
            "It's tea, not coffee",
            "either",
            "both",
            "neither tea nor coffee",
            "tea or coffee",
            "the former",
            "It isn't coffee.",
            "no coffee, only tea",
            "It could be tea or coffee",
        ],
        [],
    ),
    (
        "Which is heavier, a proton or an electron?",
        "a proton",
        [
            "The former.",
            "The first one",
            "The electron is lighter than the proton.",
            "The electron is lighter",
            "The proton is heavier than the electron",
            "A proton is about 1836 times heavier than an electron.",
            "The proton; electrons are much lighter.",
            "the proton has more mass compared to the electron",
        ],
        [
            "An electron",
            "The electron is heavier than the proton",
            "The latter is heavier",
            "An electron, which is heavier than a proton",
        ],
        ["They weigh the same"],
    ),
    (
        "Is the tennis player left-handed or right-handed?",
        "left-handed",
        ["a lefty", "left", "She plays with her left hand", "left-handed, not right-handed", "the former"],
        ["She's right-handed.", "a righty", "right-handed, not left-handed", "She uses her right hand"],
        [],
    ),
    ("Is the tennis player left-handed or right-handed?", "left", ["a lefty"], ["She's right-handed."], []),
    (
        "Does the recipe use butter, oil or both?",
        "both",
        ["butter as well as oil", "butter and oil", "both of them", "Butter, oil"],
        ["oil", "just butter", "neither", "only butter, no oil"],
        [],
    ),
    (
        "Does the recipe use butter, oil or both?",
        "butter",
        ["butter", "butter, but no oil", "butter rather than oil"],
        ["both", "oil", "butter and oil"],
        [],
    ),
    ("Choose one: red, blue, green", "blue", ["the second one", "Blue!"], ["red", "I choose green.", "the last"], []),
    ("Which colour is it: red, blue or green?", "green", ["the third", "It's green", "the last one"], ["blue"], []),
    (
        "Did Thomas Edison or Alexander Graham Bell invent the telephone?",
        "Alexander Graham Bell",
        ["Bell", "It was Bell who invented it", "Bell did, not Edison"],
        ["Edison", "Thomas Edison did"],
        [],
    ),
    (
        "Did Thomas Edison or Alexander Graham Bell invent the telephone?",
        "Bell",
        ["Bell"],
        ["Edison", "Thomas Edison did"],
        [],
    ),
    (
        "Which came first, the chicken or the egg?",
        "the egg",
        ["egg"],
        ["the chicken", "The chicken came first", "The former"],
        [],
    ),
    (
        "Is the light on or off?",
        "off",
        ["It is off", "It's switched off, on the table"],
        ["It's on.", "on"],
        ["It is not on"],
    ),
    (
        "Do cats or dogs live longer?",
        "cats",
        ["Cats usually live longer than dogs"],
        ["dogs", "Dogs live longer than cats"],
        [],
    ),
    ("Was the war before or after 1900?", "after", ["After 1900", "It was after"], ["before", "Before 1900"], []),
    ("Is the bag heavy, light or medium?", "light", ["it is light", "The second"], ["heavy"], []),
    ("Tea or coffee?", "Tea", ["Tea, please", "The former"], ["coffee", "Coffee, please"], []),
    (
        "Is a tomato a fruit or a vegetable?",
        "a fruit",
        ["botanically, a fruit", "fruit"],
        ["It's a vegetable"],
        ["A fruit, although it is cooked as a vegetable"],
    ),
    ("Is it in France or in Spain?", "in Spain", ["Spain"], ["France"], []),
    ("Did it happen in 1912 or 1914?", "1914", ["in 1914", "In 1914, not 1912", "1914, not 1912"], ["1912"], []),
    ("who has more super bowl wins nfc or afc", "NFC", ["NFC has more wins than AFC"], ["afc"], []),
    ("Is aluminium a ferrous or non ferrous metal", "non-ferrous", ["It's non-ferrous"], ["It is a ferrous metal"], []),
    (
        "is coca cola a public or private company",
        "Public",
        ["Coca-Cola is a public company"],
        ["It's a private company."],
        [],
    ),
    (
        "Which of the two is larger, Earth or Mars?",
        "Earth",
        ["Earth is larger than Mars", "Mars is smaller"],
        ["Mars"],
        [],
    ),
    ("Who won, Federer or Nadal?", "Nadal", [], ["Federer won"], ["Federer lost to Nadal", "Nadal beat Federer"]),
    ("Is the room hot/cold?", "hot", ["hot"], ["cold"], []),
    ("What is the answer (red, blue, or green)?", "red", ["red"], ["It's green"], []),
    ("Do you go left or right at the church?", "right", ["turn right"], ["left"], ["Turn left, right at the church"]),
    ("Is glass a solid or a liquid?", "a solid", ["an amorphous solid", "solid, not liquid"], ["It's liquid"], []),
    ("Was it Monday or Tuesday?", "Tuesday", [], ["Monday"], ["Tue"]),
    ("Would you rather live in the city or in the country?", "in the country", ["the country"], ["in the city"], []),
    (
        "Which is bigger: the Atlantic Ocean or the Pacific Ocean?",
        "the Pacific Ocean",
        ["Pacific", "The Pacific is bigger than the Atlantic"],
        ["The Atlantic", "the Atlantic Ocean is bigger"],
        [],
    ),
    ("Does the book end happily or sadly?", "sadly", ["Sadly"], ["It ends happily", "happily"], []),
    ("Should I use baking soda or baking powder?", "baking powder", ["Use the powder"], ["baking soda", "soda"], []),
    ("Who is older, Tom or his sister Ann?", "his sister Ann", ["Ann", "his sister", "Tom is younger"], ["Tom"], []),
    (
        "Is he a doctor, a lawyer or an engineer?",
        "a lawyer",
        ["the second"],
        ["He's an engineer.", "doctor", "neither"],
        [],
    ),
    ("Choose between tea and coffee.", "tea", ["I'd go for tea"], ["coffee"], []),
    ("Does the shop open at 9 or at 10?", "at 10", ["at ten"], ["It opens at nine"], []),
    (
        "What is the capital of Australia? 1) Sydney 2) Canberra 3) Melbourne",
        "2",
        [
            "2, and 1 would be my second guess",
            "the second option",
            "option two",
            "number two",
            "2 is my answer, 1 is wrong",
        ],
        ["1, and 2 would be my second guess", "the last one", "3 or 2"],
        [],
    ),
    (
        "Which is a mammal? A) trout B) whale C) frog",
        "B",
        ["the second", "B, and C would be my second guess"],
        ["the third option", "the last one", "C, then B as my second choice"],
        ["the former"],
    ),
]


@each_row(("question", "reference", "right", "other", "unclear"), CASES)
def test_answers_to_alternatives(
    question: str, reference: str, right: list[str], other: list[str], unclear: list[str]
) -> None:
    value = closed_answers.read(reference)
    assert value is not None
    for answers, expected in ((right, True), (other, False), (unclear, None)):
        for answer in answers:
            match = closed_answers.compare(value, answer, question)
            assert (match and match.is_same) is expected, (answer, match)
