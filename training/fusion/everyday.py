#!/usr/bin/env python3
"""Has flite say everyday words that are no answers, one voice each, and prints their rows.

    python everyday.py ../../grammars/everyday.dict FOLDER > everyday.tsv

To know how many of them are answered with a letter; the fusion is not fitted to them.
"""

import argparse
from pathlib import Path

import numpy as np

from evidence import CODE_WORDS, COMMANDS, DIRECTIONS
from rooms import VOICES, by_flite, record

ANSWERS = {*CODE_WORDS, *DIRECTIONS, *COMMANDS}
# Shorter ones are often the name of a letter: "be", "are".
SHORTEST = 4


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dictionary", help="a word a line, with its phones")
    parser.add_argument("folder", help="where the sound files go")
    options = parser.parse_args()
    folder = Path(options.folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with open(options.dictionary) as file:
        words = {line.split()[0] for line in file if line.strip()}
    draw = np.random.default_rng(1)
    print("path", "transcript", "speaker", "set", sep="\t")
    for word in sorted(words - ANSWERS):
        if len(word) < SHORTEST or not word.isalpha():
            continue
        voice = str(draw.choice(VOICES))
        path = folder / f"{word}.wav"
        record(by_flite(word, voice, (), path), path, draw)
        print(path, word.upper(), voice, "words", sep="\t")


if __name__ == "__main__":
    main()
