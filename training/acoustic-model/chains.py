"""The states that the names of the letters pass through: what Aloud's `WordScorer` scores."""

import math
import struct

import numpy as np

from sphinx_files import read_parameters
from transcripts import LETTERS

STATES = 3  # of a phone


class Inventory:
    """The senones of every phone between its neighbours, from the text of an mdef."""

    def __init__(self, path):
        self.sounds, self.phones = {}, []
        for line in open(path):
            fields = line.split()
            if len(fields) != 10 or fields[-1] != "N":
                continue
            base, left, right, place = fields[:4]
            senones = list(map(int, fields[6:9]))
            self.sounds[base, left, right, place] = senones, int(fields[5])
            if place == "-":
                self.phones.append(base)
        # Codebooks are numbered as phones are.
        self.codebook = {
            senone: self.phones.index(key[0])
            for key, (senones, _) in self.sounds.items()
            for senone in senones
        }

    def sound(self, base, left="-", right="-", place="-"):
        """Its senones, and its row of the transition matrices."""
        alone = self.sounds[base, "-", "-", "-"]
        return self.sounds.get((base, left, right, place), alone)


class Chains:
    """All ways to say the letters, one after another in one row of states.

    Each is silence, the phones of the name, and silence; both silences may be absent.

    ways: which of LETTERS each way names. senones, stay, leave: of each state its senone and the
    logarithms of the probabilities to stay and to go on to the next state of its way.
    starts, ends: of each way, the two states that it may begin and end with.
    """

    def __init__(self, model, dictionary):
        inventory = Inventory(model + "/mdef.txt")
        transitions = _transitions(model + "/transition_matrices")
        self.ways, self.senones, self.stay, self.leave = [], [], [], []
        self.starts, self.ends = [], []
        for number, letter in enumerate(LETTERS):
            for phones in dictionary[letter]:
                first = len(self.senones)
                for senones, row in _sounds(phones, inventory):
                    self.senones += senones
                    self.stay += [math.log(transitions[row, i, i]) for i in range(STATES)]
                    self.leave += [math.log(transitions[row, i, i + 1]) for i in range(STATES)]
                last = len(self.senones) - 1
                self.ways.append(number)
                self.starts.append((first, first + STATES))
                self.ends.append((last - STATES, last))
        self.codebooks = [inventory.codebook[senone] for senone in self.senones]


def between_silences(phones):
    """Each phone of a word said alone as it stands there: phone, left, right, place in the word."""
    around = ["SIL", *phones, "SIL"]
    places = ["s"] if len(phones) == 1 else ["b"] + ["i"] * (len(phones) - 2) + ["e"]
    return list(zip(phones, around, around[2:], places))


def _sounds(phones, inventory):
    silence = inventory.sound("SIL")
    return [silence, *(inventory.sound(*spoken) for spoken in between_silences(phones)), silence]


def _transitions(path):
    """Probabilities: [row][from][to]."""
    body = read_parameters(path)
    rows, states, ends, _ = struct.unpack_from("<4i", body)
    counts = np.frombuffer(body, "<f4", offset=16).reshape(rows, states, ends)
    return np.maximum(counts / counts.sum(axis=2, keepdims=True), 1e-5)
