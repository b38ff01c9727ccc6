import unicodedata

from smile.text.values.names import short_forms
from tests.support.tables import each_row


def finding(reference: str, prediction: str, question: str | None = None) -> bool | None:
    value = short_forms.read(unicodedata.normalize("NFKC", reference))
    match = value and short_forms.compare(value, unicodedata.normalize("NFKC", prediction), question)
    return match.is_same if match else None


@each_row(
    ("reference", "prediction"),
    [
        ("United Nations", "UN"),
        ("UN", "United Nations"),
        ("NASA", "National Aeronautics and Space Administration"),
        ("WHO", "World Health Organization"),
        ("BBC", "British Broadcasting Corporation"),
        ("DNA", "deoxyribonucleic acid"),
        ("CO2", "carbon dioxide"),
        ("carbon dioxide", "CO2"),
        ("water", "H2O"),
        ("NYC", "New York City"),
        ("New York City", "NYC"),
        ("Los Angeles", "LA"),
        ("LA", "Los Angeles"),
        ("WWII", "World War II"),
        ("World War II", "WW2"),
        ("JFK", "John F. Kennedy"),
        ("MLK", "Martin Luther King Jr."),
        ("Franklin D. Roosevelt", "FDR"),
        ("CPU", "central processing unit"),
        ("artificial intelligence", "AI"),
        ("AI", "Artificial Intelligence"),
        ("television", "TV"),
        ("PhD", "Doctor of Philosophy"),
        ("gold", "Au"),
        ("Au", "gold"),
        ("Gold", "Au"),
        ("Fe", "Iron"),
        ("MIT", "Massachusetts Institute of Technology"),
        ("Massachusetts Institute of Technology", "M.I.T."),
        ("FBI", "Federal Bureau of Investigation"),
        ("Department of Defense", "DoD"),
        ("Department of Defense", "DOD"),
        ("European Union", "EU"),
        ("Mark Twain", "Samuel Clemens"),
        ("Mumbai", "Bombay"),
        ("Beijing", "Peking"),
        ("Constantinople", "Istanbul"),
        ("North Atlantic Treaty Organization", "NATO"),
        ("Hewlett-Packard", "HP"),
        ("personal computer", "PC"),
        ("GPS", "global positioning system"),
        ("HTML", "HyperText Markup Language"),
        ("The Lord of the Rings", "LOTR"),
        ("Mount Everest", "Everest"),
        ("Saint Petersburg", "Leningrad"),
        ("potassium", "K"),
        ("K", "potassium"),
        ("P", "phosphorus"),
        ("Pb", "lead"),
        ("lead", "Pb"),
        ("As", "arsenic"),
        ("attention deficit hyperactivity disorder", "ADHD"),
        ("WWI", "First World War"),
        ("Portable Document Format", "PDF"),
        ("compact disc", "CD"),
        ("ASAP", "as soon as possible"),
        ("CEO", "chief executive officer"),
        ("Prime Minister", "PM"),
        ("vice president", "VP"),
        ("The Great War", "World War I"),
        ("sodium chloride", "NaCl"),
        ("salt", "NaCl"),
        ("O", "oxygen"),
        ("oxygen", "O2"),
        ("nitrogen", "N"),
        ("St. Petersburg", "Saint Petersburg"),
        ("ATM", "automated teller machine"),
        ("IBM", "International Business Machines"),
        ("UNESCO", "United Nations Educational, Scientific and Cultural Organization"),
        ("RAM", "Random-access memory"),
        ("laser", "Light Amplification by Stimulated Emission of Radiation"),
        ("MRI", "magnetic resonance imaging"),
        ("World Wide Web", "WWW"),
        ("U.N.", "United Nations"),
        ("W.H.O.", "WHO"),
        ("WHO", "the World Health Organisation"),
        ("hot dog", "HD"),
        ("International Monetary Fund", "IMF"),
        ("Organization of the Petroleum Exporting Countries", "OPEC"),
        ("copper", "Cu"),
    ],
)
def test_same(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is True


@each_row(
    ("reference", "prediction"),
    [
        ("carbon dioxide", "CO"),
        ("CO2", "carbon monoxide"),
        ("Au", "silver"),
        ("gold", "Ag"),
        ("FBI", "CIA"),
        ("iron", "Ir"),
        ("NBA", "NFL"),
        ("NASDAQ", "NYSE"),
        ("copper", "Co"),
        ("CO2", "CO"),
    ],
)
def test_another(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is False


@each_row(
    ("reference", "prediction"),
    [
        ("WHO", "It was his own"),
        ("World War II", "WWI"),
        ("WWII", "World War I"),
        ("EU", "Europe"),
        ("United Nations", "NATO"),
        ("IMF", "World Bank"),
        ("NATO", "OTAN"),
    ],
)
def test_not_told(reference: str, prediction: str) -> None:
    assert finding(reference, prediction) is None
