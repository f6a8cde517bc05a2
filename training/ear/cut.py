"""Cuts letters out of spelled words, so that letters said alone are learnt from many people.

usage: cut.py CORPUS.npz EAR.pt OUT.npz

EAR.pt is a net of a first training on whole recordings: its CTC path says where each letter lies.
A letter is cut at the quietest places between it and its neighbours, if those are quiet enough.
"""

import sys

import numpy as np
import torch

from corpus import Corpus, Dictionary
from net import BLANK, LETTERS, PADDING, RATE, TOKENS, Ear
from score import scored

# Sets with spelled words.
SPELLED = ("an4-train", "an4-test", "accents", "kokoro", "espeak")
# A cut lies so far below the louder of the letters beside it, dB.
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


def cuts(sound, spikes):
    """Where each letter begins and ends, samples; nil where it cannot be cut out."""
    hop = RATE // 100
    count = len(sound) // hop
    power = (sound[: count * hop].astype(np.float32).reshape(count, hop) ** 2).mean(1)
    level = 10 * np.log10(np.convolve(power, np.ones(3) / 3, "same") + 1)
    places = [min(count - 1, max(0, int((frame * 0.02 + 0.01) * 100 - PADDING / hop))) for frame in spikes]
    bounds, quiet = [0], [True]
    for a, b in zip(places, places[1:]):
        if b <= a + 1:
            return []
        low = a + int(level[a : b + 1].argmin())
        bounds.append(low)
        quiet.append(min(level[a : low + 1].max(), level[low : b + 1].max()) - level[low] >= DIP)
    bounds.append(count)
    quiet.append(True)
    return [
        (bounds[k] * hop, bounds[k + 1] * hop) if quiet[k] and quiet[k + 1] else None
        for k in range(len(places))
    ]


def trimmed(sound):
    """A letter with at most 0.15 s of quiet around it."""
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
    source, net, out = sys.argv[1:]
    corpus = Corpus.load(source)
    ear = Ear()
    ear.load_state_dict(torch.load(net, map_location="cpu"))
    ear.float().eval()
    places = []
    for place, (length, text, _, name, split) in enumerate(corpus.entries):
        words = text.split()
        if name.startswith(SPELLED) and split != "locked" and len(words) > 1 and sum(w in LETTERS for w in words) > 0.6 * len(words):
            places.append(place)
    logs = scored(ear, [corpus.sounds[place] for place in places], "cpu", seconds=40)
    added = 0
    for place, log in zip(places, logs):
        _, text, speaker, name, split = corpus.entries[place]
        words = text.split()
        if not all(word in LETTERS for word in words):
            continue
        spikes = aligned(log, [TOKENS.index(word) for word in words])
        if not spikes:
            continue
        for word, bound in zip(words, cuts(corpus.sounds[place], spikes)):
            piece = bound and trimmed(corpus.sounds[place][bound[0] : bound[1]])
            if piece is not None:
                corpus.add(piece, [word], speaker, "letters-cut", split)
                added += 1
    print(f"{added} letters cut out of {len(places)} recordings")
    corpus.save(out)


if __name__ == "__main__":
    main()
