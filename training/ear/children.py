"""Recordings of adults as three children would say them.

usage: children.py MANIFEST OUT [SET ...]

The vocoder WORLD (PyPI pyworld, MIT; Morise et al. 2016) takes each recording apart into pitch and
envelope, makes the vocal tract shorter and the pitch higher, and puts them together again. Writes
OUT/manifest.tsv for `aloud-workbench evaluate`, each version as a speaker of its own. A set that is
named is used; without names all are.
"""

import csv
import os
import sys
from multiprocessing import Pool

import numpy as np
import pyworld
import soundfile

# How much shorter the vocal tract is, and the median pitch in Hz: about 10, 6 and 3 years old (Lee,
# Potamianos and Narayanan 1999, "Acoustics of children's speech").
CHILDREN = (1.18, 240), (1.32, 300), (1.48, 360)


def stretched(rows, ratio):
    """Rows over frequency, all their features at `ratio` times the frequency."""
    bins = np.arange(rows.shape[1])
    return np.stack([np.interp(np.minimum(bins / ratio, bins[-1]), bins, row) for row in rows])


def versions(task):
    source, out, number = task
    sound, rate = soundfile.read(source, always_2d=True)
    sound = np.ascontiguousarray(sound[:, 0])
    pitch, times = pyworld.dio(sound, rate, f0_floor=60, f0_ceil=500)
    pitch = pyworld.stonemask(sound, pitch, times, rate)
    envelope = np.log(np.maximum(pyworld.cheaptrick(sound, pitch, times, rate), 1e-16))
    noise = pyworld.d4c(sound, pitch, times, rate)
    voiced = pitch[pitch > 0]
    names = []
    for ratio, target in CHILDREN:
        higher = target / np.median(voiced) if len(voiced) else 1
        made = pyworld.synthesize(
            pitch * higher, np.exp(stretched(envelope, ratio)), stretched(noise, ratio), rate)
        names.append(f"{number}-{ratio}.wav")
        soundfile.write(os.path.join(out, names[-1]), made * min(1, 0.9 / max(1e-9, np.abs(made).max())), rate)
    return names


def main():
    manifest, out, *sets = sys.argv[1:]
    folder = os.path.dirname(os.path.abspath(manifest))
    with open(manifest, encoding="utf8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t") if not sets or row["set"] in sets]
    os.makedirs(out, exist_ok=True)
    tasks = [(os.path.join(folder, row["path"]), out, number) for number, row in enumerate(rows)]
    with Pool() as pool:
        made = pool.map(versions, tasks, chunksize=8)
    with open(os.path.join(out, "manifest.tsv"), "w", encoding="utf8") as table:
        print("path", "transcript", "speaker", "set", sep="\t", file=table)
        for version, (ratio, _) in enumerate(CHILDREN):
            for row, names in zip(rows, made):
                speaker, name = f"{row['speaker']} {ratio}", f"tract {ratio}"
                print(names[version], row["transcript"], speaker, name, sep="\t", file=table)


if __name__ == "__main__":
    main()
