"""Synthetic voices: flite and espeak-ng, run as programs, say letters, words and talk."""

import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import soundfile
from pocketsphinx import get_model_path
from scipy.signal import resample_poly

from accents import DIALECTS, said_as, spelled_out
from clips import AROUND, Clip
from segments import RATE, spoken_span

FLITE = ["kal", "kal16", "awb", "rms", "slt"]
ACCENTS = [
    "en-us", "en-gb", "en-gb-x-rp", "en-gb-scotland", "en-gb-x-gbclan", "en-gb-x-gbcwmd",
    "en-029", "en-us-nyc",
]  # fmt: skip
VARIANTS = [
    "", "adam", "Alex", "Alicia", "Andrea", "Andy", "Annie", "antonio", "aunty", "belinda",
    "benjamin", "boris", "caleb", "david", "Denis", "Diogo", "ed", "edward", "edward2", "Gene",
    "Gene2", "gustave", "Henrique", "Hugo", "iven", "iven2", "iven3", "iven4", "Jacky", "john",
    "kaukovalta", "Lee", "linda", "marcelo", "Marco", "Mario", "max", "Michael", "michel",
    "miguel", "Mike", "Mr", "Nguyen", "pablo", "paul", "pedro", "quincy", "rob", "robert", "steph",
    "steph2", "steph3", "Tweaky", "zac", "anika", "f1", "f2", "f3", "f4", "f5", "grandma",
    "grandpa", "klatt", "klatt2", "klatt3", "klatt4", "m1", "m2", "m3", "m4", "m5", "m6", "m7",
    "m8", "norbert", "sandro", "shelby", "travis", "victor",
]  # fmt: skip

# How a synthesiser is made to say the letters.
LETTERS = {c: [c] for c in "BCDEFGIJKLMNOPQSTUVWXY"} | {
    "A": ["A"], "H": ["aitch", "aitch", "haitch"], "R": ["R"], "Z": ["zee"], "ZED": ["zed"],
}  # fmt: skip

ALPHABET = """ALPHA BRAVO CHARLIE DELTA ECHO FOXTROT GOLF HOTEL INDIA JULIET KILO LIMA MIKE
NOVEMBER OSCAR PAPA QUEBEC ROMEO SIERRA TANGO UNIFORM VICTOR WHISKEY X-RAY YANKEE ZULU""".split()
DIRECTIONS = "UP DOWN LEFT RIGHT TOP BOTTOM".split()
COMMANDS = """YES NO STOP GO ON OFF AGAIN REPEAT BACK SKIP PASS BLANK WAIT START HELP NEXT
CORRECTION PAUSE CONTINUE SORRY OKAY NOTHING""".split()
DIGITS = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE".split()
NUMBERS = """TEN ELEVEN TWELVE THIRTEEN FOURTEEN FIFTEEN SIXTEEN SEVENTEEN EIGHTEEN NINETEEN
TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY HUNDRED THOUSAND""".split()
WORDS = """um|uh|er|hmm|mm|ah|huh|aha|uh huh|well|let me see|let's see|I think|maybe|is it|
it's a|I think it's a|that is|I can't see it|I don't know|don't know|no idea|the|and|this|that|or|
what|which|there|first|last|line|letter|could be|probably|perhaps|not sure|can't tell|too small|
blurry|fuzzy|please|thanks|good|fine|here|now|then|when|where|how|who|doctor|glasses|eye test|
chart|screen|one more|say that|hang on|hold on|just a moment|can you|do you|we|she|he|me|they|be
careful|key|knee|fee|he's|free|day|say|way|they say|play|may|pay|cake|ache|age|eight|make|take|
high|my|fly|try|sky|buy|pie|tie|lie|fry|no no|so|low|show|know|snow|old|cold|home|phone|own|car|
far|hard|heart|start now|art|ask|end|and then|any|hen|ten men|when then|pen|empty|elbow|else|sell|
tell|well well|help me|ex|next one|yes yes|guess|mess|less|dress|effort|deaf|left one|chef|ham|am|
them|gem|new|few|do|too|shoe|blue|you know|queue up|due|cute|view|double|trouble|while|wire|white|
wine|why not|said|bed|head|red|led|zebra|zoom|zero point|easy|busy|season|seat|seed|scene|deep|
dean|deal|veal|venus|fever|leave|field|knees|cheese|jeez|gee whiz|peace|piece|tease|team|bean|beef|
house|tree|cat|dog|bird|happy|wow|follow|learn|forward|backward|visual""".replace("\n", "").split("|")


