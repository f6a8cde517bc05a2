"""Step one: cuts the recordings of a manifest into clips, and lets synthetic voices speak."""

import sys
import time
from pathlib import Path

import numpy as np

from clips import ClipFile, aligned_words, babble, noises, single_words, talk
from fluent import fluent
from hums import hums
from synthetic import synthetic


def prepare(manifest, folder, seed, processes):
    """Writes one file of clips a set into the folder; sets that are there already are left."""
    makers = {
        "an4-train": lambda g: aligned_words(manifest, "an4-train"),
        "grid": lambda g: single_words(manifest, "grid"),
        "words": lambda g: single_words(manifest, "words"),
        "readers": lambda g: [
            *aligned_words(manifest, "readers"), *talk(manifest, "readers", g)],
        "noise": lambda g: [*noises(manifest, g), *babble(manifest, g)],
        "letters": lambda g: single_words(manifest, "letters"),
        "nato": lambda g: single_words(manifest, "nato"),
        "digits": lambda g: single_words(manifest, "digits"),
        "synthetic": lambda g: synthetic(g),
        "fluent": lambda g: fluent(g, processes=processes),
        "hums": lambda g: hums(g),
    }  # fmt: skip
    for index, (name, maker) in enumerate(makers.items()):
        path = Path(folder) / f"{name}.npz"
        if path.exists():
            continue
        began = time.time()
        clips = ClipFile.write(path, maker(np.random.default_rng([seed, index])))
        print(f"{name}: {len(clips)} clips, {time.time() - began:.0f} s", file=sys.stderr)
