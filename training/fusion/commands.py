#!/usr/bin/env python3
"""Has flite say the commands, of which there are few recordings, and prints their rows.

    python commands.py FOLDER >> left-out.tsv

Four voices, each as it is, faster, slower and higher, in a quiet room.
"""

import argparse
import subprocess
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

from evidence import COMMANDS

RATE = 16000
VOICES = ("kal16", "awb", "rms", "slt")
WAYS = {"plain": (), "fast": ("duration_stretch=0.85",), "slow": ("duration_stretch=1.25",),
        "high": ("f0_shift=1.15",)}  # fmt: skip
# Silence around a word, and the noise of a room, of full scale.
SILENCE = np.zeros(int(0.4 * RATE))
ROOM = 0.0004


def say(word, voice, settings, path):
    options = [part for setting in settings for part in ("--setf", setting)]
    subprocess.run(["flite", "-voice", voice, *options, "-t", word, "-o", path], check=True)
    samples, rate = soundfile.read(path)
    return resample_poly(samples, RATE, rate) if rate != RATE else samples


def record(word, voice, settings, path, draw):
    """Writes a word said in a quiet room."""
    sound = np.concatenate([SILENCE, say(word, voice, settings, path), SILENCE])
    sound += draw.normal(0, ROOM, len(sound))
    soundfile.write(path, sound, RATE, subtype="PCM_16")


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
                record(word, voice, settings, path, draw)
                print(path, word.upper(), f"{voice}-{way}", "commands", sep="\t")


if __name__ == "__main__":
    main()
