"""The cepstra of recordings as Aloud's recogniser has them when it decodes."""

import concurrent.futures
import os
import subprocess

import numpy as np

PROGRAM = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", ".build", "release", "letter-features"
)


def write(utterances, sounds, out, jobs):
    """Writes the cepstra of every utterance to OUT/PATH.mfc.

    sounds: the folder that the paths start from. The first part of a path is its round of copies;
    within one a speaker's recordings are one session, whose mean is taken off.
    """
    rounds = {}
    for utterance in utterances:
        number, path = utterance.path.split("/", 1)
        row = f"{path}\t{' '.join(utterance.words)}\t{utterance.speaker}\n"
        rounds.setdefault(number, []).append(row)

    def features_of(number):
        manifest = f"{sounds}/{number}/manifest.tsv"
        with open(manifest, "w") as file:
            file.writelines(rounds[number])
        subprocess.run([PROGRAM, manifest, f"{out}/{number}"], check=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(features_of, rounds))


def read(path):
    """The cepstra in a file of Sphinx: [frames][13], 100 frames a second."""
    return np.fromfile(path, "<f4", offset=4).reshape(-1, 13)


def with_changes(cepstra):
    """39 numbers a frame: the cepstra, their change and the change's change, as PocketSphinx's
    feature `1s_c_d_dd` has them. cepstra: [..., frames, 13], of which the first and the last count
    beyond the ends."""
    first, last = cepstra[..., :1, :], cepstra[..., -1:, :]
    padded = np.concatenate([first] * 3 + [cepstra] + [last] * 3, axis=-2)
    frames = cepstra.shape[-2]

    def at(shift):
        return padded[..., 3 + shift : 3 + shift + frames, :]

    change = at(2) - at(-2)
    bend = (at(3) - at(-1)) - (at(1) - at(-3))
    return np.concatenate([cepstra, change, bend], axis=-1)
