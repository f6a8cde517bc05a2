"""Synthetic speech of another language than English: letters, commands and talk, said by espeak-ng or Kokoro.

usage: speak.py LANGUAGE OUT.npz [--variants N] [--seed N]
       speak.py LANGUAGE OUT.npz --kokoro MODEL VOCABULARY STYLES [--seconds N]

Reads training/ear/spoken/LANGUAGE.tsv: what a line is (a letter, a command ...), its letter or
command, and the text that is said. Writes the sounds (16 kHz, 16 bits) with the tokens of each: a
name of a letter is the letter's token, all else is phones. Names that two letters share are labelled
as either, by chance, so that the net is not sure of them.
"""

import argparse
import collections
import ctypes
import json
import os
import random
import time

import numpy as np
import onnxruntime
from scipy.signal import resample_poly

from net import LETTERS, RATE, TOKENS
from phones import choose, ipa, library, phones, voices_of

# Variants of espeak-ng that sound like a throat.
VARIANTS = """m1 m2 m3 m4 m5 m6 m7 m8 f1 f2 f3 f4 f5 adam anika Annie linda steph steph2 steph3 john paul klatt klatt2 klatt4
benjamin david edward grandma grandpa Alicia Andrea Mario Marco michael miguel norbert pablo pedro rob robert shelby sandro
victor zac antonio aunty belinda caleb gustave iven iven2 marcelo max michel quincy travis Diogo Gene Hugo Jacky Lee Denis""".split()
# The styles of Kokoro that speak the language, and others that say its sounds.
STYLES = {"es": "e", "fr": "f", "hi": "h", "de": ""}


class Book:
    """What is said in a language, and its tokens."""

    def __init__(self, language):
        self.language, self.lines = language, collections.defaultdict(list)
        path = os.path.join(os.path.dirname(__file__), "spoken", f"{language}.tsv")
        for line in open(path, encoding="utf8"):
            kind, what, text = line.rstrip("\n").split("\t")
            self.lines[kind].append((what, text))
        self.letters = collections.defaultdict(list)
        self.named = collections.defaultdict(list)
        for letter, text in self.lines["letter"]:
            self.letters[letter].append(text)
            if " " not in text:
                self.named[text].append(letter)
        sounds = collections.defaultdict(set)
        for text, letters in self.named.items():
            for voice in voices_of(language):
                sounds[ipa(voice, text)] |= set(letters)
        self.alike = {sound: sorted(letters) for sound, letters in sounds.items()}

    def tokens(self, voice, text, letter=None):
        """The tokens of a text; of a name of a letter its own."""
        found = []
        for word in text.split() if letter else [text]:
            if letter and word in self.named:
                own = self.named[word]
                name = letter if letter in own else own[0]
                # A sound that is the name of two letters.
                alike = [x for x in self.alike[ipa(voice, word)]]
                found.append(TOKENS.index(random.choice(alike) if len(alike) > 1 else name))
            else:
                found += [TOKENS.index(phone.lower()) for phone in phones(voice, word)]
        return found

    def said(self, voice, rng):
        """Texts with pauses between, each with its tokens."""

        def letter():
            one = rng.choice("CDHKNORSVZ" if rng.random() < 0.5 else LETTERS)
            # The first name is the usual one.
            names = self.letters[one]
            text = names[0] if rng.random() < 0.6 else rng.choice(names)
            return text, self.tokens(voice, text, one), one

        def other(kind):
            text = rng.choice(self.lines[kind])[1]
            return text, self.tokens(voice, text)

        yield from ([(text, self.tokens(voice, text, one))] for one in LETTERS for text in self.letters[one])
        for size in (2, 3, 4, 5, 5, 5, 5, 6, 8, 10):
            yield [letter()[:2] for _ in range(size)]
        for _, text in rng.sample(self.lines["command"], min(30, len(self.lines["command"]))):
            yield [(text, self.tokens(voice, text))]
        for kind, count in (("code", 10), ("word", 24), ("sentence", 5), ("diagonal", 6), ("talk", 4)):
            for _ in range(count):
                yield [other(kind)]
        for _ in range(5):
            text, own, one = letter()
            code = [line for what, line in self.lines["code"] if what == one]
            if code:
                rest = f"{rng.choice(self.lines['link'])[1]} {rng.choice(code)}"
                yield [(f"{text} {rest}", own + self.tokens(voice, rest))]
        for _ in range(6):
            text, own, _ = letter()
            before, ahead = other("talk" if rng.random() < 0.6 else "word")
            yield [(f"{before} {text}", ahead + own)]
        for _ in range(4):
            mixed = [letter()[:2], other(rng.choice(("word", "command"))), letter()[:2]]
            rng.shuffle(mixed)
            yield mixed


class Espeak:
    """espeak-ng's library, which speaks in this process: a process for each word takes ten times as long."""

    RATE, PITCH = 1, 3

    def __init__(self):
        self.library, self.rate = library()
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)
        self.heard = []
        self.callback = kind(self.take)
        self.library.espeak_SetSynthCallback(self.callback)

    def take(self, samples, count, events):
        if samples and count:
            self.heard.append(np.ctypeslib.as_array(samples, (count,)).copy())
        return 0

    def say(self, voice, variant, pitch, rate, text):
        self.heard = []
        choose(f"{voice}+{variant}")
        self.library.espeak_SetParameter(self.RATE, rate, 0)
        self.library.espeak_SetParameter(self.PITCH, pitch, 0)
        data = text.encode() + b"\0"
        self.library.espeak_Synth(data, len(data), 0, 0, 0, 1, None, None)
        self.library.espeak_Synchronize()
        sound = np.concatenate(self.heard or [np.zeros(1, np.int16)]).astype(np.float32) / 32768
        return resample_poly(sound, RATE, self.rate)


