"""Other voices, rooms, microphones and noises out of the recordings that there are."""

import hashlib

import numpy as np
from scipy import signal

from surroundings import RATE, coloured, speech_power

# How often a copy of a speaker is where others talk, or where one of the recorded noises is; else
# there is only the hiss of a quiet room.
BABBLE, RECORDED = 0.5, 0.2
# How far speech lies over others' talk, over recorded noise, over hiss: dB.
OVER_BABBLE, OVER_RECORDED, OVER_HISS = (3, 30), (3, 40), (12, 40)
# How much of the surroundings is heard before and after a recording, seconds.
AROUND = 0.1, 0.6


def seeded(*names):
    """A generator of random numbers that depends on the names alone."""
    text = "/".join(map(str, names)).encode()
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text).digest()[:8], "little"))


class Voice:
    """A copy of a speaker in another body, room, microphone and company.

    All this is one's for all of a copy's recordings, as it is for a person at a test; which piece
    of the noise is heard changes from recording to recording.
    """

    def __init__(self, speaker, copy):
        self.speaker = speaker
        draw = seeded("voice", speaker, copy)
        self.speed = float(np.exp(draw.uniform(np.log(0.88), np.log(1.13))))
        self.room = _room(draw) if draw.random() < 0.5 else None
        self.microphone = _microphone(draw)
        self.slope = draw.uniform(0, 1.2)
        kind = draw.random()
        self.company = (
            "babble" if kind < BABBLE else "noise" if kind < BABBLE + RECORDED else "hiss"
        )
        ratios = {"babble": OVER_BABBLE, "noise": OVER_RECORDED, "hiss": OVER_HISS}
        self.ratio = draw.uniform(*ratios[self.company])

    def speak(self, samples, path, surroundings):
        """A recording as this voice would have made it.

        samples: -1 to 1, at RATE. Returns the new samples, and where the first of the old is now.
        """
        draw = seeded("noise", path, self.speed)
        lead, tail = (int(draw.uniform(*AROUND) * RATE) for _ in range(2))
        count = max(1, int(round(samples.size / self.speed)))
        out = np.interp(np.arange(count) * self.speed, np.arange(samples.size), samples)
        out = np.pad(out, (lead, tail))
        if self.room is not None:
            out = signal.fftconvolve(out, self.room)[: out.size]
        out = signal.fftconvolve(out, self.microphone, mode="same")
        ratio = self.ratio + draw.uniform(-2, 2)
        level = np.sqrt(speech_power(out)) * 10 ** (-ratio / 20)
        out = out + level * self._noise(draw, out.size, surroundings)
        return 0.5 * out / max(1e-9, np.abs(out).max()), lead

    def _noise(self, draw, count, surroundings):
        """What is heard beside the voice. rms 1."""
        if self.company == "babble":
            return surroundings.babble(draw, count, besides=self.speaker)
        if self.company == "noise":
            return surroundings.recorded(draw, count)
        return coloured(draw, count, self.slope)


def _room(draw):
    """Noise that fades away by 60 dB in 0.15 to 0.6 s, after the direct sound (Polack's model of a
    diffuse room)."""
    fade = draw.uniform(0.15, 0.6)
    times = np.arange(int(fade * RATE)) / RATE
    tail = draw.standard_normal(times.size) * np.exp(-6.9 * times / fade)
    tail[: int(0.002 * RATE)] = 0
    tail *= 10 ** (-draw.uniform(3, 15) / 20) / np.sqrt((tail**2).sum())
    tail[0] = 1
    return tail


def _microphone(draw):
    """A smooth response, +-6 dB; in a third of them, the edges cut off as well."""
    edges = np.array([0, 120, 300, 700, 1500, 3000, 5000, 8000])
    gains = draw.uniform(-6, 6, edges.size)
    low = draw.uniform(100, 350) if draw.random() < 0.33 else 0
    high = draw.uniform(3400, 7000) if draw.random() < 0.33 else 8000
    bins = np.linspace(0, 8000, 257)
    response = 10 ** (np.interp(bins, edges, gains) / 20)
    response = np.where((bins < low) | (bins > high), response * 0.03, response)
    return signal.firwin2(255, bins, response, fs=RATE)
