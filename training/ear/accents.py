"""How accents of English say the letters, in the phones of the Kokoro synthesiser.

A, I, O, Q, W and Y are diphthongs there. Sources: Wells, Accents of English (1982); Deterding,
Singapore English (2007). An entry with several ways has them parted by "|".
"""

AMERICAN = """A ˈA B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈAʧ I ˈI J ʤˈA K kˈA L ˈɛl M ˈɛm N ˈɛn O ˈO
P pˈi Q kjˈu R ˈɑɹ S ˈɛs T tˈi U jˈu V vˈi W dˈʌbᵊlju X ˈɛks Y wˈI Z zˈi"""
BRITISH = """A ˈA B bˈiː C sˈiː D dˈiː E ˈiː F ˈɛf G ʤˈiː H ˈAʧ|hˈAʧ I ˈI J ʤˈA K kˈA L ˈɛl M ˈɛm
N ˈɛn O ˈQ P pˈiː Q kjˈuː R ˈɑː S ˈɛs T tˈiː U jˈuː V vˈiː W dˈʌbᵊljuː X ˈɛks Y wˈI Z zˈɛd"""
INDIAN = """A ˈeː B bˈiː C sˈiː D ɖˈiː E ˈiː F ˈɛf|jˈɛf G ʤˈiː H ˈeːʧ|hˈɛʧ|ˈɛʧ I ˈaːi|ˈI J ʤˈeː K kˈeː
L ˈɛl|jˈɛl M ˈɛm|jˈɛm N ˈɛn|jˈɛn O ˈoː P pˈiː Q kjˈuː R ˈaːɾ|ˈɑːɹ S ˈɛs T ʈˈiː U jˈuː V ʋˈiː|wˈiː
W ɖˈəblju|ɖˈəbəljuː X ˈɛks|jˈɛks Y ʋˈaːi|wˈI Z zˈɛɖ|ʤˈɛɖ|zˈiː"""
CHINESE = """A ˈei B bˈi C sˈi D dˈi E ˈi F ˈɛf|ˈɛfu G ʤˈi H ˈeiʧ|ˈɛʧ I ˈai J ʤˈei K kˈei L ˈɛl|ˈɛlə
M ˈɛm|ˈɛmu N ˈɛn O ˈou P pˈi Q kjˈu R ˈɑɻ|ˈɑ S ˈɛs|ˈɛsɨ T tˈi U jˈu V vˈi|wˈi W dˈabulju|dˈabɨlju
X ˈɛks|ˈɛkəsɨ Y wˈai Z zˈi|zˈɛd"""
SINGAPOREAN = """A ˈeː B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈeːʧ|hˈeːʧ I ˈai J ʤˈeː K kˈeː L ˈɛl M ˈɛm
N ˈɛn O ˈoː P pˈi Q kjˈu R ˈɑː|ˈɑ S ˈɛs T tˈi U jˈu V vˈi W dˈablju X ˈɛks Y wˈai Z zˈi|zˈɛd"""
SPANISH = """A ˈe B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈeʧ I ˈai J ʤˈe K kˈe L ˈɛl M ˈɛm N ˈɛn O ˈo
P pˈi Q kjˈu R ˈɑɾ S ˈɛs T tˈi U jˈu V bˈi|vˈi W dˈabelju X ˈɛks|ˈɛs Y wˈai Z sˈi|zˈi"""


def table(text):
    """The ways to say each letter."""
    parts = text.split()
    return {letter: ways.split("|") for letter, ways in zip(parts[::2], parts[1::2])}


ACCENTS = {
    name: table(text)
    for name, text in {
        "american": AMERICAN,
        "british": BRITISH,
        "indian": INDIAN,
        "chinese": CHINESE,
        "singaporean": SINGAPOREAN,
        "spanish": SPANISH,
    }.items()
}

# The accents that a voice speaks, by the language of its name's first letter, with their weights.
OF_VOICE = {
    "a": (("american", 6), ("singaporean", 1), ("spanish", 1), ("chinese", 1), ("indian", 1)),
    "b": (("british", 6), ("indian", 1), ("singaporean", 1)),
    "h": (("indian", 8), ("british", 1)),
    "z": (("chinese", 5), ("singaporean", 3)),
    "j": (("american", 2), ("chinese", 3)),
    "e": (("spanish", 4), ("american", 1)),
    "p": (("spanish", 4), ("american", 1)),
    "i": (("american", 2), ("spanish", 2)),
    "f": (("american", 1), ("british", 1)),
}

# ARPAbet phones in Kokoro's alphabet.
IPA = dict(
    AA="ɑ", AE="æ", AH="ʌ", AO="ɔ", AW="W", AY="I", B="b", CH="ʧ", D="d", DH="ð", EH="ɛ", ER="ɜɹ",
    EY="A", F="f", G="ɡ", HH="h", IH="ɪ", IY="i", JH="ʤ", K="k", L="l", M="m", N="n", NG="ŋ", OW="O",
    OY="Y", P="p", R="ɹ", S="s", SH="ʃ", T="t", TH="θ", UH="ʊ", UW="u", V="v", W="w", Y="j", Z="z",
    ZH="ʒ",
)  # fmt: skip
BRITISH_IPA = dict(IPA, AA="ɑː", AO="ɔː", ER="ɜː", IY="iː", OW="Q", UW="uː", AE="a")
VOWELS = {"AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"}
# Words whose stress is not on their first vowel, by the vowel that has it.
STRESS = {
    "again": 1, "ahead": 1, "repeat": 1, "correction": 1, "continue": 1, "hotel": 1, "november": 1,
    "quebec": 1, "sierra": 1, "cannot": 1, "idea": 1, "erase": 1, "eleven": 1, "hello": 1,
    "perhaps": 1, "thirteen": 1, "fourteen": 1, "fifteen": 1, "sixteen": 1, "another": 1,
}  # fmt: skip
UNSTRESSED = {"a", "an", "the", "of", "it", "to", "and", "is", "as", "for", "or", "at"}


def spoken(word, phones, british):
    """Kokoro's phones of a word, given its ARPAbet phones."""
    symbols = BRITISH_IPA if british else IPA
    out, vowel = [], 0
    for place, phone in enumerate(phones):
        if phone in VOWELS:
            if vowel == STRESS.get(word, 0) and word not in UNSTRESSED:
                out.append("ˈ")
            vowel += 1
            reduced = phone == "AH" and "ˈ" not in "".join(out)[-1:]
            out.append("ə" if reduced else symbols[phone])
        elif phone == "R" and british and (place + 1 == len(phones) or phones[place + 1] not in VOWELS):
            continue
        else:
            out.append(symbols[phone])
    return "".join(out)
