"""Step two: stretches of speech with the phone that is said in every frame, which nets also learn.

Phones are what letters and words have in common: who has told them apart in many words of many
people knows more of a letter that few have said.
"""

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from accents import is_dialect
from augment import LENGTH, WARPED, Augmenter, pack
from clips import ClipFile, read, rows
from frontend import FRAMES, levelled, log_mel
from phones import PhoneAligner
from segments import HOP, RATE

BATCH = 64
# How much of the stretches comes from each set.
SHARES = {"an4-train": 0.34, "grid": 0.05, "words": 0.22, "readers": 0.17, "synthetic": 0.22}
# A recording that is longer is drawn no oftener, samples.
LONGEST = 6 * RATE
# Frames that are left out at the start of LENGTH samples, so that FRAMES of them remain.
SKIPPED = 12


@dataclass
class Utterance:
    samples: np.ndarray  # int16, 16 kHz
    phones: np.ndarray  # the class of every 10 ms
    speaker: str
    set: str


_worker = {}


def _start_aligning():
    _worker["aligner"] = PhoneAligner()


def _align(job):
    samples, words = job
    if isinstance(samples, str):
        samples = read(samples)
    else:
        samples = samples.astype(np.float32) / 32768
    classes = _worker["aligner"].classes(samples, words)
    return np.clip(samples * 32767, -32768, 32767).astype(np.int16), classes


def _words_of(clip):
    """What a synthetic voice said."""
    if clip.label == "OTHER" or clip.path == "haitch":
        return clip.path.split()
    return [clip.label]


def align_utterances(manifest, folder, processes):
    """Writes utterances.npz: recordings and synthetic clips whose phones were found."""
    path = Path(folder) / "utterances.npz"
    if path.exists():
        return
    base, began = Path(manifest).parent, time.time()
    jobs, origins = [], []
    for row in rows(manifest, SHARES):
        words = row["transcript"].upper().split()
        british = row["set"] == "grid" and words == ["Z"]
        jobs.append((str(base / row["path"]), ["ZED"] if british else words))
        origins.append((row["speaker"], row["set"]))
    for clip in ClipFile.read(Path(folder) / "synthetic.npz"):
        # The dictionary does not have the phones of a dialect.
        if not is_dialect(clip.path):
            jobs.append((clip.samples, _words_of(clip)))
            origins.append((clip.speaker, clip.set))
    found = []
    with ProcessPoolExecutor(processes, initializer=_start_aligning) as pool:
        for origin, (samples, phones) in zip(origins, pool.map(_align, jobs, chunksize=50)):
            if phones is not None:
                found.append(Utterance(samples, phones, *origin))
    np.savez(
        path,
        samples=np.concatenate([u.samples for u in found]),
        phones=np.concatenate([u.phones for u in found]),
        lengths=np.array([(len(u.samples), len(u.phones)) for u in found]),
        origins=np.array([(u.speaker, u.set) for u in found]),
    )
    print(f"{len(found)} of {len(jobs)} utterances, {time.time() - began:.0f} s", file=sys.stderr)


def read_utterances(folder):
    stored = np.load(Path(folder) / "utterances.npz")
    ends = np.cumsum(stored["lengths"], axis=0)[:-1]
    pieces = zip(np.split(stored["samples"], ends[:, 0]), np.split(stored["phones"], ends[:, 1]))
    return [Utterance(s, p, *map(str, o)) for (s, p), o in zip(pieces, stored["origins"])]


