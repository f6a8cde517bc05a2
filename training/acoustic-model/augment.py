"""Other voices, rooms and microphones out of the recordings that there are.

Each copy of a speaker has one pitch, one room and one microphone, as a person at a test has; the
noise changes from recording to recording.
"""

import hashlib

import numpy as np
from scipy import signal

RATE = 16_000


def seeded(*names):
    text = "/".join(map(str, names)).encode()
    return np.random.default_rng(int.from_bytes(hashlib.sha256(text).digest()[:8], "little"))


class Voice:
    """A copy of a speaker in another body, room and microphone."""

    def __init__(self, speaker, copy):
        draw = seeded("voice", speaker, copy)
        self.speed = float(np.exp(draw.uniform(np.log(0.88), np.log(1.13))))
        self.room = self._room(draw) if draw.random() < 0.5 else None
        self.filter = self._microphone(draw)
        self.noise_colour = draw.uniform(0, 1.2)

    @staticmethod
    def _room(draw):
        """Noise that fades away by 60 dB in 0.15 to 0.6 s, after the direct sound."""
        fade = draw.uniform(0.15, 0.6)
        times = np.arange(int(fade * RATE)) / RATE
        tail = draw.standard_normal(times.size) * np.exp(-6.9 * times / fade)
        tail[: int(0.002 * RATE)] = 0
        tail *= 10 ** (-draw.uniform(3, 15) / 20) / np.sqrt((tail**2).sum())
        tail[0] = 1
        return tail

    @staticmethod
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

    def speak(self, samples, path):
        """The recording as this voice would have made it; -1 to 1."""
        draw = seeded("noise", path, self.speed)
        count = max(1, int(round(samples.size / self.speed)))
        out = np.interp(np.arange(count) * self.speed, np.arange(samples.size), samples)
        if self.room is not None:
            out = signal.fftconvolve(out, self.room)[:count]
        out = signal.fftconvolve(out, self.filter, mode="same")
        level = np.sqrt(np.mean(np.sort(out**2)[-max(1, count // 5) :]))
        snr = draw.uniform(12, 40)
        noise = self._noise(draw, count)
        out = out + noise * level * 10 ** (-snr / 20)
        return 0.5 * out / max(1e-9, np.abs(out).max())

    def _noise(self, draw, count):
        """Noise whose power falls by 0 to 12 dB an octave; rms 1."""
        spectrum = np.fft.rfft(draw.standard_normal(count + 1024))
        bins = np.maximum(1, np.arange(spectrum.size) * RATE / (count + 1024) / 50)
        noise = np.fft.irfft(spectrum * bins**-self.noise_colour)[:count]
        return noise / max(1e-9, np.sqrt(np.mean(noise**2)))
