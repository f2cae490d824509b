"""Closed word classes that the scorer reads: few members each, none taken from an evaluation set."""

FUNCTION_WORDS = frozenset(
    """a an the this that these those some any each every all both either neither no not n't and or but nor so yet if
    then than as of in on at by for with from to into onto upon over under about between among through during before
    after above below up down out off again further once here there when where why how which who whom whose what is am
    are was were be been being have has had having do does did doing will would shall should can could may might must
    ought need dare i me my mine myself we us our ours you your yours he him his himself she her hers it its itself they
    them their theirs one ones 's also too just very such own same other another more most less least few many much
    several only ever never always still already while because since until unless although though however per via
    according there's'll 've 're 'd 'm whether within without against""".split()
)
NEGATORS = frozenset(
    """not n't no never none nobody nothing nowhere neither nor without cannot hardly barely scarcely rarely seldom
    fail forget neglect omit lack refuse deny cease absence absent unable impossible insufficient unlikely prevent avoid
    false untrue wrong incorrect nonsignificant insignificant non""".split()
)
STRONG_NEGATORS = frozenset("not n't no never none nobody nothing nowhere neither nor without cannot".split())
# "not only" and "no doubt" deny nothing.
HARMLESS_AFTER_NEGATOR = frozenset("only just merely doubt matter wonder longer".split())
PREFIXES = ("un", "in", "im", "ir", "il", "non", "dis", "mis", "anti", "de", "counter")
UP = frozenset(
    """increase rise grow gain improve enhance raise higher high greater great more better benefit beneficial effective
    efficacious superior elevate expand accelerate boost strengthen promote success successful win positive
    exceed upward above additional longer larger extend favor favour significant significantly associated prolong
    efficacy above over""".split()
)
DOWN = frozenset(
    """decrease fall drop decline reduce lower low less few worse worsen diminish lessen inferior shrink
    slow weaken inhibit suppress lose loss negative below downward shorter smaller limit deteriorate
    ineffective attenuate impair fewer under short""".split()
)
# Words in which studies and reports say that something had an effect, and those that say that it had none.
FINDINGS = frozenset(
    """associate associated association correlate correlation relate related relationship link linked effect impact
    influence affect difference differ different increase increased decrease decreased reduce reduced reduction raise
    lower improve improved improvement benefit beneficial effective efficacious efficacy prevent protect protective
    protection risk predict predictor predictive role contribute significant significantly superior superiority better
    worse greater higher change evidence support modulate confer cause lead marker determinant advantage
    significance""".split()
)
NULL_FINDINGS = frozenset(
    "ineffective nonsignificant insignificant unchanged unaffected unrelated noninferior indistinguishable".split()
)
SAMENESS = frozenset("similar comparable equivalent identical same equal alike".split())  # of what "was similar"
UNIVERSAL = frozenset("all every each always everyone everybody everything both entire whole any invariably".split())
PARTIAL = frozenset(
    "some several sometimes someone something part partly partially often few many most occasionally".split()
)
EXCLUSIVE = frozenset("only solely exclusively just sole alone merely".split())
# Beside these another number or date need not exclude the first.
BOUNDING = frozenset(
    """over above under below about around almost nearly least most than up approximately roughly until till from
    between either or some another other also again""".split()
)
MODAL_STRENGTH = {
    **dict.fromkeys("must shall require required mandatory need obliged have-to".split(), 3),
    **dict.fromkeys("should ought recommend expected".split(), 2),
    **dict.fromkeys("may might can could possible possibly perhaps maybe allow permit permitted optional".split(), 1),
    **dict.fromkeys("plan intend expect hope propose consider aim".split(), 1),
}
HEDGES = frozenset(
    """perhaps maybe possibly probably likely allegedly reportedly apparently seems seem suggest appear might
    could rumour rumor claim believe think thought""".split()
)
# A thing may do or have several of these at one time.
MANY_VALUED = frozenset(
    """speak include contain visit play write feature collaborate know like love supply collect publish use sell produce
    own support offer win work friend customer member study teach perform appear star record""".split()
)
# Units by the dimension they measure and their size in it.
UNITS: dict[str, tuple[str, float]] = {
    "km": ("metre", 1e3), "kilometre": ("metre", 1e3), "kilometer": ("metre", 1e3), "m": ("metre", 1.0),
    "metre": ("metre", 1.0), "meter": ("metre", 1.0), "cm": ("metre", 0.01), "mm": ("metre", 0.001),
    "mile": ("metre", 1609.344), "kg": ("gram", 1e3), "kilogram": ("gram", 1e3), "g": ("gram", 1.0),
    "gram": ("gram", 1.0), "mg": ("gram", 0.001), "tonne": ("gram", 1e6), "second": ("second", 1.0),
    "minute": ("second", 60.0), "min": ("second", 60.0), "hour": ("second", 3600.0), "h": ("second", 3600.0),
    "day": ("second", 86400.0), "week": ("second", 604800.0), "fortnight": ("second", 1209600.0),
    "litre": ("litre", 1.0), "liter": ("litre", 1.0), "l": ("litre", 1.0), "ml": ("litre", 0.001),
    "w": ("watt", 1.0), "kw": ("watt", 1e3), "mw": ("watt", 1e6), "v": ("volt", 1.0), "kv": ("volt", 1e3),
    "kb": ("byte", 1e3), "mb": ("byte", 1e6), "gb": ("byte", 1e9), "tb": ("byte", 1e12), "byte": ("byte", 1.0),
    "megabyte": ("byte", 1e6), "gigabyte": ("byte", 1e9), "terabyte": ("byte", 1e12),
}  # fmt: skip
CONDITIONS = frozenset("if unless except provided when whenever where until otherwise besides excluding".split())
SEQUENCE = frozenset("first last former latter previous next new old current original initial final early late".split())
PAST_CHANGE = frozenset(
    """now formerly previously former ex since longer anymore became become replace succeed move leave join
    appoint resign step retire sign depart transfer elect name""".split()
)
MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sept sep|"
        "october oct|november nov|december dec".split("|"),
        start=1,
    )
    for name in names.split()
}
UNITS_OF_NUMBER = {
    word: value
    for value, word in enumerate(
        """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty""".split()
    )
} | {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12,
     "single": 1, "double": 2, "triple": 3, "twice": 2, "thrice": 3, "once": 1, "half": 0.5, "couple": 2}  # fmt: skip
