"""New voices, rooms, microphones and noises for old recordings."""

import dataclasses
from pathlib import Path

import numpy as np
import torch

from clips import read, rows
from frontend import BINS, CEILING, FLOOR, HIGH, LEAST, LOW, canvas, filters, levelled, log_mel, mel
from segments import HOP, RATE

LENGTH = 24576
# Numbers that lose their weak beginning where a recording was cut close, or a telephone takes it:
# "four" is left as "or", which is no letter's name.
CUT_CLOSE = {"THREE", "FOUR", "FIVE", "SIX", "SEVEN", "FORTY", "FIFTY", "SIXTY", "SEVENTY", "THIRTY"}
WARPS = np.linspace(0.86, 1.18, 17)
# The middle of each mel bin, Hz.
CENTRES = 700 * np.expm1(np.linspace(mel(LOW), mel(HIGH), BINS + 2)[1:-1] / 1127)
WARPED = torch.from_numpy(np.stack([filters(w) for w in WARPS]))


def pack(frames):
    """To a byte a value: steps of 0.055 nats."""
    return ((frames - FLOOR) * (255 / (CEILING - FLOOR))).round().to(torch.uint8)


def unpack(bytes_):
    return bytes_.float() * ((CEILING - FLOOR) / 255) + FLOOR


