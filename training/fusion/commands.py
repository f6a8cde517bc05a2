#!/usr/bin/env python3
"""Has flite say the commands, of which there are few recordings, and prints their rows.

    python commands.py FOLDER >> left-out.tsv

Four voices, each as it is, faster, slower and higher, in a quiet room.
"""

import argparse
from pathlib import Path

import numpy as np

from evidence import COMMANDS
from rooms import VOICES, by_flite, record

WAYS = {"plain": (), "fast": ("duration_stretch=0.85",), "slow": ("duration_stretch=1.25",),
        "high": ("f0_shift=1.15",)}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", help="where the sound files go")
    folder = Path(parser.parse_args().folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    draw = np.random.default_rng(1)
    for voice in VOICES:
        for way, settings in WAYS.items():
            for word in COMMANDS:
                path = folder / f"{voice}-{way}-{word}.wav"
                record(by_flite(word, voice, settings, path), path, draw)
                print(path, word.upper(), f"{voice}-{way}", "commands", sep="\t")


if __name__ == "__main__":
    main()
