#!/usr/bin/env python3
"""Cuts words that are no answers out of the sentences that people left out of the nets have read, and
prints their rows.

    python cut_words.py NET FOLDER > cut-words.tsv

To know how many of them are answered with a letter; the fusion is not fitted to them. NET is the
working folder of training/letter-net/train.py, where it is told which word lies where.
"""

import argparse
from pathlib import Path

import numpy as np

from everyday import ANSWERS, SHORTEST
from left_out import is_held_out
from rooms import RATE, record

FADE = np.linspace(0, 1, RATE // 100)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("net", type=Path, help="the folder in which the nets were trained")
    parser.add_argument("folder", type=Path, help="where the sound files go")
    parser.add_argument("--share", type=float, default=0.13, help="of people who were left out")
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with np.load(options.net / "readers.npz") as clips:
        samples, words, spans = clips["samples"], clips["words"], clips["spans"]
        starts = np.cumsum(clips["lengths"]) - clips["lengths"]
    draw = np.random.default_rng(1)
    print("path", "transcript", "speaker", "set", sep="\t")
    for number, (label, speaker, *_) in enumerate(words):
        word = label.lower()
        # "OTHER" is talk, not a word.
        if (not is_held_out(speaker, options.share) or label == "OTHER" or len(word) < SHORTEST
                or not word.isalpha() or word in ANSWERS):  # fmt: skip
            continue
        first, last = starts[number] + spans[number]
        sound = samples[first:last] / 32768
        sound[: len(FADE)] *= FADE
        sound[-len(FADE) :] *= FADE[::-1]
        path = folder / f"{number}-{word}.wav"
        record(sound, path, draw)
        print(path, label, speaker, "words", sep="\t")


if __name__ == "__main__":
    main()
