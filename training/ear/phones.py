"""The phones of words of other languages than English, from the IPA that espeak-ng writes.

usage: phones.py LANGUAGE WORD...        lines for the language's letters.dict

The tokens of the net are the 39 phones of ARPAbet. In another language each is the nearest of the
sounds that this language tells apart; what has no near one is two phones ("ü" is Y UW). A head is
trained for each language, so only the differences inside a language count.
"""

import ctypes
import functools
import re
import sys

# Longer signs first. A sign that is not here is left out: stress, length, aspiration.
OF_IPA = {
    "tʃ": "CH", "dʒ": "JH", "ts": "T S", "pf": "P F", "aɪ": "AY", "aʊ": "AW", "ɔø": "OY", "ɔɪ": "OY", "ɔʏ": "OY", "aːɪ": "AY",
    "ɑ̃": "AA NG", "ɔ̃": "AO NG", "ɛ̃": "AE NG", "œ̃": "AE NG", "ɲ": "N Y", "ʎ": "L Y", "t̪": "TH", "d̪": "DH",
    "a": "AA", "ɑ": "AA", "ɐ": "AH", "ʌ": "AH", "ə": "AH", "ɜ": "AH", "æ": "AE", "ɛ": "EH", "e": "EY", "i": "IY", "ɪ": "IH",
    "o": "OW", "ɔ": "AO", "u": "UW", "ʊ": "UH", "y": "Y UW", "ʏ": "Y UH", "ø": "ER", "œ": "ER", "ɒ": "AO",
    "b": "B", "β": "B", "p": "P", "t": "T", "ʈ": "T", "d": "D", "ð": "D", "ɖ": "D", "k": "K", "c": "CH", "ɟ": "JH", "ɡ": "G", "g": "G", "ɣ": "G", "q": "K",
    "f": "F", "v": "V", "ʋ": "V", "w": "W", "ɥ": "W", "s": "S", "z": "Z", "ʃ": "SH", "ʂ": "SH", "ʒ": "ZH", "θ": "TH", "ç": "HH", "x": "HH",
    "χ": "HH", "h": "HH", "ɦ": "HH", "m": "M", "n": "N", "ɳ": "N", "ŋ": "NG", "l": "L", "ɭ": "L", "r": "R", "ɾ": "R", "ʁ": "R", "ɹ": "R", "ɽ": "R",
    "j": "Y", "ʝ": "Y",
}  # fmt: skip
# Hindi's dental stops are written t and d, its palatal one c, as espeak-ng writes them.
OF_LANGUAGE = {"hi": {"t": "TH", "d": "DH"}}
# The voices of espeak-ng that speak a language, and the one that spells its dictionary.
VOICES = {
    "de": ["de"], "es": ["es", "es-419"], "fr": ["fr", "fr-be", "fr-ch"], "hi": ["hi"],
}  # fmt: skip


def voices_of(language):
    return VOICES.get(language, [language])


@functools.lru_cache(maxsize=None)
def library():
    """espeak-ng's library, and its sample rate. Sound is given to a callback, nothing is played."""
    found = ctypes.CDLL("libespeak-ng.so.1")
    rate = found.espeak_Initialize(2, 0, None, 0)
    found.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return found, rate


def choose(voice):
    if library()[0].espeak_SetVoiceByName(voice.encode()):
        raise ValueError(f"espeak-ng has no voice {voice}")


@functools.lru_cache(maxsize=None)
def ipa(voice, text):
    """What espeak-ng says, as IPA without marks of another language."""
    choose(voice)
    place, found = ctypes.cast(ctypes.c_char_p(text.encode()), ctypes.c_void_p), []
    while place.value:
        # Text in UTF-8, phones in IPA; one clause a call.
        found.append((library()[0].espeak_TextToPhonemes(ctypes.byref(place), 1, 2) or b"").decode())
    return re.sub(r"\([a-z-]+\)", "", " ".join(" ".join(found).split()))


def phones(voice, text):
    """The tokens of some words, as the net writes phones."""
    signs = OF_IPA | OF_LANGUAGE.get(voice[:2], {})
    longest = max(map(len, signs))
    heard = re.sub("[ˈˌː \u200d|-]", "", ipa(voice, text).replace("ʰ", "").replace("̃ː", "̃"))
    found, place = [], 0
    while place < len(heard):
        for length in range(longest, 0, -1):
            if heard[place : place + length] in signs:
                found += signs[heard[place : place + length]].split()
                place += length
                break
        else:
            if heard[place] == "\u0303":
                found.append("NG")
            place += 1
    # The net cannot tell a sound said twice from a long one.
    return [phone for phone, before in zip(found, [None, *found]) if phone != before]


def main():
    language, *words = sys.argv[1:]
    for word in words:
        ways = dict.fromkeys(" ".join(phones(voice, word)) for voice in voices_of(language))
        for number, way in enumerate(ways, 1):
            print(word if number == 1 else f"{word}({number})", way)


if __name__ == "__main__":
    main()
