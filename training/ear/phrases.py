"""Fits how sure the answers to the questions before a test are.

usage: phrases.py make OUT                    says phrases by flite and espeak-ng
       aloud-workbench grammar hear setup OUT/setup/*.wav OUT/talk/*.wav > heard.jsonl
       aloud-workbench grammar hear distances OUT/distances/*.wav OUT/talk/*.wav >> heard.jsonl
       phrases.py fit ANSWERS.json heard.jsonl

Recordings lie in folders by their grammar, those of nobody's answer in `talk`; a file is named after
its speaker and what is said: `rms--left_eye.wav`. `fit` prints what speakers left out get, and
writes the weights "phrase" of ANSWERS.json.
"""

import collections
import json
import os
import random
import subprocess
import sys

import numpy as np

from fit import fitted
from synthesise import ESPEAK, VARIANTS

NAMES = ["bias", "margin", "fit", "length"]
# Of each answer the ways to say it.
ANSWERS = {
    "setup": """next|back;go back|begin;start|ready|yes;okay|right;right eye|left;left eye|both;both eyes|
right then left|my glasses;with glasses;glasses|contact lenses;contacts|pinhole;with pinhole|
nothing;none;no glasses;without glasses|measure;measure the screen|number two;two|three|three metres""",
    "distances": """three metres|two and a half metres|forty centimetres|ten feet|yes;correct;right;okay|no;wrong|
fifty centimetres|one metre|twenty feet|thirty three centimetres""",
}  # fmt: skip
TALK = """good morning|can you hear me|where is my coat|i think so|the left one hurts|thank you|just a moment|dog|
house|happy|is it on|what do i do now|that is fine|hello doctor|it is cold|i am ready to go home|bird|tree|
sorry about that|my right leg""".replace("\n", "").split("|")  # fmt: skip


def meanings(grammar):
    groups = ANSWERS[grammar].replace("\n", "").split("|")
    return {phrase: number for number, group in enumerate(groups) for phrase in group.split(";")}


def make(out):
    rng = random.Random(7)
    voices = [(name, ["flite", "-voice", name]) for name in "awb rms slt kal kal16".split()]
    for variant in VARIANTS[::2]:
        name = f"{rng.choice(ESPEAK)}+{variant}"
        voices.append((name, ["espeak-ng", "-v", name, "-p", str(rng.randrange(25, 75)), "-s", str(rng.randrange(120, 175))]))
    sets = {grammar: list(meanings(grammar)) for grammar in ANSWERS} | {"talk": TALK}
    for folder, phrases in sets.items():
        os.makedirs(os.path.join(out, folder), exist_ok=True)
        for name, program in voices:
            for phrase in phrases:
                file = os.path.join(out, folder, f"{name}--{phrase.replace(' ', '_')}.wav")
                # flite's dictionary has American spelling alone.
                said = phrase.replace("metre", "meter") if program[0] == "flite" else phrase
                ending = ["-t", said, "-o"] if program[0] == "flite" else [said, "-w"]
                subprocess.run([*program, *ending, file], check=True)
                quiet = file + ".quiet.wav"
                subprocess.run(["sox", file, "-r", "16000", quiet, "gain", "-n", "-9", "pad", "0.6", "0.9"], check=True)
                level = 10 ** (rng.uniform(-66, -48) / 20)
                hiss = ["sox", "-R", quiet, "-t", "wav", "-", "synth", "whitenoise", "vol", f"{level:.6f}"]
                sound = subprocess.run(hiss, check=True, capture_output=True).stdout
                mix = ["sox", "-m", "-v", "1", quiet, "-v", "1", "-t", "wav", "-", file]
                subprocess.run(mix, input=sound, check=True)
                os.remove(quiet)


def fit(answers, heard):
    rows = []
    for line in open(heard, encoding="utf8"):
        row = json.loads(line)
        folder, name = os.path.split(row["file"])
        speaker, said = os.path.splitext(name)[0].split("--")
        folder = os.path.basename(folder)
        known = meanings(folder) if folder in ANSWERS else {}
        for word in row["words"]:
            if "margin" in word["evidence"]:
                means = {k: v for grammar in ANSWERS for k, v in meanings(grammar).items()} if not known else known
                meaning = known.get(said.replace("_", " "))
                right = meaning is not None and known.get(word["word"].replace("metre ", "metres ")) == meaning
                rows.append((speaker, word["evidence"], right, bool(known), word["word"] in means))
    speakers = sorted({row[0] for row in rows})
    random.Random(1).shuffle(speakers)
    counts = collections.Counter()
    for fold in range(6):
        out = set(speakers[fold::6])
        rest = [row for row in rows if row[0] not in out]
        weights, _ = fitted(NAMES, [row[1] for row in rest], [row[2] for row in rest])
        for speaker, evidence, right, is_answer, means in rows:
            if speaker in out:
                value = sum(w * (1 if n == "bias" else evidence[n]) for n, w in weights.items())
                accepted = value >= 0 and means
                counts["said" if is_answer else "talk"] += 1
                counts[("right" if right else "wrong") if is_answer else "talk taken"] += accepted
    print(f"{len(speakers)} speakers left out in turn: of {counts['said']} answers {counts['right'] / counts['said']:.1%} right,"
          f" {counts['wrong'] / counts['said']:.1%} wrong; of {counts['talk']} others {counts['talk taken'] / max(counts['talk'], 1):.1%} taken")
    with open(answers, encoding="utf8") as file:
        model = json.load(file)
    model["phrase"], _ = fitted(NAMES, [row[1] for row in rows], [row[2] for row in rows])
    print(model["phrase"])
    with open(answers, "w", encoding="utf8") as file:
        json.dump(model, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        fit(sys.argv[2], sys.argv[3])