ORDINALS = {
    word: value
    for value, word in enumerate(
        """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth
        fifteenth sixteenth seventeenth eighteenth nineteenth twentieth""".split(),
        start=1,
    )
} | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "sixtieth": 60, "seventieth": 70, "eightieth": 80,
     "ninetieth": 90, "hundredth": 100}  # fmt: skip
MULTIPLIERS = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12, "k": 1e3, "m": 1e6,
               "bn": 1e9}  # fmt: skip
NATIONALITIES = frozenset(
    """american british english french german italian spanish portuguese dutch belgian swiss austrian polish czech
    slovak hungarian romanian bulgarian greek turkish russian ukrainian swedish norwegian danish finnish icelandic
    irish scottish welsh canadian mexican brazilian argentine argentinian chilean peruvian colombian venezuelan cuban
    jamaican australian japanese chinese korean indian pakistani bangladeshi thai vietnamese
    indonesian malaysian filipino iranian iraqi israeli egyptian moroccan algerian tunisian nigerian kenyan ethiopian
    ghanaian african european asian latin croatian serbian slovenian bosnian albanian estonian latvian
    lithuanian georgian armenian lebanese syrian saudi jordanian afghan nepalese mongolian taiwanese""".split()
)
COLOURS = frozenset(
    """red blue green yellow black white orange purple pink brown grey gray violet golden silver beige turquoise
    maroon crimson scarlet teal navy tan cyan magenta""".split()
)
EXCLUSIVE_TYPES: tuple[frozenset[str], ...] = (
    NATIONALITIES,
    COLOURS,
    frozenset("monday tuesday wednesday thursday friday saturday sunday".split()),
    frozenset("spring summer autumn fall winter".split()),
    frozenset(
        "north south east west northern southern eastern western northeast northwest southeast southwest".split()
    ),
    frozenset("mother father brother sister son daughter husband wife uncle aunt cousin nephew niece grandson".split()),
    frozenset("morning afternoon evening night noon midnight".split()),
    frozenset("daily weekly monthly quarterly yearly annually hourly".split()),
    frozenset("male female boy girl man woman boys girls".split()),
    frozenset("married single divorced widowed engaged".split()),
)