class Kokoro:
    """Kokoro-82M, which says IPA in any of its styles, or in two of them blended."""

    def __init__(self, model, vocabulary, styles):
        self.symbols = json.load(open(vocabulary, encoding="utf8"))["vocab"]
        self.styles = np.load(styles)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self.whole = any(i.name == "speed" and "int32" in i.type for i in self.session.get_inputs())

    def say(self, text, names, speed):
        style = np.mean([self.styles[name].astype(np.float32) for name in names], axis=0)
        tokens = [self.symbols[c] for c in text if c in self.symbols][:500]
        feed = {
            "tokens": np.array([[0, *tokens, 0]], np.int64), "style": style[len(tokens)][None],
            "speed": np.array([speed], np.int32 if self.whole else np.float32),
        }  # fmt: skip
        return resample_poly(self.session.run(None, feed)[0].reshape(-1), 2, 3)


def by_espeak(book, arguments, rng):
    espeak = Espeak()
    for number, variant in enumerate(VARIANTS[: arguments.variants]):
        voices = voices_of(book.language)
        voice = voices[number % len(voices)]
        pitch = rng.randrange(25, 80)
        for parts in book.said(voice, rng):
            gap = rng.choice((". ", ". ", ", ", " "))
            sound = espeak.say(voice, variant, min(99, max(5, pitch + rng.randrange(-12, 13))), rng.randrange(105, 200), gap.join(text for text, _ in parts) + ".")
            yield sound, [token for _, own in parts for token in own], f"{voice}+{variant}"


def by_kokoro(book, arguments, rng):
    kokoro = Kokoro(*arguments.kokoro)
    names = sorted(kokoro.styles.files)
    own = [name for name in names if name[0] in STYLES.get(book.language, "")] or names
    began = time.time()
    while time.time() - began < arguments.seconds:
        style = [rng.choice(own if rng.random() < 0.5 else names)]
        if rng.random() < 0.5:
            style.append(rng.choice(names))
        voice = rng.choice(voices_of(book.language))
        lines = [parts for parts in book.said(voice, rng)]
        # Letters said alone are bad audio, so they come in lines, which are cut at their pauses.
        single = [parts[0] for parts in lines[: sum(map(len, book.letters.values()))]]
        rng.shuffle(single)
        for parts in [single[k : k + 8] for k in range(0, 16, 8)]:
            sound = kokoro.say(". ".join(ipa(voice, text) for text, _ in parts) + ".", style, rng.uniform(0.65, 0.85))
            cut = pieces(sound, len(parts))
            if cut:
                yield from ((piece, own, "+".join(style)) for piece, (_, own) in zip(cut, parts))
            else:
                yield sound, [token for _, own in parts for token in own], "+".join(style)
        for parts in rng.sample(lines[len(single) :], 3):
            text = (", " if rng.random() < 0.2 else ". ").join(ipa(voice, text) for text, _ in parts) + "."
            speed = rng.uniform(0.65, 0.9) if len(parts) > 3 else rng.uniform(0.8, 1.1)
            yield kokoro.say(text, style, speed), [token for _, own in parts for token in own], "+".join(style)


def pieces(sound, count):
    """So many parts of a sound, cut at its longest pauses; none if the pauses are not clear."""
    step = RATE // 100
    loud = np.abs(sound[: len(sound) // step * step]).reshape(-1, step).max(1)
    places = np.flatnonzero(loud > loud.max() * 0.04)
    gaps = sorted(zip(np.diff(places), places[:-1], places[1:]), reverse=True)
    if len(gaps) < count or gaps[count - 2][0] < 6 or gaps[count - 2][0] < 1.25 * gaps[count - 1][0]:
        return []
    cuts = sorted((int(a), int(b)) for _, a, b in gaps[: count - 1])
    starts, ends = [places[0], *(b for _, b in cuts)], [*(a for a, _ in cuts), places[-1]]
    return [sound[max(0, a - 3) * step : (b + 4) * step] for a, b in zip(starts, ends)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("language")
    parser.add_argument("out")
    parser.add_argument("--variants", type=int, default=len(VARIANTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kokoro", nargs=3, metavar=("MODEL", "VOCABULARY", "STYLES"))
    parser.add_argument("--seconds", type=float, default=600, help="how long Kokoro speaks")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    random.seed(arguments.seed)
    sounds, labels, voices = [], [], []
    for sound, tokens, voice in (by_kokoro if arguments.kokoro else by_espeak)(Book(arguments.language), arguments, rng):
        loud = np.abs(sound).max()
        if loud < 1e-3:
            continue
        audible = np.flatnonzero(np.abs(sound) > loud * 0.01)
        sound = sound[max(0, audible[0] - 400) : audible[-1] + 800]
        sounds.append((sound / loud * 16384).astype(np.int16))
        labels.append(tokens)
        voices.append(voice)
    np.savez(
        arguments.out, sound=np.concatenate(sounds), lengths=np.array([len(s) for s in sounds]),
        tokens=np.array([t for label in labels for t in label], np.int16), counts=np.array([len(label) for label in labels]), voices=np.array(voices),
    )  # fmt: skip
    print(f"{arguments.language}: {len(sounds)} recordings, {sum(map(len, sounds)) / RATE:.0f} s, {len(set(voices))} voices")


if __name__ == "__main__":
    main()