class Augmenter:
    """Draws variants of clips. One generator a batch: what comes out depends on the seed alone."""

    def __init__(self, rooms, noises, talkers):
        # Room responses start at their peak; noises and talk (for babble) are long sounds.
        self.rooms = [self._from_peak(room) for room in rooms]
        self.noises = noises
        self.talkers = talkers

    @classmethod
    def of(cls, manifest):
        """With the rooms, noises and talkers of a manifest."""
        base = Path(manifest).parent
        return cls(*([read(base / row["path"]) for row in rows(manifest, {name})]
                     for name in ("rir", "noise", "readers")))  # fmt: skip

    @staticmethod
    def _from_peak(room):
        at = int(np.abs(room).argmax())
        room = room[at : at + RATE]
        return (room / np.sqrt((room**2).sum())).astype(np.float32)

    def batch(self, clips, seed):
        """One variant of each clip, packed: [batch, FRAMES, BINS] of bytes."""
        g = np.random.default_rng(seed)
        sound = np.zeros((len(clips), LENGTH), np.float32)
        spans = []
        for row, clip in enumerate(clips):
            sound[row], span = self._respeeded(clip, g)
            spans.append(span)
        responses, tails = self._responses(len(clips), g)
        sound = torch.fft.irfft(torch.fft.rfft(torch.from_numpy(sound)) * responses, LENGTH)
        sound = sound.numpy()
        for row, (start, end) in enumerate(spans):
            self._add_noise(sound[row], (sound[row][int(start) : int(end)] ** 2).mean(), g)
        warps = WARPED[g.integers(len(WARPS), size=len(clips))]
        mels = log_mel(torch.from_numpy(sound), warps)
        return torch.stack([
            self._seen(mels[row], clips[row].set, spans[row], tails[row], g)
            for row in range(len(clips))
        ])  # fmt: skip

    def _respeeded(self, clip, g):
        """Played faster or slower, pitch and all; the word in the middle of LENGTH samples."""
        speed = g.uniform(0.88, 1.14)
        middle = (clip.start + clip.end) / 2
        heard = clip.samples.astype(np.float32) / 32768
        if g.random() < 0.5:
            self._isolate(heard, clip, g)
        if clip.label in CUT_CLOSE and g.random() < 0.3:
            clip = self._cut_onset(heard, clip, g)
        value = self._resampled(heard, middle + (np.arange(LENGTH) - LENGTH / 2) * speed)
        half = (clip.end - clip.start) / 2 / speed
        return value, (LENGTH / 2 - half, LENGTH / 2 + half)

    @staticmethod
    def _resampled(sound, at):
        """The sound at places between its samples, nought outside it: a Catmull-Rom spline through
        the four nearest."""
        base = np.floor(at).astype(np.int64)
        t = (at - base).astype(np.float32)
        padded = np.pad(sound, 2)
        p0, p1, p2, p3 = (padded[np.clip(base + k, 0, len(padded) - 1)] for k in (1, 2, 3, 4))
        return p1 + 0.5 * t * (
            p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)))

    @staticmethod
    def _isolate(heard, clip, g):
        """Silences what lies around the word: its neighbours, where it was one of several."""
        first = max(0, clip.start - int(g.uniform(0.015, 0.07) * RATE))
        last = min(len(heard), clip.end + int(g.uniform(0.015, 0.07) * RATE))
        fade = np.linspace(0, 1, 80, dtype=np.float32)
        heard[:first] = 0
        heard[last:] = 0
        heard[first : first + 80] *= fade[: len(heard[first : first + 80])]
        heard[max(first, last - 80) : last] *= fade[::-1][: last - max(first, last - 80)]

    @staticmethod
    def _cut_onset(heard, clip, g):
        """Silences the first 40 to 120 ms of the word, which then begins after them."""
        start = clip.start + int(min(g.uniform(0.04, 0.12) * RATE, (clip.end - clip.start) / 3))
        heard[:start] = 0
        return dataclasses.replace(clip, start=start)

    def _responses(self, count, g):
        """What room, microphone and line do: spectra [count, LENGTH / 2 + 1], and how much longer
        the room makes the word, in samples."""
        hertz = np.fft.rfftfreq(LENGTH, 1 / RATE)
        octaves = np.log2(np.maximum(hertz, 50) / 50)
        responses = np.zeros((count, len(hertz)), np.complex64)
        tails = np.zeros(count)
        for row in range(count):
            knots = g.normal(0, 3.5, 9)
            decibels = np.interp(octaves, np.linspace(0, 7.4, 9), knots)
            if g.random() < 0.35:
                over = np.log2(np.maximum(hertz, 1) / g.uniform(3200, 7500))
                decibels -= np.maximum(0, over) * 48
            if g.random() < 0.35:
                decibels += np.minimum(0, np.log2(np.maximum(hertz, 1) / g.uniform(80, 400))) * 24
            responses[row] = 10 ** (np.maximum(decibels, -90) / 20)
            kind = g.random()
            if kind < 0.6:
                room = self._room(g, kind < 0.25)
                spectrum = np.fft.rfft(room, LENGTH)
                responses[row] *= spectrum
                tails[row] = 1
        return torch.from_numpy(responses), tails

    def _room(self, g, is_recorded):
        if is_recorded and self.rooms:
            room = self.rooms[g.integers(len(self.rooms))].copy()
            room[1:] *= g.uniform(0.3, 1)
            return room
        # Exponentially decaying noise: a diffuse room (Polack's model).
        length = RATE // 2
        decay = 6.9 / (g.uniform(0.1, 0.7) * RATE)
        room = g.normal(0, 1, length) * np.exp(-decay * np.arange(length))
        room *= g.uniform(0.1, 0.9) / np.sqrt((room**2).sum())
        room[: int(g.uniform(0.001, 0.02) * RATE)] = 0
        room[0] = 1
        return room

    def _add_noise(self, sound, power, g):
        """Lays noise under a sound whose speech has a power: half of the time 2 to 30 dB below it."""
        kind = g.random()
        if kind < 0.2:
            noise = g.normal(0, 1, LENGTH)
        elif kind < 0.33:
            spectrum = np.fft.rfft(g.normal(0, 1, LENGTH))
            spectrum /= np.maximum(1, np.arange(len(spectrum))) ** g.uniform(0.3, 1)
            noise = np.fft.irfft(spectrum, LENGTH)
        elif kind < 0.6:
            noise = self._piece(self.noises[g.integers(len(self.noises))], g)
        else:
            noise = sum(self._piece(self.talkers[g.integers(len(self.talkers))], g)
                        for _ in range(g.integers(2, 7)))  # fmt: skip
        ratio = g.uniform(2, 30) if g.random() < 0.5 else g.uniform(25, 50)
        scale = np.sqrt(power / 10 ** (ratio / 10) / max((noise**2).mean(), 1e-12))
        sound += (noise * scale).astype(np.float32)

    @staticmethod
    def _piece(sound, g):
        if len(sound) <= LENGTH:
            return np.resize(sound, LENGTH)
        start = int(g.integers(0, len(sound) - LENGTH))
        return sound[start : start + LENGTH].copy()

    def _seen(self, mels, name, span, tail, g):
        """The word's frames, spoken slower or faster, its ends not quite known, on the canvas."""
        after = g.uniform(0, 12) if tail and g.random() < 0.5 else 0
        # Most recordings have 100 ms around the word; some begin and end with it.
        before, behind = (max(0, g.uniform(-5, 10)) if g.random() < 0.4 else 10 for _ in range(2))
        first = span[0] / HOP - before + g.uniform(-5, 5) * before / 10
        last = span[1] / HOP - 2 + behind + g.uniform(-5, 5) * behind / 10 + after
        first, last = max(0, int(first)), min(len(mels), int(last) + 1)
        word = mels[first:last]
        # Who spells a word speaks faster than who reads a chart.
        slower = g.uniform(0.85, 1.7 if name == "an4-train" else 1.3)
        count = max(10, int(len(word) * slower))
        word = torch.nn.functional.interpolate(
            word.T[None], size=count, mode="linear", align_corners=True)[0].T
        self._limit_band(word, g)
        return pack(canvas(levelled(word), shift=int(g.integers(-12, 13))))

    @staticmethod
    def _limit_band(frames, g):
        """A telephone, or a recording of 8 kHz: nothing is left above, or below."""
        kind = g.random()
        if kind < 0.3:
            frames[:, np.searchsorted(CENTRES, g.uniform(3200, 4100)) :] = np.log(LEAST)
        if kind < 0.1:
            frames[:, : np.searchsorted(CENTRES, g.uniform(150, 350))] = np.log(LEAST)
