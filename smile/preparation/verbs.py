"""English verbs as questions need them: which word is one, and its forms."""

# The base form, the past and, where it is another, the participle.
_IRREGULAR = """
be was been; beat beat beaten; become became become; begin began begun; bite bit bitten; blow blew blown;
break broke broken; bring brought; build built; buy bought; catch caught; choose chose chosen; come came come;
cost cost; cut cut; dig dug; do did done; draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten;
fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown; forget forgot forgotten;
freeze froze frozen; get got; give gave given; go went gone; grow grew grown; hang hung; have had; hear heard;
hide hid hidden; hit hit; hold held; hurt hurt; keep kept; know knew known; lay laid; lead led; leave left; lend lent;
let let; lie lay lain; light lit; lose lost; make made; mean meant; meet met; overthrow overthrew overthrown; pay paid;
put put; read read; ride rode ridden; ring rang rung; rise rose risen; run ran run; say said; see saw seen; seek sought;
sell sold; send sent; set set; shake shook shaken; shoot shot; show showed shown; shut shut; sing sang sung;
sink sank sunk; sit sat; sleep slept; speak spoke spoken; spend spent; spin spun; split split; spread spread;
stand stood; steal stole stolen; stick stuck; strike struck; swear swore sworn; swim swam swum; swing swung;
take took taken; teach taught; tell told; think thought; throw threw thrown; understand understood;
wake woke woken; wear wore worn; weave wove woven; win won; withdraw withdrew withdrawn; write wrote written
"""
_REGULAR = """
achieve act adapt add admit adopt advise affect agree allow annex answer appear apply appoint approve argue arrest
arrive ask assassinate attack attempt attend author ban bark base believe belong born brake burn bury call capture care
carry cause celebrate change charge circumnavigate claim clean climb close coin collect command commission compete
complete compose conduct connect conquer consider consist contain contest control convert cook copy count cover create
crown cross cry cure dance deal declare defeat define deliver depict derive describe design destroy develop die differ
direct discover divide drop earn edit elect emigrate employ enable end enjoy enter escape establish evolve examine
exist expand expect explain explode export expose express face fail feature film finish fit fix flow follow form found
fuel function gain govern graduate guard handle happen hate head help host hunt identify import improve include increase
infect inspire intend introduce invade invent involve join jump kick kill kiss knock lack land last laugh launch learn
like link list live locate look love maintain manage manufacture mark marry match measure merge migrate mine miss mix
move murder name need notice obtain occur open operate orbit order originate own paint park pass patent perform
persuade phone pick place plan plant play point possess power practise predict prefer present preserve press prevent
proclaim produce promise protect prove provide publish pull purchase push rain raise rank reach receive record reduce
refer regulate reign release remain remember remove replace report represent require rescue resign result retire return
reveal revolve rhyme rule sail save score seem separate serve settle share shine sign smell smile smoke snow sound
sponsor star start state stay stop store study succeed suffer suggest supply support surrender survive swallow symbolize
talk taste tend threaten touch tour trade train translate transport travel treat try turn unite use visit vote wait walk
want warn wash waste watch weigh wish witness work worship write
"""


def _forms() -> dict[str, tuple[str, str]]:
    forms = {base: (_regular_past(base), _regular_past(base)) for base in _REGULAR.split()}
    for entry in _IRREGULAR.replace("\n", " ").split(";"):
        base, past, *participle = entry.split()
        forms[base] = (past, participle[0] if participle else past)
    # "found" is the past of find first; "born" is a participle that has no verb of its own in use.
    forms["born"] = ("born", "born")
    return forms


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + (base[-1] if base in _DOUBLING else "") + "ed"


_DOUBLING = frozenset({"admit", "ban", "drop", "fit", "plan", "refer", "stop", "star", "commit", "prefer", "occur"})
_FORMS = _forms()
_PARTICIPLES = frozenset(participle for _, participle in _FORMS.values())
_PASTS = frozenset(past for past, _ in _FORMS.values())

# They end like a form of a verb and are none, or rarely.
_NO_PARTICIPLE = frozenset({"bed", "red", "seed", "united", "hundred", "speed", "need", "breed", "wicked", "sacred"})
_NO_ING = frozenset(
    """bring building ceiling ding during evening everything feeling king meaning morning nothing painting ring sing
    something spring sterling string thing wedding wing beginning""".split()
)


def is_base(word: str) -> bool:
    """Says whether a word is the base form of a verb.

    >>> is_base("invent"), is_base("paris")
    (True, False)
    """
    return word in _FORMS


def past(base: str) -> str:
    """Returns the past of a verb.

    >>> past("win"), past("stop"), past("marry"), past("invent")
    ('won', 'stopped', 'married', 'invented')
    """
    return _FORMS[base][0] if base in _FORMS else _regular_past(base)


def third_person(base: str) -> str:
    """Returns the form that goes with he, she and it.

    >>> third_person("have"), third_person("go"), third_person("carry"), third_person("mean")
    ('has', 'goes', 'carries', 'means')
    """
    if base == "have":
        return "has"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def is_participle(word: str) -> bool:
    """Says whether a word can be a past participle or an -ing form.

    >>> is_participle("built"), is_participle("located"), is_participle("wearing"), is_participle("king")
    (True, True, True, False)
    """
    if word in _PARTICIPLES:
        return True
    if word.endswith("ed"):
        return len(word) > 4 and word not in _NO_PARTICIPLE
    return word.endswith("ing") and len(word) > 4 and word not in _NO_ING


def is_finite(word: str) -> bool:
    """Says whether a word can be a verb in the past, or the form that goes with he, she and it.

    >>> is_finite("won"), is_finite("painted"), is_finite("has"), is_finite("river"), is_finite("handles")
    (True, True, True, False, True)
    """
    if word in _PASTS or word in _THIRD_PERSONS:
        return True
    return word.endswith("ed") and len(word) > 4 and word not in _NO_PARTICIPLE


_THIRD_PERSONS = frozenset(third_person(base) for base in _FORMS)
