"""Words of comparison: "best" is not "good", though dictionaries give the one as a form of the other.

Written for this project and tried on simplemma's own dictionaries. Languages without an entry have no forms of
comparison, or simplemma keeps them apart from the base.
"""

import unicodedata
from functools import cache

import regex

from .languages import CAPITAL_NOUN_LANGUAGES

# Endings of Slavic adjectives in Latin letters.
_ENDINGS = "(?:[aeiyuo]|i[aeu]|i?e[hg]o|i?emu|o[mu]|e[jm]|ega|[iy][hm]|[iy]ch|[iy]mi|ima|iho|imu)?"

# Comparatives and superlatives that no ending tells, by language: whole words, as `_bare` writes them.
_IRREGULAR = {
    "cs": "vice?|mene|lepe|hure|dele|drive|spis",
    "cy": "gwell|gorau|gwaeth(?:af)?|mwy(?:af)?|llai|lleiaf|hyn(?:af)?|uwch|uchaf|isaf|haws|hawsaf|nes|nesaf|ieuengaf",
    "da": "(?:bed|vær|stør|mind|æld|yng|læng|fær|fle)re|(?:bed|vær|stør|mind|æld|yng|læng|fle|me|fær|nærme)ste?|mere?",
    "de": "besser.{0,2}|beste.?|mehr|mehrere.?|meist.*|weniger|wenigste.|lieber|liebste.|eher"
    "|hoch?st.*|großt.*|teurer.{0,2}|nach?st.*",
    "el": "(?:αρ|μεγ|ελαχ|καλλ|χειρ)ιστ(?:ος|η|ο|οι|ες|α|ου|ης|ων|ους)",
    "en": "worse|worst|less|least|more|most",
    "enm": "bettre|beste?|w[eou]r?se|w[eou]r?ste?|mor?e?|moste?|lasse|lesse|lee?ste?|eldeste?",
    "fi": "paras|para[sh].*|enemman|eniten|useimm.*|(?:suur|pien|vanh|nuor|pis|lyh|korke|nope|iso|kaune|tarke)in",
    "ga": "fh?earr|mh?easa|mh?o|fh?aide|gh?iorra|sine|oige",
    "gd": "fh?earr|mh?iosa|mh?otha|mh?o|lugha|fh?aide|gh?iorra|sine|oige",
    "grc": "(?:βελτι|αμειν|κρειττ|κρεισσ|χειρ|μειζ|ελαττ|ελασσ|πλει|πλε|ηττ|ησσ|καλλι)"
    "(?:ων|ον|ον(?:ος|α|ι|ες|ων)|ους|ω)"
    "|(?:αρ|βελτ|κρατ|χειρ|κακ|μεγ|ελαχ|πλε|ηδ|καλλ)ιστ(?:ος|η|ον|ου|ης|ω|ην|οι|αι|α|ων|οις|αις|ους|ας)",
    "gv": "share|smessey|smoo|sloo|shinney|saa",
    "hbs": f"(?:bolj|gor|vec|manj|duž|krac|viš|niž|jac|lakš|l[ij]?epš|mlađ|slađ){_ENDINGS}",
    "hu": "(?:leg)?(?:jobb|tobb).{0,5}|(?:leg)?inkabb",
    "id": "ter(?:baik|buruk|besar|kecil|tinggi|rendah|banyak|sedikit|tua|muda|panjang|pendek|luas|dalam|cepat|kuat)",
    "is": "(?:bet|ver|stær|minn|meir|eld|yng|fleir|leng|fær|hær|lægr|nær)(?:r?i|ur|r|a)?"
    "|(?:be|ver|stær|minn|me|el|yng|fle|leng|fæ|hæ|læg|næ)st(?:ur|i|a|u|an|ir|ar|um)?",
    "la": "(?:opti|pessi|maxi|mini|pluri|supre|extre)m(?:us|a|um|i|ae|o|am|os|as|orum|arum|is|e)"
    "|plus|plur(?:es|a|ium|ibus|is)|minus|minor(?:is|i|em|e|es|um|ibus|a)?|maior.*|peior.*|magis",
    "lb": "besser.*|bescht.*|mei|meescht.*|manner|mannst.*|greisst.*",
    "lt": "(?:ger|blog|daug|maž|lab)iau(?:siai|sia)?",
    "mk": "по(?:добр|добар|лош|голем|мал|стар|млад|нов|висок|низок|долг).{0,3}|повеке|помалку",
    "nb": "(?:bed|ver|stør|mind|eld|yng|leng|fær|fle|høye)re"
    "|(?:be|ver|stør|min|eld|yng|leng|fle|me|høye|fær|nærme)ste?|mere?",
    "nl": "betere?|beste?|meer|meeste?|mindere?|minste?",
    "nn": "(?:bet|ver|stør|mind|eld|yng|leng|fær)re|(?:ver|stør|min|eld|yng|leng|fle|me|høg)ste?|beste?"
    "|fleire|meir|færrast",
    "pl": "lepiej|gorzej|wiecej|mniej|bardziej|dalej|(?:bli|wy|ni)zej|dłuzej|krocej|(?:szyb|czes)ciej"
    "|(?:poz|wczes)niej",
    "ru": "наи.*|(?:луч|худ|боль|мень|стар|млад|выс|низ)ш(?:ии|ая|ее|ие|его|ему|им|ем|их|ими|еи|ую|е)"
    "|хуже|более|менее|моложе|ниже|выше|дальше|ближе|раньше|позже|легче|проще|дороже|дешевле|чаще|реже|короче|шире|тоньше|глубже|тише|мягче|богаче",
    "se": "buoret|stuorat|stuorit|unnit|eanet|heajut|nuorat",
    "sl": "(?:večj|višj|nižj|manj|bolj)(?:i|a|e|ega|emu|em|ih|im|imi|o)|več|manj|bolj",
    "sv": "(?:batt|sam|stor|mind|ald|yng|lang|hog|lag|var|far)re"
    "|(?:ba|sam|stor|min|ald|yng|lang|hog|lag|var|fle|me|na)sta?"
    "|flera?|mera?",
}

