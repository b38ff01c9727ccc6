import unicodedata

from smile.text.values.names import spellings
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = spellings.read(unicodedata.normalize("NFKC", reference))
    match = value and spellings.compare(value, unicodedata.normalize("NFKC", prediction), question)
    return match.is_same if match else None


@each_row(
    ("reference", "prediction"),
    [
        ("colour", "color"),
        ("organise", "organize"),
        ("e-mail", "email"),
        ("email", "e mail"),
        ("Spider-Man", "spider man"),
        ("ice-cream", "ice cream"),
        ("AT&T", "AT and T"),
        ("R&B", "R and B"),
        ("α-helix", "alpha helix"),
        ("π", "pi"),
        ("pi", "π"),
        ("H₂O", "H2O"),
        ("No. 1", "number one"),
        ("#1", "No. 1"),
        ("McDonald's", "McDonalds"),
        ("St. Louis", "Saint Louis"),
        ("Mt. Fuji", "Mount Fuji"),
        ("Wall St.", "Wall Street"),
        ("Wall Street", "Wall St"),
        ("encyclopaedia", "encyclopedia"),
        ("aeroplane", "airplane"),
        ("F-16", "F16"),
        ("grey", "gray"),
        ("Dr. Strange", "Doctor Strange"),
        ("theatre", "theater"),
        ("Romeo & Juliet", "Romeo and Juliet"),
        ("beta", "β"),
        ("jewellery", "jewelry"),
        ("catalogue", "catalog"),
        ("doughnut", "donut"),
        ("tyre", "tire"),
        ("cheque", "check"),
        ("plough", "plow"),
        ("pyjamas", "pajamas"),
        ("sulphur", "sulfur"),
        ("yoghurt", "yogurt"),
        ("whisky", "whiskey"),
        ("sceptical", "skeptical"),
        ("mould", "mold"),
        ("judgement", "judgment"),
        ("maths", "math"),
        ("realise", "realize"),
        ("analyse", "analyze"),
        ("travelling", "traveling"),
        ("fulfil", "fulfill"),
        ("anaemia", "anemia"),
        ("oesophagus", "esophagus"),
        ("haemoglobin", "hemoglobin"),
        ("foetus", "fetus"),
        ("kerb", "curb"),
        ("per cent", "percent"),
        ("co-operate", "cooperate"),
        ("labour", "labor"),
        ("moustache", "mustache"),
        ("omelette", "omelet"),
        ("defence", "defense"),
        ("manoeuvre", "maneuver"),
        ("draught", "draft"),
        ("gaol", "jail"),
        ("Qur’an", "Quran"),
        ("Hawai'i", "Hawaii"),
        ("caesium", "cesium"),
        ("ketchup", "catsup"),
        ("programme", "program"),
        ("archaeology", "archeology"),
        ("paediatrics", "pediatrics"),
        ("leukaemia", "leukemia"),
        ("oestrogen", "estrogen"),
        ("diarrhoea", "diarrhea"),
        ("orthopaedic", "orthopedic"),
        ("Coca-Cola", "Coca Cola"),
        ("rock & roll", "rock and roll"),
        ("No. 10", "Number 10"),
        ("well-being", "wellbeing"),
        ("Jack Gleeson", "It was Jack Gleeson1."),
    ],
)
def test_same(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("1-2", "12"),
        ("mum", "mom"),
        ("storey", "story"),
        ("axe", "ax"),
        ("Tchaikovsky", "Tchaikovski"),
        ("5 km", "15 km"),
        ("Iran", "Iraq"),
        ("Slovakia", "Slovenia"),
        ("cat", "concatenate"),
    ],
)
def test_not_told(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None
