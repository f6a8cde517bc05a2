"""Recordings of development speakers through other throats, tempos, microphones and rooms.

usage: people.py MANIFEST OUT

Writes OUT/manifest.tsv with eleven versions of each person of the set `letters` who was not learnt
from and has recorded the ten chart letters, each version as a speaker of its own, for
`aloud-workbench evaluate --tests OUT/manifest.tsv` with a net that has not learnt from them. The program sox
makes the versions.
"""

import csv
import os
import subprocess
import sys

from splits import splits

LETTERS = "CDHKNORSVZ"


def throat(ratio):
    """All frequencies by a ratio, formants as well, and speech a little faster with it."""
    return ["speed", str(ratio), "tempo", "-s", str(round(ratio**-0.7, 3))]


VERSIONS = {
    "as recorded": [],
    **{f"throat {ratio}": throat(ratio) for ratio in (0.85, 1.12, 1.25, 1.4)},
    "pitch up by 5 semitones": ["pitch", "500"],
    "telephone, clipped": "sinc 300-3400 overdrive 3 gain -n -9 rate 8000".split(),
    "muffled above 1.8 kHz": "lowpass 1800 lowpass 2500".split(),
    "reverberant room": "reverb 60 60 60 100 0 0".split(),
    "slow": "tempo -s 0.7".split(),
    "fast": "tempo -s 1.5".split(),
}


def main():
    manifest, out = sys.argv[1:]
    rows = list(csv.DictReader(open(manifest, encoding="utf8"), delimiter="\t"))
    split = splits(rows)
    people = {}
    for row in rows:
        if row["set"] == "letters" and split["letters", row["speaker"]] == "development":
            people.setdefault(row["speaker"], {})[row["transcript"]] = row["path"]
    with open(os.path.join(out, "manifest.tsv"), "w", encoding="utf8") as table:
        print("path", "transcript", "speaker", "set", sep="\t", file=table)
        for person, recordings in sorted(people.items()):
            if not set(LETTERS) <= set(recordings):
                continue
            for number, (version, effects) in enumerate(VERSIONS.items()):
                for letter in LETTERS:
                    name = f"{person}-{number}-{letter}.flac"
                    source = os.path.join(os.path.dirname(manifest), recordings[letter])
                    level = ["gain", "-n", "-6"]
                    command = ["sox", "-D", "-R", source, "-b", "16", "-r", "16000", "-c", "1"]
                    subprocess.run([*command, os.path.join(out, name), *level, *effects, *level], check=True)
                    print(name, letter, f"{person} {number}", version, sep="\t", file=table)


main()