# Endings and prefixes of the regular forms. A lemma that has one too ("lärare", "Bauer") is not the base of one.
_REGULAR = {
    "bg": "^наи",
    "cs": rf"^nej|[^aiouys]š{_ENDINGS}$|[eě]ji$",
    "cy": "ach$",
    "da": "ere$|este?$",
    "de": "ere?[mnrs]?$|st(?:e[mnrs]?)?$",
    "el": "(?:τερ|τατ)(?:ος|η|ο|οι|ες|α|ου|ης|ων|ους|ε)$",
    "en": "(?:er|est)$",
    "enm": "(?:ere?|este?)$",
    "fa": "تر(?:ین)?(?:ها|ی)?$",
    "fi": "m(?:pi|[mp]a|pia|pie)",
    "grc": "(?:τερ|τατ)(?:ος|η|ον|α|ου|ης|ας|ω|αν|ην|οι|αι|ων|οις|αις|ους)$",
    "hbs": "^naj|[^aeiou]ij(?:i|a|e|u|eg|ega|em|emu|ih|im|ima|oj|om)$",
    "hu": "^leg.*bb|[aeou]bb.{0,5}$",
    "hy": "^ամենա",
    "is": "ari$|ast(?:ur|i|a|u|an|ir|ar|um)?$",
    "ka": "^(?:სა)?უ.+ეს(?:ი|მა|ს|ის|ით|ად|ო|ები)$",
    "la": "ior(?:is|i|em|e|es|ibus|a)?$|ius$|(?:issi|erri|illi)m(?:us|a|um|i|ae|o|am|os|as|orum|arum|is|e)$",
    "lb": "st(?:e[nr]?)?$",
    "lt": "esni(?:s|o|am|u|ame|ai|ems|us|ais)?$|esn(?:e|es|ei|eje|iu|ems|emis)$|iausi(?:as|a|o|am|u|ai|ems|us|ais|os)$",
    "lv": "^vis.*ak|ak(?:s|a|ais|i|as|ie|u|o|am|ai|iem|us|os)$",
    "mk": "^нај|^наи",
    "nb": "ere$|este?$",
    "nl": "ere?$|ste?$",
    "nn": "are$|aste?$",
    "pl": rf"^naj|[^aeiouy]sz{_ENDINGS}$",
    "pt": "issim[oa]s?$",
    "ru": "[еа]иш(?:ии|ая|ее|ие|его|ему|им|ем|их|ими|еи|ую)$|ее$",
    "se": "[aei]mus$",
    "sk": rf"^naj|[^aiouy]š{_ENDINGS}$|eišie$",
    "sl": rf"^naj|[^aiouy]š{_ENDINGS}$",
    "sv": "are$|aste?$",
    "uk": "^наи|[^аоуеияю]ш(?:ии|а|е|ого|ому|им|их|ими|ои|іи|у|ою|і)?$",
}

# What the lemma of a regular form does not end with: verbs and nouns have some of the same endings.
_NO_LEMMA: dict[str, str | tuple[str, ...]] = {
    "da": "er",
    "enm": "n",
    "nb": "er",
    "nl": "en",
    "nn": ("a", "e"),
    "pl": "c",
    "ru": "ии",
    "sk": "t",
    "sl": "ti",
    "uk": "ти",
}

# No lemma ends with it.
_NOTHING = "\n"

_CARON = "\u030c"


def is_comparative(word: str, lemma: str, language: str) -> bool:
    """Returns whether a word is a comparative or superlative and the lemma its base.

    Args:
        word: A word.
        lemma: What a dictionary gives for it, in the dictionary's own case.
        language: ISO code.

    >>> is_comparative("best", "good", "en"), is_comparative("größten", "groß", "de")
    (True, True)
    >>> is_comparative("houses", "house", "en"), is_comparative("Häuser", "Haus", "de")
    (False, False)
    """
    irregular, regular = _patterns(language)
    word, base = _bare(word), _bare(lemma)
    if irregular is not None and irregular.fullmatch(word):
        return not irregular.fullmatch(base)
    if regular is None or not regular.search(word):
        return False
    # "clever" ends like a comparative, and "cleverer" is one.
    grows = word.startswith(base) and bool(regular.search(word[len(base) :]))
    if language in CAPITAL_NOUN_LANGUAGES and not (lemma.islower() and (grows or word[:-3].startswith(base[:-2]))):
        return False
    return (grows or not regular.search(base)) and not base.endswith(_NO_LEMMA.get(language, _NOTHING))


@cache
def _patterns(language: str) -> tuple[regex.Pattern[str] | None, regex.Pattern[str] | None]:
    """Returns the patterns of a language's irregular and regular forms, None where it has none."""
    irregular, regular = (forms.get(language) for forms in (_IRREGULAR, _REGULAR))
    return regex.compile(irregular) if irregular else None, regex.compile(regular) if regular else None


def _bare(word: str) -> str:
    """Returns a word in lower case without marks, except the caron, which makes another consonant."""
    if word.isascii():
        return word.lower()
    letters = unicodedata.normalize("NFD", word.lower())
    return unicodedata.normalize("NFC", "".join(c for c in letters if c == _CARON or not unicodedata.combining(c)))
