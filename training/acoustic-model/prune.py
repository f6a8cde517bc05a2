"""Leaves in an acoustic model only what the words of a dictionary need, each said alone."""

import os
import shutil
import subprocess

from chains import between_silences
from sphinx_files import read_weights, write_sendump, write_weights

SHARED = ("means", "variances", "transition_matrices", "feat.params", "noisedict")


def needed(dictionary):
    """Phone, left and right neighbour, place in the word: all that the words have said alone."""
    return {
        spoken
        for ways in dictionary.values()
        for phones in ways
        for spoken in between_silences(phones)
    }


def prune(source, out, wanted):
    """Writes the model `source` to `out` without all other phones between neighbours.

    Returns how many senones are left.
    """
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
    os.makedirs(out, exist_ok=True)
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
    for name in SHARED:
        shutil.copy(f"{source}/{name}", out)
    weights = read_weights(source + "/mixture_weights")[kept]
    write_weights(out + "/mixture_weights", weights)
    write_sendump(out + "/sendump", weights)
    return len(kept)
