"""Cuts words out of recordings, so that letters and numbers said alone are learnt from many people.

usage: cut.py CORPUS.npz EAR.pt OUT.npz DICTIONARY...

EAR.pt is a net of a first training on whole recordings: its CTC path says where each word lies.
A word is cut at the quietest places between it and its neighbours, if those are quiet enough.
"""

import random
import sys

import numpy as np
import torch

from corpus import Corpus, Dictionary
from net import BLANK, LETTERS, PADDING, RATE, TOKENS, Ear
from score import scored

# Sets whose words are cut.
CUT = ("an4-train", "accents", "kokoro", "espeak")
# A cut lies so far below the softer of the words next to it, dB.
DIP = 15
FADE = RATE // 100


def aligned(log, tokens):
    """The frame at which each token is surest on the best CTC path; none if there is no path."""
    log = log.numpy()
    states = [BLANK]
    for token in tokens:
        states += [token, BLANK]
    states = np.array(states)
    skips = np.array([k >= 2 and states[k] != BLANK and states[k] != states[k - 2] for k in range(len(states))])
    score = np.full(len(states), -np.inf)
    score[:2] = log[0, states[:2]]
    back = np.zeros((len(log), len(states)), np.int8)
    for frame in range(1, len(log)):
        ways = np.stack([score, np.roll(score, 1), np.where(skips, np.roll(score, 2), -np.inf)])
        ways[1, 0] = -np.inf
        back[frame] = ways.argmax(0)
        score = ways.max(0) + log[frame, states]
    state = len(states) - 1 if score[-1] >= score[-2] else len(states) - 2
    if not np.isfinite(score[state]):
        return None
    best = {}
    for frame in range(len(log) - 1, -1, -1):
        if state % 2:
            value = log[frame, states[state]]
            if state // 2 not in best or value > best[state // 2][0]:
                best[state // 2] = (value, frame)
        state -= back[frame, state]
    return [best[k][1] for k in range(len(tokens))] if len(best) == len(tokens) else None


def cuts(sound, first, last):
    """Where each word begins and ends, samples, by the frames of its first and last token; nil where
    it cannot be cut out."""
    hop = RATE // 100
    count = len(sound) // hop
    power = (sound[: count * hop].astype(np.float32).reshape(count, hop) ** 2).mean(1)
    level = 10 * np.log10(np.convolve(power, np.ones(3) / 3, "same") + 1)
    place = lambda frame: min(count - 1, max(0, int((frame * 0.02 + 0.01) * 100 - PADDING / hop)))
    bounds, quiet = [0], [True]
    for a, b in zip(last, first[1:]):
        a, b = place(a), place(b)
        if b <= a + 1:
            return []
        low = a + int(level[a : b + 1].argmin())
        bounds.append(low)
        quiet.append(min(level[a : low + 1].max(), level[low : b + 1].max()) - level[low] >= DIP)
    bounds.append(count)
    quiet.append(True)
    return [
        (bounds[k] * hop, bounds[k + 1] * hop) if quiet[k] and quiet[k + 1] else None
        for k in range(len(first))
    ]


def trimmed(sound):
    """A word with at most 0.15 s of quiet around it."""
    hop = RATE // 100
    count = len(sound) // hop
    if count < 8:
        return None
    level = 10 * np.log10((sound[: count * hop].astype(np.float32).reshape(count, hop) ** 2).mean(1) + 1)
    loud = np.flatnonzero(level > level.max() - 35)
    first, last = max(0, loud[0] - 15), min(count, loud[-1] + 16)
    cut = sound[first * hop : last * hop].astype(np.float32)
    if not 0.12 * RATE < len(cut) < 1.3 * RATE:
        return None
    ramp = np.linspace(0, 1, FADE)
    cut[:FADE] *= ramp
    cut[-FADE:] *= ramp[::-1]
    return (cut / (np.abs(cut).max() + 1) * 16384).astype(np.int16)


def main():
    source, net, out, *dictionaries = sys.argv[1:]
    corpus, dictionary = Corpus.load(source), Dictionary(*dictionaries)
    ear = Ear()
    ear.load_state_dict(torch.load(net, map_location="cpu"))
    ear.float().eval()
    places = [
        place
        for place, (_, text, _, name, split) in enumerate(corpus.entries)
        if name.startswith(CUT) and split != "locked" and len(text.split()) > 1
    ]
    logs = scored(ear, [corpus.sounds[place] for place in places], "cpu", seconds=40)
    added = 0
    for place, log in zip(places, logs):
        _, text, speaker, name, split = corpus.entries[place]
        words = text.split()
        ways = [dictionary.tokens([word], random.Random(1)) for word in words]
        spikes = aligned(log, [token for way in ways for token in way])
        if not spikes:
            continue
        ends = np.cumsum([len(way) for way in ways])
        first = [spikes[end - len(way)] for end, way in zip(ends, ways)]
        last = [spikes[end - 1] for end in ends]
        for word, bound in zip(words, cuts(corpus.sounds[place], first, last)):
            piece = bound and trimmed(corpus.sounds[place][bound[0] : bound[1]])
            is_real = name.startswith(("an4-train", "accents"))
            if piece is not None and (word in LETTERS or is_real):
                corpus.add(piece, [word], speaker, "letters-cut" if word in LETTERS else "words-cut", split)
                added += 1
    print(f"{added} words cut out of {len(places)} recordings")
    corpus.save(out)


if __name__ == "__main__":
    main()
