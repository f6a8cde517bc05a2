#!/usr/bin/env python3
"""Cuts letters out of recordings of spelled words, each into a file of its own.

    aloud evaluate --letters alphabet --evidence spelled.jsonl spelled.tsv
    python cut_letters.py spelled.jsonl FOLDER --copies 4 > cut.tsv
    aloud evaluate --letters etdrs --warm-up 8 --bad-microphone 1 cut.tsv

The paths of the first manifest must be whole. Where a letter lies is what the recogniser told; a
word is left out if no letter of the transcript belongs to it. Around each letter lies half a second
of noise as loud as the quietest tenth of its recording. With --copies every speaker stands in the
manifest several times under several names, so that each gets as many microphones.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
import soundfile

sys.path.insert(0, str(Path(__file__).parent.parent / "fusion"))
from evidence import Fault, read  # noqa: E402
from manifests import told  # noqa: E402

RATE = 16_000
MARGIN = 0.04  # seconds kept around a letter
FADE = 160  # samples
AROUND = RATE // 2


def cut(sound, start, end, seed):
    """The letter, in noise as its recording has it."""
    piece = sound[max(0, int((start - MARGIN) * RATE)) : int((end + MARGIN) * RATE)].copy()
    piece[:FADE] *= np.linspace(0, 1, FADE)
    piece[-FADE:] *= np.linspace(1, 0, FADE)
    frames = np.sort((sound[: len(sound) // 400 * 400].reshape(-1, 400) ** 2).mean(1))
    noise = np.random.default_rng(seed).standard_normal(len(piece) + 2 * AROUND)
    noise *= np.sqrt(frames[len(frames) // 10])
    noise[AROUND : AROUND + len(piece)] += piece
    return noise


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evidence")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--letters", default="CDHKNORSVZ")
    parser.add_argument("--copies", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    print("path", "transcript", "speaker", "set", sep="\t")
    sounds = {}
    for number, heard in enumerate(read(options.evidence)):
        if len(heard.truth) != 1 or heard.truth not in options.letters:
            continue
        if heard.path not in sounds:
            sound, rate = soundfile.read(heard.path)
            if rate != RATE or sound.ndim != 1:
                raise Fault(f"{heard.path}: it is not mono at {RATE} Hz; convert it first")
            sounds[heard.path] = sound
        start, end = heard.word["start"], heard.word["end"]
        if (end - start) * RATE < 2 * FADE:
            continue
        path = (options.folder / f"{heard.speaker}-{number}.wav").resolve()
        soundfile.write(path, cut(sounds[heard.path], start, end, number), RATE, subtype="PCM_16")
        for copy in range(options.copies):
            name = heard.speaker if options.copies == 1 else f"{heard.speaker}-{copy}"
            print(path, heard.truth, name, "cut", sep="\t")


if __name__ == "__main__":
    sys.exit(told(main))
