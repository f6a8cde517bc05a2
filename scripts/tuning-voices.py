"""Makes recordings of people with a strong Spanish accent, by the synthesiser espeak-ng, for
docs/tune.md.

usage: tuning_voices.py FOLDER [--people 24] [--dull 0.5]

Each person is a voice of espeak-ng with a pitch, a speed and a microphone of their own, and says
each letter and each word of the spelling alphabet. FOLDER/manifest.tsv names the recordings.
"""

import argparse
import array
import csv
import multiprocessing
import os
import pathlib
import random
import subprocess
import wave

# The spelling that the Spanish voice reads for each letter and each word of the spelling alphabet:
# their English names as a beginner says them.
SAID = dict(
    A="ei", B="bi", C="si", D="di", E="i", F="éfe", G="yi", H="eich", I="ai", J="yei", K="kei",
    L="el", M="em", N="en", O="ou", P="pi", Q="kiu", R="ar", S="es", T="ti", U="iu", V="vi",
    W="dábliu", X="eks", Y="uai", Z="sed", alpha="alfa", bravo="bravo", charlie="charli",
    delta="delta", echo="eco", foxtrot="foxtrot", golf="golf", hotel="jotel", india="india",
    juliet="yuliet", kilo="quilo", lima="lima", mike="maik", november="november", oscar="óscar",
    papa="papa", quebec="quebec", romeo="romeo", sierra="sierra", tango="tango",
    uniform="iúniform", victor="víctor", whiskey="uiski", yankee="yanki", zulu="sulu",
)  # fmt: skip
# Voices of espeak-ng that sound like people, with their sex.
VARIANTS = {
    "m1": "male", "m2": "male", "m3": "male", "m4": "male", "m7": "male", "f1": "female",
    "f2": "female", "f3": "female", "f4": "female", "f5": "female", "Andy": "male",
    "Annie": "female", "steph": "female", "rob": "male", "pablo": "male", "linda": "female",
    "anika": "female", "edward": "male", "max": "male", "belinda": "female", "john": "male",
    "paul": "male", "aunty": "female", "michel": "male",
}  # fmt: skip
QUIET = 0.35


def said(text, voice, pitch, speed):
    """The samples and their rate."""
    command = ["espeak-ng", "-v", voice, "-p", str(pitch), "-s", str(speed), "--stdout", text]
    sound = subprocess.run(command, check=True, capture_output=True).stdout
    at = sound.index(b"data") + 8
    rate = int.from_bytes(sound[24:28], "little")
    samples = array.array("h")
    samples.frombytes(sound[at : at + (len(sound) - at) // 2 * 2])
    return samples, rate


def microphone(samples, rate, dull, hiss, draw):
    """The same through a microphone that muffles high tones and hisses, with quiet around it."""
    quiet = [0] * int(QUIET * rate)
    heard, last = [], 0.0
    for sample in quiet + list(samples) + quiet:
        last += (1 - dull) * (sample - last)
        heard.append(last + draw.gauss(0, hiss))
    return array.array("h", (int(max(-32768, min(32767, value))) for value in heard))


def person(arguments, number, voice):
    """Makes the recordings of a person, unless all are there, and returns their rows."""
    variant, sex = voice
    name = f"p{number + 1:02}"
    files = {text: arguments.folder / f"{name}-{text}.wav" for text in SAID}
    if not all(file.exists() for file in files.values()):
        draw = random.Random(f"{arguments.seed} {variant}")
        pitch, speed = draw.randint(35, 65), draw.randint(120, 175)
        hiss = draw.uniform(20, 80)
        for text, spelled in SAID.items():
            samples, rate = said(spelled + ".", f"{arguments.voice}+{variant}", pitch, speed)
            part = files[text].with_suffix(".part")
            with wave.open(str(part), "wb") as sound:
                sound.setparams((1, 2, rate, 0, "NONE", "not compressed"))
                sound.writeframes(microphone(samples, rate, arguments.dull, hiss, draw).tobytes())
            part.rename(files[text])
    return [
        [file.name, text, name, "letters" if len(text) == 1 else "words", sex]
        for text, file in files.items()
    ]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--voice", default="es", help="the voice of espeak-ng")
    parser.add_argument("--people", type=int, default=24)
    parser.add_argument("--dull", type=float, default=0.5, help="how much high tones are muffled")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    people = list(enumerate(list(VARIANTS.items())[: arguments.people]))
    with multiprocessing.Pool(len(os.sched_getaffinity(0))) as pool:
        rows = [row for own in pool.starmap(person, [(arguments, *one) for one in people]) for row in own]
    with open(arguments.folder / "manifest.tsv", "w", newline="", encoding="utf8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["path", "transcript", "speaker", "set", "sex"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
