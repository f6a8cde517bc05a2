"""The recordings that the ear learns from, with their labels, split by speaker.

A label is a list of words; a capital is the name of a letter, any other word is given by its phones.
"""

import csv
import os

import numpy as np
import soundfile
from scipy.signal import resample_poly

from net import LETTERS, RATE, TOKENS
from splits import SPELLED, splits

class Dictionary:
    """The phones of words, as numbers of tokens."""

    def __init__(self, *paths):
        self.ways = {}
        for path in paths:
            own = {}
            with open(path, encoding="utf8") as file:
                for line in file:
                    if line.strip() and not line.startswith("#"):
                        word, *phones = line.split()
                        if phones:
                            own.setdefault(word.split("(")[0], []).append(phones)
            for word, ways in own.items():
                self.ways.setdefault(word, ways)
        self.number = {token: number for number, token in enumerate(TOKENS)}

    def knows(self, words):
        return all(word in LETTERS or word in self.ways for word in words)

    def tokens(self, words, rng):
        """The tokens of some words; of several ways to say one, any."""
        found = []
        for word in words:
            if word in LETTERS:
                found.append(self.number[word])
            else:
                found += [self.number[phone.lower()] for phone in rng.choice(self.ways[word])]
        return found


def labelled(row):
    """The words of a row of the manifest."""
    words = row["transcript"].split()
    if row["set"] in SPELLED:
        return [word if len(word) == 1 else word.lower() for word in words]
    return [word.lower() for word in words]


def read(path):
    """A recording as 16 kHz mono, 16 bits, its peak at half of full scale."""
    sound, rate = soundfile.read(path, dtype="float32", always_2d=True)
    sound = sound.mean(1)
    if rate != RATE:
        sound = resample_poly(sound, RATE, rate)
    return (sound / (np.abs(sound).max() + 1e-9) * 16384).astype(np.int16)


class Corpus:
    """All sounds in one array, with where each lies and what it is."""

    def __init__(self):
        self.sounds, self.entries = [], []

    def add(self, sound, words, speaker, set_name, split):
        self.sounds.append(sound)
        self.entries.append((len(sound), " ".join(words), speaker, set_name, split))

    def add_manifest(self, manifest, dictionary):
        rows = list(csv.DictReader(open(manifest, encoding="utf8"), delimiter="\t"))
        split = splits(rows)
        for row in rows:
            sound = read(os.path.join(os.path.dirname(manifest), row["path"]))
            part = split[row["set"], row["speaker"]]
            if row["set"] in ("noise", "rir"):
                self.add(sound, [], row["path"], row["set"], "train")
                continue
            words = labelled(row)
            if not dictionary.knows(words):
                continue
            self.add(sound, words, row["speaker"], row["set"], part)

    def add_synthetic(self, folder, dictionary):
        for name in sorted(os.listdir(folder)):
            if not name.startswith("manifest"):
                continue
            for line in open(os.path.join(folder, name), encoding="utf8"):
                path, text, speaker, accent = line.rstrip("\n").split("\t")
                words = text.split()
                if not dictionary.knows(words):
                    continue
                sound = read(os.path.join(folder, path))
                self.add(sound, words, speaker, accent, "train")

    def save(self, path):
        np.savez(path, sound=np.concatenate(self.sounds), entries=np.array(self.entries, dtype=str))

    @staticmethod
    def load(path):
        corpus = Corpus()
        with np.load(path) as file:
            sound, entries = file["sound"], file["entries"]
        start = 0
        for length, *rest in entries:
            corpus.sounds.append(sound[start : start + int(length)])
            corpus.entries.append((int(length), *map(str, rest)))
            start += int(length)
        return corpus

    def indices(self, split, sets=None):
        """The places of a split's speech, in the sets for which `sets` is true."""
        return [
            place
            for place, (_, _, _, name, part) in enumerate(self.entries)
            if part == split and name not in ("noise", "rir") and (sets is None or sets(name))
        ]


if __name__ == "__main__":
    import sys

    # usage: corpus.py OUT.npz MANIFEST SYNTHETIC_FOLDER DICTIONARY...
    out, manifest, synthetic, *dictionaries = sys.argv[1:]
    dictionary = Dictionary(*dictionaries)
    corpus = Corpus()
    corpus.add_manifest(manifest, dictionary)
    corpus.add_synthetic(synthetic, dictionary)
    corpus.save(out)
