import unicodedata

from smile.text.values.names import places
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = places.read(unicodedata.normalize("NFKC", reference))
    match = value and places.compare(value, unicodedata.normalize("NFKC", prediction), question)
    return match.is_same if match else None


@each_row(
    ("reference", "prediction"),
    [
        ("U.S.", "USA"),
        ("USA", "America"),
        ("United States of America", "the US"),
        ("UK", "Great Britain"),
        ("Holland", "The Netherlands"),
        ("Burma", "Myanmar"),
        ("Czechia", "Czech Republic"),
        ("CA", "California"),
        ("California", "CA"),
        ("France", "French"),
        ("French", "France"),
        ("FR", "France"),
        ("FRA", "France"),
        ("South Korea", "Republic of Korea"),
        ("Congo", "DRC"),
        ("Ivory Coast", "Côte d'Ivoire"),
        ("Georgia", "GA"),
        ("Washington", "WA"),
        ("Iran", "Persia"),
        ("usa", "United States"),
        ("UAE", "United Arab Emirates"),
        ("Turkey", "Türkiye"),
        ("Vatican City", "Holy See"),
        ("Swiss", "Switzerland"),
        ("Bosnia", "Bosnia and Herzegovina"),
        ("Trinidad", "Trinidad and Tobago"),
        ("New York", "NY"),
        ("Ontario", "ON"),
        ("Laos", "LA"),
        ("IN", "Indiana"),
        ("German", "It was Germany"),
        ("United States", "U.S. of A"),
        ("United States", "The United States"),
        ("Great Britain", "The U.K."),
        ("Ohio", "OH"),
        ("Ohio", "Columbus, OH"),
        ("United Kingdom", "It was Britain that won."),
    ],
)
def test_same(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("UK", "US"),
        ("Texas", "Oklahoma"),
        ("Austria", "Australia"),
        ("North Korea", "South Korea"),
        ("China", "Taiwan"),
        ("Niger", "Nigeria"),
        ("Dominica", "Dominican Republic"),
        ("Japan", "Germany"),
    ],
)
def test_another(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is False


@each_row(
    ("reference", "prediction"),
    [
        ("Russia", "Soviet Union"),
        ("Ireland", "Northern Ireland"),
        ("England", "UK"),
        ("America", "We do not know"),
        ("Dominica", "Dominican"),
        ("America", "North America"),
        ("US", "Tell us"),
        ("Mexico", "New Mexico"),
        ("Paris", "France"),
        ("Oklahoma", "OK, I see"),
        ("Indiana", "in the city"),
        ("Norway", "No"),
    ],
)
def test_not_told(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None
