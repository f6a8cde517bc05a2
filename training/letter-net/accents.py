"""Letter names as accents say them.

Who learnt English in India, China, Singapore or Indonesia says the letters with the sounds of
another first language: espeak-ng's voices of other languages read the names in their spelling there.
A name that espeak-ng reads wrongly is left out: "-".
"""

# Of each voice the names of A to Z; its Z is "zed".
NAMES = {
    "hi": "ए बी सी डी ई एफ़ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई ज़ेड",
    "mr": "ए बी सी डी ई - जी एच आय - के एल एम एन ओ पी क्यू आर एस टी यू - डब्ल्यू एक्स वाय -",
    "gu": "એ બી સી ડી ઈ - જી એચ આઈ જે કે એલ એમ એન ઓ પી ક્યૂ આર એસ ટી યુ વી - એક્સ વાય ઝેડ",
    "pa": "ਏ ਬੀ ਸੀ ਡੀ ਈ - ਜੀ ਐਚ ਆਈ ਜੇ ਕੇ ਐਲ ਐਮ ਐਨ ਓ ਪੀ ਕਿਊ ਆਰ ਐਸ ਟੀ ਯੂ ਵੀ - - ਵਾਈ ਜ਼ੈਡ",
    "bn": "এ বি সি ডি - এফ জি এইচ আই জে কে এল এম এন ও পি কিউ আর এস টি ইউ ভি - - - জেড",
    "te": "ఏ బీ సీ డీ ఈ - జీ హెచ్ ఐ జే కే ఎల్ - ఎన్ ఓ పీ క్యూ ఆర్ ఎస్ టీ యూ వీ డబ్ల్యూ ఎక్స్ వై జెడ్",
    "kn": "ಎ ಬೀ ಸೀ ಡೀ ಈ - ಜೀ ಹೆಚ್ ಐ ಜೇ ಕೇ ಎಲ್ ಎಂ ಎನ್ ಓ ಪೀ ಕ್ಯೂ ಆರ್ ಎಸ್ ಟೀ ಯೂ ವೀ ಡಬ್ಲ್ಯೂ ಎಕ್ಸ್ ವೈ ಜೆಡ್",
    "ur": "اے بی سی ڈی ای ایف جی ایچ آئی جے کے ایل ایم این او پی - آر ایس ٹی - وی - - وائی زیڈ",
    "id": "ei bi si di i ef ji eic ai jei kei el em en ou pi kyu ar es ti yu - dabelyu eks wai zed",
    "ms": "- bi si di - ef ji ec ai je - el em - ou pi kiu ar es ti yu - dabelyu eks wai zed",
    "cmn-latn-pinyin": "ei1 bi4 xi1 di4 yi4 ai2fu ji4 ei2qi ai4 zhei4 kei4 ai2lu ai2mu en1 ou1 pi4 kiu1"
                       " a4 ai2si ti4 you1 wei1 da2buliu ai2kesi wai1 -",
    "yue-latn-jyutping": "ei1 bi1 si1 di1 ji1 ef1 zi1 - aai1 zei1 kei1 el1 em1 en1 ou1 pi1 kiu1 aa1 es1"
                         " ti1 ju1 wi1 - eks1 waai1 -",
}  # fmt: skip

# Names in accents of English that no voice here has, sound by sound: in espeak-ng's mnemonics and in
# flite's phones. With the vowels of London and of broad Australian H, J and K nearly rhyme with "eye",
# and I and Y with "boy"; so does J in Scotland with "eye". A, which cannot be told from I there, is left
# out. R has no R in England, Australia and South Africa, V is a W to many in India (Wells, Accents of
# English, 1982).
DIALECTS = {
    "H": [("aItS", "ay ch"), ("haItS", "hh ay ch")], "I": [("OI", "oy")],
    "J": [("dZaI", "jh ay")], "K": [("kaI", "k ay")], "R": [("A:", "aa")],
    "V": [("wi:", "w iy")], "Y": [("wOI", "w oy")],
}  # fmt: skip


