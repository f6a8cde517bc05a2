"""Step three: hundreds of thousands of variants of the clips, as the net will see them, on disk."""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import torch

from augment import Augmenter
from clips import ClipFile
from frontend import BINS, FRAMES
from vocabulary import LETTERS, OTHER, label_of

BATCH = 64
# How often letters, and in each kind the sets, are drawn.
LETTER_SHARE = 0.5
SHARES = {
    True: {"an4-train": 0.56, "grid": 0.06, "synthetic": 0.19, "fluent": 0.19},
    False: {"an4-train": 0.2, "words": 0.19, "readers": 0.1, "noise": 0.05, "synthetic": 0.29,
            "fluent": 0.17},
}
# How much of the words of synthetic voices are no answers.
OTHERS = 0.35
# For how many variants of words there is one of a hum.
WORDS_A_HUM = 50


def training_clips(folder):
    sets = ["an4-train", "grid", "words", "readers", "noise", "synthetic", "fluent", "hums"]
    clips = [clip for name in sets for clip in ClipFile.read(Path(folder) / f"{name}.npz")]
    return [clip for clip in clips if label_of(clip)]


def odds(clips):
    """How likely each clip is to be drawn: in each set rare words more often than their share."""
    weights = np.zeros(len(clips))
    groups = {}
    for index, clip in enumerate(clips):
        label = label_of(clip)
        groups.setdefault((label in LETTERS, clip.set), {}).setdefault(label, []).append(index)
    for (is_letter, name), labels in groups.items():
        roots = {label: min(len(found) ** 0.5, 25) for label, found in labels.items()}
        if name in ("synthetic", "fluent") and OTHER in roots:
            roots[OTHER] = OTHERS / (1 - OTHERS) * (sum(roots.values()) - roots[OTHER])
        share = SHARES[is_letter].get(name, 0) * (LETTER_SHARE if is_letter else 1 - LETTER_SHARE)
        for label, found in labels.items():
            weights[found] = share * roots[label] / sum(roots.values()) / len(found)
    return weights / weights.sum()


_worker = {}


def _start(folder, manifest):
    torch.set_num_threads(1)
    _worker["clips"] = training_clips(folder)
    _worker["augmenter"] = Augmenter.of(manifest)


def _make(job):
    chosen, seed = job
    return _worker["augmenter"].batch([_worker["clips"][i] for i in chosen], seed).numpy()


def make_variants(folder, manifest, count, seed, processes=2):
    """Writes variants.npy, bytes [rows, FRAMES, BINS], and chosen.npy, the clip of each: `count` of
    words and noises, then those of hums."""
    folder = Path(folder)
    if (folder / "chosen.npy").exists():
        return
    clips = training_clips(folder)
    chosen = np.random.default_rng([seed, 100]).choice(len(clips), size=count, p=odds(clips))
    # Apart from the others, which are drawn as if there were no hums.
    hums = [index for index, clip in enumerate(clips) if clip.set == "hums"]
    chosen = np.append(
        chosen, np.random.default_rng([seed, 101]).choice(hums, size=count // WORDS_A_HUM))
    count = len(chosen)
    file = np.lib.format.open_memmap(
        folder / "variants.npy", "w+", np.uint8, (count, FRAMES, BINS))
    starts = range(0, count, BATCH)
    jobs = (([*chosen[s : s + BATCH]], [seed, 200, s]) for s in starts)
    began = time.time()
    with ProcessPoolExecutor(processes, initializer=_start, initargs=(folder, manifest)) as pool:
        for start, made in zip(starts, pool.map(_make, jobs)):
            file[start : start + len(made)] = made
            if start % (BATCH * 100) == 0:
                print(f"{start} variants, {time.time() - began:.0f} s", file=sys.stderr)
    file.flush()
    np.save(folder / "chosen.npy", chosen)