class StretchAugmenter(Augmenter):
    """Draws stretches of utterances, in other voices, rooms and noises."""

    def stretches(self, utterances, seed):
        """One of each: bytes [batch, FRAMES, BINS], and the phone class of each frame."""
        g = np.random.default_rng(seed)
        drawn = [self._stretch(utterance, g) for utterance in utterances]
        sound = torch.from_numpy(np.stack([heard for heard, _ in drawn]))
        phones = np.stack([classes for _, classes in drawn])
        responses, _ = self._responses(len(drawn), g)
        sound = torch.fft.irfft(torch.fft.rfft(sound) * responses, LENGTH).numpy()
        for heard, classes in zip(sound, phones):
            spoken = np.repeat(classes > 0, HOP)[:LENGTH]
            power = (heard[: len(spoken)][spoken] ** 2).mean() if spoken.any() else 1e-4
            self._add_noise(heard, power, g)
        mels = log_mel(
            torch.from_numpy(sound), WARPED[g.integers(len(WARPED), size=len(drawn))])
        seen = []
        for heard in mels:
            heard = heard[SKIPPED : SKIPPED + FRAMES].clone()
            self._limit_band(heard, g)
            seen.append(pack(levelled(heard)))
        return torch.stack(seen).numpy(), phones[:, SKIPPED : SKIPPED + FRAMES]

    def _stretch(self, utterance, g):
        """LENGTH samples from anywhere, faster or slower, and the class of every 10 ms."""
        speed = g.uniform(0.86, 1.16)
        spare = len(utterance.samples) - int(LENGTH * speed)
        start = g.integers(min(0, spare) - 3000, max(0, spare) + 3000)
        sound = self._resampled(
            utterance.samples.astype(np.float32) / 32768, start + np.arange(LENGTH) * speed)
        middles = start + (np.arange(LENGTH // HOP) * HOP + HOP) * speed
        frames = np.round(middles / HOP - 1).astype(int)
        inside = (frames >= 0) & (frames < len(utterance.phones))
        nearest = utterance.phones[np.clip(frames, 0, len(utterance.phones) - 1)]
        return sound, np.where(inside, nearest, 0).astype(np.uint8)


def _start_drawing(folder, manifest):
    torch.set_num_threads(1)
    _worker["utterances"] = read_utterances(folder)
    _worker["augmenter"] = StretchAugmenter.of(manifest)


def _draw(job):
    chosen, seed = job
    utterances = [_worker["utterances"][i] for i in chosen]
    return _worker["augmenter"].stretches(utterances, seed)


def odds(utterances):
    """How likely each utterance is to be drawn: in each set, longer ones oftener."""
    lengths = np.array([min(len(u.samples), LONGEST) for u in utterances], float)
    sets = np.array([u.set for u in utterances])
    weights = np.zeros(len(utterances))
    for name, share in SHARES.items():
        mine = sets == name
        if mine.any():
            weights[mine] = share * lengths[mine] / lengths[mine].sum()
    return weights / weights.sum()


def make_stretches(folder, manifest, count, seed, processes=2):
    """Writes stretches.npy, bytes [count, FRAMES, BINS], stretch-phones.npy [count, FRAMES], and
    stretch-chosen.npy, the utterance of each."""
    folder = Path(folder)
    if (folder / "stretch-chosen.npy").exists():
        return
    utterances = read_utterances(folder)
    chosen = np.random.default_rng([seed, 300]).choice(
        len(utterances), size=count, p=odds(utterances))
    sound = np.empty((count, FRAMES, WARPED.shape[2]), np.uint8)
    phones = np.empty((count, FRAMES), np.uint8)
    starts = range(0, count, BATCH)
    jobs = (([*chosen[s : s + BATCH]], [seed, 400, s]) for s in starts)
    began = time.time()
    with ProcessPoolExecutor(
            processes, initializer=_start_drawing, initargs=(folder, manifest)) as pool:
        for start, (seen, classes) in zip(starts, pool.map(_draw, jobs, chunksize=4)):
            sound[start : start + len(seen)] = seen
            phones[start : start + len(seen)] = classes
    print(f"{count} stretches, {time.time() - began:.0f} s", file=sys.stderr)
    np.save(folder / "stretches.npy", sound)
    np.save(folder / "stretch-phones.npy", phones)
    np.save(folder / "stretch-chosen.npy", chosen)