def any_words(generator, count):
    """Words that are no answers, whichever, of one to three syllables: what people say is none of a
    few hundred words."""
    known = {*ALPHABET, *DIRECTIONS, *COMMANDS, *DIGITS, *NUMBERS}
    found = set()
    with open(get_model_path("en-us/cmudict-en-us.dict")) as file:
        for line in file:
            word, *phones = line.split()
            if word.isalpha() and 3 <= len(phones) <= 8 and word.upper() not in known:
                found.add(word)
    return [str(word) for word in generator.choice(sorted(found), count, replace=False)]


def _trimmed(samples, rate):
    if rate != RATE:
        samples = resample_poly(samples, RATE, rate)
    quiet = np.zeros(AROUND)
    return np.concatenate([quiet, samples, quiet]).astype(np.float32)


def _speak(command, text, folder, number):
    path = Path(folder) / f"{number}.wav"
    subprocess.run([*command, text, *(["-o"] if "flite" in command[0] else ["-w"]), str(path)],
                   check=True, capture_output=True)  # fmt: skip
    samples, rate = soundfile.read(path)
    path.unlink()
    return _trimmed(samples, rate)


def _flite(generator):
    stretch, pitch = generator.uniform(0.85, 1.5), generator.uniform(0.8, 1.25)
    voice = str(generator.choice(FLITE))
    base = {"slt": 170}.get(voice, 105)
    return voice, ["flite", "-voice", voice, "--setf", f"duration_stretch={stretch:.2f}",
                   "--setf", f"int_f0_target_mean={base * pitch:.0f}", "-t"]  # fmt: skip


def _espeak(generator, accent=None):
    variant = str(generator.choice(VARIANTS))
    if accent is None:
        accent = str(generator.choice(ACCENTS, p=[0.3, 0.25, 0.1, 0.1, 0.05, 0.05, 0.05, 0.1]))
    voice = accent + (f"+{variant}" if variant else "")
    return voice, ["espeak-ng", "-v", voice, "-s", str(generator.integers(90, 190)),
                   "-p", str(generator.integers(20, 80))]  # fmt: skip


def synthetic(generator, letters=110, accented=45, listed=60, others=14, any_others=4000,
              dialects=60):  # fmt: skip
    """Clips of synthetic voices, so many of each letter, of each by voices of other languages, of
    each word of the lists, of each other text, of any words, and of each letter that dialects name
    in other ways."""
    plan = []
    for label, texts in LETTERS.items():
        plan += [(label, str(generator.choice(texts))) for _ in range(letters)]
    # Directions and a few of the others are also among the recordings.
    for words, count in ((ALPHABET, 2 * listed), (DIRECTIONS, listed), (DIGITS, 2 * listed),
                         (COMMANDS, 2 * listed), (NUMBERS, listed // 3)):  # fmt: skip
        for word in words:
            plan += [(word, word.lower())] * count
    for text in WORDS:
        plan += [("OTHER", text.strip())] * others
    plan += [("OTHER", word) for word in any_words(generator, any_others)]
    # flite has five voices, espeak-ng some hundred that sound less like people.
    jobs = []
    for number, (label, text) in enumerate(plan):
        is_flite = generator.random() < 0.4
        voice, command = (_flite if is_flite else _espeak)(generator)
        name = ("flite_" if is_flite else "espeak_") + voice
        jobs.append((label, text, name, command, number))
    for label in LETTERS:
        voices = said_as(label)
        for _ in range(accented if voices else 0):
            accent, text = voices[generator.integers(len(voices))]
            voice, command = _espeak(generator, accent)
            jobs.append((label, text, "espeak_" + voice, command, len(jobs)))
    for label, ways in DIALECTS.items():
        for _ in range(dialects):
            sounds, phones = spelled_out(*ways[generator.integers(len(ways))])
            if generator.random() < 0.4:
                voice, (*command, _) = _flite(generator)
                made = phones, "flite_" + voice, [*command, "-p"]
            else:
                voice, command = _espeak(generator)
                made = sounds, "espeak_" + voice, command
            jobs.append((label, *made, len(jobs)))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:

        def make(job):
            label, text, name, command, number = job
            samples = _speak(command, text, folder, number)
            peak = np.abs(samples).max()
            if peak == 0:
                return None
            # A floor of noise as the quietest rooms have it: digital silence is nowhere else.
            rng = np.random.default_rng(number)
            samples = samples / peak * 0.3 + rng.normal(0, 3e-5, len(samples)).astype(np.float32)
            span = spoken_span(samples)
            if span is None:
                return None
            first, last = max(0, span[0] - AROUND), min(len(samples), span[1] + AROUND)
            pcm = (samples[first:last] * 32767).astype(np.int16)
            return Clip(pcm, span[0] - first, min(span[1], last) - first, label, name,
                        "synthetic", text)  # fmt: skip

        return [clip for clip in pool.map(make, jobs) if clip]
