from smile.text.normalization import clean
from smile.text.values.answer import Answer
from smile.text.values.quantities import compare, read
from tests.support.tables import each_row


def cases(table: str) -> list[list[str]]:
    return [line.split(" | ") for line in table.strip().splitlines()]


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = read(clean(reference, "smile"))
    assert value is not None
    match = compare(value, Answer(clean(prediction, "smile")), question)
    return None if match is None else match.is_same


SAME = """
36 inches | one yard
36 inches | 3 feet
90 minutes | an hour and a half
90 minutes | 1h30
90 minutes | 1.5 hours
0 °C | 32 °F
-40 °C | minus forty degrees Fahrenheit
100 °C | 212 degrees Fahrenheit
70 inches | 5'10"
70 inches | 5 feet 10 inches
26.2 miles | 42.2 km
26.2 miles | 42.195 kilometres
1 stone | 14 pounds
$5 | 5 dollars
$5 | $5.00
$5 | five bucks
$5 | US$5
$5 | 5 USD
£1.5m | 1.5 million pounds
50 cents | $0.50
50p | £0.50
twenty-five | 25
12 | a dozen
0.5 | half
25% | a quarter
25% | one in four
25% | 0.25
1/3 | 0.33
33% | a third
1.5 million | 1,500,000
1.5M | 1.5 million
1,000,000 | 10^6
1,000,000 | 10 6
3-1 | 3 to 1
3-1 | three-one
5–4 | five four on penalties
3 dozen eggs | 36
€1.50 | one euro fifty
90 km/h | 90 kilometers per hour
3–1 | They won 3:1.
10-20 | 10 to 20
10-20 | between 10 and 20
more than 10 | over 10
5 km | 5000 m
5 kilometres | 5 km
1 GB | 1000 MB
1 GB | 1024 MB
3.14159 | 3.14
8,848 m | 29,029 ft
8,848 m | 29,029 feet
2 weeks | a fortnight
two weeks | fourteen days
100 years | a century
a decade | 10 years
1 litre | 1.76 pints
150 million km | 93 million miles
291 episodes | There were 291.
300,000 km/s | 186,000 miles per second
60 mph | 96.5 km/h
10 kg | 22 lb
5.97 m (19 ft 7 in) | 19 feet 7 inches
half a mile | 0.5 miles
1 acre | 43,560 square feet
70 million | seventy million people
6 feet | 1.83 m
-5 | minus five
206 | two hundred and six
3/4 | 75%
3/4 | three quarters
4.5 | four and a half
24 hours | one day
24 hours | a day
1 tonne | 1000 kg
500 g | half a kilo
2.54 cm | one inch
$2.5 billion | 2,500,000,000 dollars
€20 | 20 EUR
1 year | 12 months
1 year | 365 days
18 months | a year and a half
1.609 km | a mile
eight glasses | 8
37 °C | 98.6 °F
1 kWh | 3.6 MJ
1/8 | 0.125
0.1 | 10%
7 days | a week
2 pints | a quart
3 x 10^8 m/s | 300,000 km/s
$1,200 | 1.2k dollars
1.2 million dollars | $1.2M
8 glasses | eight glasses of water
5 dozen | 60
1 dozen | 12 eggs
2.5 hours | two and a half hours
2.5 hours | 2 hours 30 minutes
2.5 hours | 150 min
1,609 metres | one mile
50% | half
50% | one half
50 percent | 50%
50% | half of them
0.75 | 75%
-40 °C | -40 °F
-273.15 °C | 0 K
-273.15 °C | absolute zero is -273.15 degrees Celsius
6 ft 2 in | 6'2"
6'2" | six foot two
1.88 m | 6 foot 2
188 cm | 1.88 m
12 months | a year
60 seconds | one minute
3,600 seconds | an hour
three quarters | 0.75
one third | 1/3
one third | 33.3%
2/3 | 66.7%
2/3 | two-thirds
nine out of ten | 90%
1 in 4 | 25%
about 50 | roughly 50
3 million | 3,000,000
3 million | 3M
3 bn | 3 billion
1 km/h | 0.62 mph
300 K | 26.85 °C
299,792,458 m/s | about 300,000 km/s
4 stone | 56 lb
5 tonnes | 5000 kg
1 hectare | 10,000 square metres
$3.50 | three dollars and fifty cents
£2.50 | two pounds fifty
€10 | ten euros
¥100 | 100 yen
100 rupees | ₹100
$1 million | one million dollars
$1,000,000 | $1 million
$1.5 billion | 1.5bn dollars
2-0 | two-nil
2-0 | 2:0
4-2 | four to two
4–2 | 4-2
1:4 | 1 to 4
zero | 0
0 | zero
0 | none
100 | one hundred
1,000,000 | a million
half a million | 500,000
20 to 30 | 20-30
18 or over | at least 18
10-12 hours | between 10 and 12 hours
5-6 km | 5 to 6 kilometres
128 GB | 128 gigabytes
100 Mbps | 100 megabits per second
1 MB | 1,000 KB
2 litres | 2000 ml
500 ml | half a litre
2 cups | one pint
16 ounces | one pound
8 fl oz | 1 cup
180 degrees | 180°
98.6 °F | 37 degrees Celsius
three times | thrice
10⁶ | one million
1½ hours | 90 minutes
2½ | 2.5
6.022 × 10²³ | 6.022e23
1e6 | one million
one hundred thousand | 100k
twelve | 12
21 | twenty one
42 km | 26 miles
one thousand metres | 1 km
24 carat | 24-carat
5 feet | 60 inches
440 Hz | 440 hertz
1.2 GHz | 1200 MHz
3 ft | 1 yard
4 weeks | 28 days
10 years | a decade
1000 years | one millennium
$20 | twenty bucks
ten pence | 10p
150 lbs | 68 kg
five minutes | 300 seconds
12,756 km | 7,926 miles
15°C | 59°F
9.81 m/s² | 9.81 metres per second squared
40 hours per week | 40 hours a week
7 % | 7 per cent
three | 3.
"""

