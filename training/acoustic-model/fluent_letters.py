#!/usr/bin/env python3
"""Has voices that were modelled after people spell letters: recordings for `build --fluent`.

  training/acoustic-model/fluent_letters.py FOLDER

The voices are those of ../letter-net/fluent.py; Kokoro names letters as five accents do.
"""

import csv
import os
import sys

import numpy as np
import soundfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "letter-net"))

import fluent
from accents import AMERICAN, BRITISH, in_phones
from segments import RATE

# How many recordings of five letters each voice makes; of whichever accent Kokoro's are.
PLAN = [
    ("kokoro", None, 150),
    ("hibari", AMERICAN, 80),
    ("hibari", BRITISH, 40),
    ("en-GB", BRITISH, 60),
    ("en-US", AMERICAN, 60),
]
SEED = 1, 77


def main(folder):
    os.makedirs(os.path.join(folder, "fluent"), exist_ok=True)
    draw, voices = np.random.default_rng(SEED), fluent.Voices()
    table = [("path", "transcript", "speaker", "set", "licence")]
    for voice, its_accent, count in PLAN:
        for _ in range(count):
            names = in_phones(its_accent or fluent.drawn_accent(draw))
            letters = [str(letter) for letter in draw.choice(list(names), 5, replace=False)]
            texts = [fluent.text_for(letter, voice, names, draw) for letter in letters]
            samples, speaker = voices.said(voice, texts, draw)
            path = f"fluent/{len(table) - 1:04d}.flac"
            soundfile.write(os.path.join(folder, path), samples, RATE)
            table.append((path, " ".join(letters), speaker, "fluent", "Apache-2.0"))
    with open(os.path.join(folder, "manifest.tsv"), "w", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows(table)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
