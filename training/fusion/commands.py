#!/usr/bin/env python3
"""Has flite say the commands, of which there are few recordings, and prints their rows.

    python commands.py FOLDER >> left-out.tsv

Four voices, each as it is, faster, slower and higher, in a quiet room.
"""

import numpy as np

from evidence import COMMANDS
from rooms import VOICES, by_flite, record, sound_folder

WAYS = {"plain": (), "fast": ("duration_stretch=0.85",), "slow": ("duration_stretch=1.25",),
        "high": ("f0_shift=1.15",)}  # fmt: skip


def main():
    folder = sound_folder(__doc__)
    draw = np.random.default_rng(1)
    for voice in VOICES:
        for way, settings in WAYS.items():
            for word in COMMANDS:
                path = folder / f"{voice}-{way}-{word}.wav"
                record(by_flite(word, voice, settings, path), path, draw)
                print(path, word.upper(), f"{voice}-{way}", "commands", sep="\t")


if __name__ == "__main__":
    main()
