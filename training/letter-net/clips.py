"""Clips: one word each, with 300 ms of what lies around it, cut out of recordings."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from manifests import Fault, read_rows  # noqa: E402
from segments import RATE, Aligner, spoken_span

AROUND = int(0.3 * RATE)


@dataclass
class Clip:
    samples: np.ndarray  # int16, 16 kHz
    start: int  # where the word starts and ends in the samples
    end: int
    label: str  # the word in capitals, a letter, "ZED", or "OTHER" for talk
    speaker: str
    set: str
    path: str


def read(path):
    try:
        samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    except (OSError, RuntimeError) as error:
        raise Fault(f"'{path}' cannot be read as sound: {error}") from None
    if rate != RATE:
        raise Fault(f"'{path}' has {rate} samples a second, and {RATE} are needed. Convert it:"
                    f" sox IN -r {RATE} -c 1 OUT")  # fmt: skip
    return samples[:, 0]


def cut(samples, start, end, label, row):
    first, last = max(0, start - AROUND), min(len(samples), end + AROUND)
    pcm = np.clip(samples[first:last] * 32767, -32768, 32767).astype(np.int16)
    return Clip(pcm, start - first, end - first, label, row["speaker"], row["set"], row["path"])


def rows(manifest, sets):
    return [row for row in read_rows(manifest) if row["set"] in sets]


def aligned_words(manifest, name):
    """Every word of the sentences of a set, by forced alignment."""
    aligner = Aligner()
    folder = Path(manifest).parent
    for row in rows(manifest, {name}):
        samples = read(folder / row["path"])
        found = aligner.align(samples, row["transcript"].upper().split())
        for word, start, end in found or []:
            if 0.06 * RATE <= end - start <= 1.4 * RATE:
                yield cut(samples, start, end, word, row)


def single_words(manifest, name):
    """The one word of every recording of a set, by its energy."""
    folder = Path(manifest).parent
    for row in rows(manifest, {name}):
        samples = read(folder / row["path"])
        span = spoken_span(samples)
        if span:
            label = row["transcript"].upper()
            yield cut(samples, *span, label, row)


def talk(manifest, name, generator, per_recording=4):
    """Stretches of read sentences, wherever they start and end: what is no word of an answer."""
    folder = Path(manifest).parent
    for row in rows(manifest, {name}):
        samples = read(folder / row["path"])
        span = spoken_span(samples)
        if not span:
            continue
        for _ in range(per_recording):
            length = int(generator.uniform(0.15, 1.2) * RATE)
            if span[1] - span[0] > length:
                start = int(generator.integers(span[0], span[1] - length))
                yield cut(samples, start, start + length, "OTHER", row)


def noises(manifest, generator, per_recording=25):
    """Stretches of noise, each around its loudest part: dishes, taps, whatever is at hand."""
    folder = Path(manifest).parent
    for row in rows(manifest, {"noise"}):
        samples = read(folder / row["path"])
        for _ in range(per_recording):
            length = int(generator.uniform(0.12, 1.2) * RATE)
            if len(samples) > length:
                start = int(generator.integers(0, len(samples) - length))
                yield cut(samples, start, start + length, "OTHER", row)


def babble(manifest, generator, count=700):
    """Stretches of several people talking at once, where nobody gives an answer."""
    folder = Path(manifest).parent
    talk = [read(folder / row["path"]) for row in rows(manifest, {"readers"})]
    row = {"set": "noise", "speaker": "babble", "path": "babble"}
    for _ in range(count if talk else 0):
        length = int(generator.uniform(0.15, 1.2) * RATE)
        sound = np.zeros(length + 2 * AROUND)
        for _ in range(generator.integers(2, 8)):
            voice = talk[generator.integers(len(talk))]
            start = int(generator.integers(0, len(voice)))
            voice = np.take(voice, np.arange(start, start + len(sound)), mode="wrap")
            sound += 0.05 * voice / max(float(np.sqrt((voice**2).mean())), 1e-6)
        yield cut(sound, AROUND, AROUND + length, "OTHER", row)


class ClipFile:
    """Clips on disk: one array of samples, one table."""

    @staticmethod
    def write(path, clips):
        clips = list(clips)
        np.savez(
            path,
            # A set may be empty.
            samples=np.concatenate([np.zeros(0, np.int16), *(c.samples for c in clips)]),
            lengths=np.array([len(c.samples) for c in clips], int),
            spans=np.array([(c.start, c.end) for c in clips], int).reshape(-1, 2),
            words=np.array([(c.label, c.speaker, c.set, c.path) for c in clips]).reshape(-1, 4),
        )
        return clips

    @staticmethod
    def read(path):
        stored = np.load(path)
        ends = np.cumsum(stored["lengths"])
        pieces = np.split(stored["samples"], ends[:-1])
        return [
            Clip(p, int(s), int(e), *map(str, w))
            for p, (s, e), w in zip(pieces, stored["spans"], stored["words"])
        ]
