"""Leaves in an acoustic model only what the words of a dictionary need: the phones between the
neighbours that these words can give them. Everything else falls back to the phone alone."""

import os
import shutil
import subprocess

import numpy as np

from sphinx_files import *
from transcripts import read_dictionary


def needed(dictionary, neighbours):
    """Phone, left and right neighbour, place in the word: all that the words can have.

    A word's ends meet silence and the ends of the words in `neighbours`.
    """
    ways = {tuple(p) for w in dictionary.values() for p in w}
    beside = {tuple(p) for w in neighbours for p in dictionary.get(w, [])}
    lasts = {p[-1] for p in beside} | {"SIL"}
    firsts = {p[0] for p in beside} | {"SIL"}
    wanted = set()
    for p in ways:
        if len(p) == 1:
            wanted |= {(p[0], l, r, "s") for l in lasts for r in firsts}
            continue
        wanted |= {(p[0], l, p[1], "b") for l in lasts}
        wanted |= {(p[-1], p[-2], r, "e") for r in firsts}
        wanted |= {(p[i], p[i - 1], p[i + 1], "i") for i in range(1, len(p) - 1)}
    return wanted


def prune(source, out, wanted):
    """Writes the model `source` without all other phones between neighbours to `out`."""
    os.makedirs(out, exist_ok=True)
    alone, between = [], []
    for line in open(source + "/mdef.txt"):
        f = line.split()
        if len(f) == 10 and f[-1] == "N":
            if f[3] == "-":
                alone.append(f)
            elif (f[0], f[1], f[2], f[3]) in wanted:
                between.append(f)
    kept = sorted({int(s) for f in alone + between for s in f[6:9]})
    number = {s: i for i, s in enumerate(kept)}
    rows = alone + between
    with open(out + "/mdef.txt", "w") as file:
        file.write("0.3\n")
        for count, name in (
            (len(alone), "n_base"),
            (len(between), "n_tri"),
            (4 * len(rows), "n_state_map"),
            (len(kept), "n_tied_state"),
            (3 * len(alone), "n_tied_ci_state"),
            (len(alone), "n_tied_tmat"),
        ):
            file.write(f"{count} {name}\n")
        file.write("#\n# Columns definitions\n#base lft rt p attrib tmat state ids\n")
        for f in rows:
            states = " ".join(f"{number[int(s)]:6d}" for s in f[6:9])
            file.write(f"{f[0]:>5} {f[1]:>3} {f[2]:>3} {f[3]} {f[4]:>6} {f[5]:>4} {states} N\n")
    subprocess.run(
        ["pocketsphinx_mdef_convert", "-bin", out + "/mdef.txt", out + "/mdef"],
        stderr=subprocess.DEVNULL,
        check=True,
    )
    for name in ("means", "variances", "transition_matrices", "feat.params", "noisedict"):
        shutil.copy(f"{source}/{name}", out)
    weights = read_weights(source + "/mixture_weights")[kept]
    write_weights(out + "/mixture_weights", weights)
    write_sendump(out + "/sendump", weights)
    return len(kept)