OTHER = """
6 feet | 6 metres
5 km | 5 m
$5 | €5
$5 | 5 pounds
3-1 | 1-3
3-1 | 3-2
more than 10 | less than 10
at least 21 | You must be under 21.
5-10 | 15
100 m | 101 m
25% | 52%
36 inches | 2 yards
90 minutes | an hour
0 °C | 0 °F
1 GB | 1 MB
1.5 million | 1.5 billion
twenty-five | 35
12 | two dozen
25 | The total is 52.
70 inches | 5'7"
£10 | $10
8,848 m | 8,611 m
10 kg | 10 lb
60 mph | 60 km/h
at least 18 | at most 18
half | a third
50 cents | $5
50 cents | 50 dollars
1,000 | 10,000
10^6 | 10^9
-5 | 5
2 hours | 2 minutes
206 | It has 208.
3/4 | 2/3
5 kg | 5 km
5 kg | 5 g
75% | 25 percent
100 km | 100 miles
1 litre | 1 gallon
20 °C | 20 °F
two | three
8 | seven planets
15 minutes | half an hour
3.14 | 3.41
1 decade | 100 years
9.8 m/s2 | 9.8 m/s
4 | 5
17 | There are 18 of them.
$100 | £100
1500 metres | 1500 feet
1.88 m | 6 foot 8
15°C | 15°F
4-2 | 2-4
2-0 | 0-2
2-0 | 3-0
18 or over | under 18
25% | 0.25%
50% | 5%
2/3 | 3/4
one third | one quarter
1 million | 1 billion
€10 | £10
¥100 | $100
$3.50 | $35.00
500 ml | 5 litres
150 lbs | 150 kg
7 days | 7 weeks
60 seconds | 60 minutes
10-12 hours | 8-10 hours
2.5 hours | 2 hours 50 minutes
5 feet | 5 inches
at most 5 | more than 5
over 100 | under 100
12 | 13
twelve | twenty
13 | 30
fifteen | fifty
1,500 | 15,000
128 GB | 128 MB
128 GB | 64 GB
0.5 | 0.05
3.5 million | 35 million
-10 °C | 10 °C
-10 °C | ten degrees Celsius
42 | 24
a dozen | 10
half a mile | a mile
one and a half | half
440 Hz | 440 kHz
100 million dollars | 100 million euros
five tonnes | five kilograms
a century | a decade
a fortnight | a week
1 hectare | 1 acre
2 pints | 2 litres
3 square metres | 3 metres
10 years | 10 months
4 | four hundred
"""

UNCLEAR = """
5 km | It is far.
5 km | not 5 km
more than 10 | 12
10-20 | 15
about 50 | 52
5 | Apollo 11
5 | It was in 1969.
7 | 5 main numbers and 2 stars
6 | It has over 5 seasons.
100 km | 100
54 Mbit | 54 Mbit/s
90 minutes | He has an hour for it every day.
5 apples | 5 oranges were eaten
"""


@each_row(("reference", "prediction"), cases(SAME))
def test_the_same_amount_in_another_form(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(("reference", "prediction"), cases(OTHER))
def test_another_amount_that_looks_alike(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is False


@each_row(("reference", "prediction"), cases(UNCLEAR))
def test_what_is_unclear_is_left_to_the_words(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None


@each_row(
    "reference",
    ["Apollo 11", "World War II", "50 Cent", "1776", "1939-1945", "1979–80", "747-200", "10 am", "4 July 1776", "3rd",
     "the second half", "1990s", "Catch-22", "the", "", "U2", "9/11", "The Four Tops"],
)  # fmt: skip
def test_what_is_no_amount_as_a_whole(reference: str) -> None:
    assert read(reference) is None


@each_row(
    ("reference", "prediction", "question", "expected"),
    [
        ("100 km", "100", "How many km is it?", True),
        ("100 km", "It is 200.", "How many km is it?", False),
        ("90", "an hour and a half", "How many minutes does it last?", True),
        ("90", "two hours", "How many minutes does it last?", False),
        ("nine years", "It was nine.", "What was the minimum age?", True),
        ("206", "An adult has 260 bones.", "How many bones does an adult have?", False),
        ("43", "105", "How many, 25; 43 or 105?", False),
        ("12", "It has 13 episodes, shown in 2004.", "How many episodes does it have?", False),
        ("12", "It was shown in 2004 on 5 channels.", "How many episodes does it have?", None),
    ],
)
def test_the_question_says_what_is_counted(
    reference: str, prediction: str, question: str, expected: bool | None
) -> None:
    assert finding(reference, prediction, question) is expected


def test_a_long_answer_is_read_in_linear_time() -> None:
    assert finding("5 km", "a 1 - 2 and half of 3/4 ten " * 5000) is None
