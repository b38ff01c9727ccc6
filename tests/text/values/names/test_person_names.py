import unicodedata

from smile.text.values.names import person_names
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = person_names.read(unicodedata.normalize("NFKC", reference))
    match = value and person_names.compare(value, unicodedata.normalize("NFKC", prediction), question)
    return match.is_same if match else None


@each_row(
    ("reference", "prediction"),
    [
        ("J. K. Rowling", "JK Rowling"),
        ("J.K. Rowling", "J K Rowling"),
        ("JK Rowling", "Joanne Rowling"),
        ("J. K. Rowling", "Joanne Kathleen Rowling"),
        ("John F. Kennedy", "John Kennedy"),
        ("John F. Kennedy", "John Fitzgerald Kennedy"),
        ("John F. Kennedy", "Kennedy, John F."),
        ("Kennedy, John F.", "John F. Kennedy"),
        ("George Bush", "George W. Bush"),
        ("Martin Luther King Jr.", "Martin Luther King"),
        ("Martin Luther King", "Dr. Martin Luther King, Jr."),
        ("Dr. Martin Luther King", "Martin Luther King"),
        ("Bill Clinton", "William Clinton"),
        ("Barack Obama", "President Obama"),
        ("President Obama", "Obama"),
        ("Albert Einstein", "A. Einstein"),
        ("Sir Isaac Newton", "Isaac Newton"),
        ("Ludwig van Beethoven", "L. van Beethoven"),
        ("William Shakespeare", "Shakespeare, William"),
        ("Wilhelm Conrad Röntgen", "Wilhelm Röntgen"),
        ("Robert Downey Jr.", "Robert Downey"),
        ("F. Scott Fitzgerald", "Francis Scott Fitzgerald"),
        ("F. Scott Fitzgerald", "Scott Fitzgerald"),
        ("J.R.R. Tolkien", "John Ronald Reuel Tolkien"),
        ("C. S. Lewis", "CS Lewis"),
        ("C. S. Lewis", "C.S. Lewis"),
        ("Michael Jordan", "Michael B. Jordan"),
        ("Michael B. Jordan", "Michael Jordan"),
        ("Tom Hanks", "Thomas Hanks"),
        ("Edgar Allan Poe", "E. A. Poe"),
        ("Edgar Allan Poe", "Edgar Poe"),
        ("Pope Francis", "Francis"),
        ("Mike Tyson", "Michael Tyson"),
        ("Samuel L. Jackson", "Samuel Jackson"),
        ("P. V. Sindhu", "P.V. Sindhu"),
        ("Malina Weissman", "Malina Opal Weissman"),
        ("James Braddock", "James J. Braddock"),
        ("Obama, Barack", "Barack Obama"),
        ("Adolf Hitler", "Hitler, Adolf"),
    ],
)
def test_same(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("John F. Kennedy", "Robert F. Kennedy"),
        ("George W. Bush", "George H. W. Bush"),
        ("George H. W. Bush", "George W. Bush"),
        ("Bill Clinton", "Hillary Clinton"),
        ("Michelle Obama", "Barack Obama"),
        ("Barack Obama", "Michelle Obama"),
        ("Vincent van Gogh", "Theo van Gogh"),
        ("Franklin D. Roosevelt", "Theodore Roosevelt"),
        ("Emily Bronte", "Charlotte Brontë"),
        ("Orville Wright", "Wilbur Wright"),
        ("Will Smith", "Jaden Smith"),
        ("Samuel L. Jackson", "Michael Jackson"),
        ("John Adams", "John Quincy Adams"),
        ("John Quincy Adams", "John Adams"),
        ("George Washington", "Martha Washington"),
        ("Neil Armstrong", "Louis Armstrong"),
    ],
)
def test_another(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is False


@each_row(
    ("reference", "prediction"),
    [
        ("Queen Elizabeth II", "Elizabeth II"),
        ("Vincent van Gogh", "van Gogh"),
        ("Mr. Darcy", "Fitzwilliam Darcy"),
        ("Manchester City", "Manchester United"),
        ("Serena Williams", "Venus Williams"),
        ("St. Patrick", "Saint Patrick"),
        ("The Beatles", "Beatles"),
        ("David & Victoria Beckham", "David Beckham"),
        ("World Cup", "World Rugby Cup"),
        ("John Kennedy", "John and Mary Kennedy"),
        ("Jane Austen", "Austen"),
    ],
)
def test_not_told(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None