# Names in accents of English for a voice that is told phones, in Kokoro's alphabet (A, I, O, Q, W, Y are
# diphthongs): A to Z, "zed" as ZED, several ways where an accent has several. As first languages colour
# them: long E and O, curled T and D, Y before a vowel in India; vowels after a last consonant in China,
# where syllables end in none but N and NG; long E and O in Singapore (Wells, Accents of English, 1982; Deterding, Singapore English, 2007).
AMERICAN = """A ˈA B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈAʧ I ˈI J ʤˈA K kˈA L ˈɛl M ˈɛm N ˈɛn O ˈO
P pˈi Q kjˈu R ˈɑɹ S ˈɛs T tˈi U jˈu V vˈi W dˈʌbᵊlju X ˈɛks Y wˈI Z zˈi"""
BRITISH = """A ˈA B bˈiː C sˈiː D dˈiː E ˈiː F ˈɛf G ʤˈiː H ˈAʧ|hˈAʧ I ˈI J ʤˈA K kˈA L ˈɛl M ˈɛm
N ˈɛn O ˈQ P pˈiː Q kjˈuː R ˈɑː S ˈɛs T tˈiː U jˈuː V vˈiː W dˈʌbᵊljuː X ˈɛks Y wˈI ZED zˈɛd"""
INDIAN = """A ˈeː B bˈiː C sˈiː D ɖˈiː E ˈiː F ˈɛf|jˈɛf G ʤˈiː H ˈeːʧ|hˈɛʧ|ˈɛʧ I ˈaːi|ˈI J ʤˈeː K kˈeː
L ˈɛl|jˈɛl M ˈɛm|jˈɛm N ˈɛn|jˈɛn O ˈoː P pˈiː Q kjˈuː R ˈaːɾ|ˈɑːɹ S ˈɛs T ʈˈiː U jˈuː V ʋˈiː|wˈiː
W ɖˈəblju|ɖˈəbəljuː X ˈɛks|jˈɛks Y ʋˈaːi|wˈI ZED zˈɛɖ|ʤˈɛɖ"""
CHINESE = """A ˈei B bˈi C sˈi D dˈi E ˈi F ˈɛf|ˈɛfu G ʤˈi H ˈeiʧ|ˈɛʧ I ˈai J ʤˈei K kˈei L ˈɛl|ˈɛlə
M ˈɛm|ˈɛmu N ˈɛn O ˈou P pˈi Q kjˈu R ˈɑɻ|ˈɑ S ˈɛs|ˈɛsɨ T tˈi U jˈu V vˈi|wˈi W dˈabulju|dˈabɨlju
X ˈɛks|ˈɛkəsɨ Y wˈai Z zˈi ZED zˈɛd"""
SINGAPOREAN = """A ˈeː B bˈi C sˈi D dˈi E ˈi F ˈɛf G ʤˈi H ˈeːʧ|hˈeːʧ I ˈai J ʤˈeː K kˈeː L ˈɛl M ˈɛm
N ˈɛn O ˈoː P pˈi Q kjˈu R ˈɑː|ˈɑ S ˈɛs T tˈi U jˈu V vˈi W dˈablju X ˈɛks Y wˈai Z zˈi ZED zˈɛd"""


def in_phones(accent):
    """The ways to say each letter of such a table."""
    parts = accent.split()
    return {letter: ways.split("|") for letter, ways in zip(parts[::2], parts[1::2])}


def spelled_out(sounds, phones):
    """What espeak-ng and flite are to say for a name of `DIALECTS`."""
    return f"[[{sounds}]]", f"pau {phones} pau"


def is_dialect(text):
    """Whether a synthetic voice was told sound by sound what to say."""
    return text.startswith(("[[", "pau "))


def said_as(letter):
    """Voices and what they are to read for a letter or "ZED"."""
    if letter == "Z":
        return []
    place = 25 if letter == "ZED" else ord(letter) - ord("A")
    names = ((voice, text.split()[place]) for voice, text in NAMES.items())
    return [(voice, name) for voice, name in names if name != "-"]
