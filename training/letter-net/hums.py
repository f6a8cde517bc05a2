"""Hums and beeps: sounds with a pitch that are nobody's answer, put together from harmonics.

There are no recordings of people who hum that anyone may use; without any, nets take a sustained hum
for a letter that is little but one vowel.
"""

import numpy as np

from clips import AROUND, cut
from segments import RATE

ROW = {"set": "hums", "speaker": "hum", "path": "hum"}
# Of all hums: behind closed lips, harmonics that no mouth shapes, and beeps.
KINDS = (0.5, 0.35, 0.15)


def hums(generator, count=3000):
    """Clips of one hum each, 0.15 to 1.3 s, with silence around it."""
    for _ in range(count):
        length = int(generator.uniform(0.15, 1.3) * RATE)
        sound = _hum(length, generator) * _loudness(length, generator)
        breath = generator.normal(0, 1, length) * 10 ** (-generator.uniform(25, 60) / 20)
        sound = sound / np.sqrt((sound**2).mean()) + breath * np.abs(sound).max()
        around = np.pad(0.05 * sound, AROUND)
        around += generator.normal(0, 10 ** -generator.uniform(3.5, 5), len(around))
        yield cut(around, AROUND, AROUND + length, "OTHER", ROW)


def _hum(length, g):
    kind = g.choice(3, p=KINDS)
    if kind == 2:
        base, partials = g.uniform(200, 3000), int(g.integers(1, 4))
    else:
        base, partials = g.uniform(85, 320), 40
    pitch = base * _melody(length, g)
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    # How fast higher harmonics fall: 1 / n is a bright voice, 1 / n² the glottal source's 12 dB an
    # octave (Fant, Acoustic Theory of Speech Production, 1960).
    fall = g.uniform(0.7, 2.4)
    lips = _lips(g) if kind == 0 else lambda hertz: 1.0
    sound = np.zeros(length)
    for n in range(1, partials + 1):
        hertz = n * base
        if hertz > 0.45 * RATE:
            break
        sound += n**-fall * lips(hertz) * np.sin(n * phase + g.uniform(0, 2 * np.pi))
    return sound


def _melody(length, g):
    """The pitch over its base: unchanging, gliding, or trembling."""
    at = np.arange(length) / RATE
    if g.random() < 0.35:
        return np.ones(length)
    glide = 2 ** (g.normal(0, 0.15) * at / at[-1])
    tremble = 1 + g.uniform(0, 0.03) * np.sin(2 * np.pi * g.uniform(3, 7) * at)
    wander = np.interp(at, np.linspace(0, at[-1], 9), 1 + g.normal(0, 0.01, 9))
    return glide * tremble * wander


def _lips(g):
    """What a closed mouth lets through of a frequency in Hz: nasal resonances near 300, 1000 and
    2200 Hz, the lowest by far the strongest (Fujimura, Analysis of nasal consonants, JASA 1962)."""
    resonances = [(g.uniform(220, 350), g.uniform(50, 120), 1),
                  (g.uniform(800, 1300), g.uniform(100, 300), 10 ** (-g.uniform(12, 30) / 20)),
                  (g.uniform(1900, 2600), g.uniform(150, 400), 10 ** (-g.uniform(16, 36) / 20))]

    def gain(hertz):
        return sum(much / np.hypot(1, (hertz - centre) / width) for centre, width, much in resonances)

    return gain


def _loudness(length, g):
    """Rises, holds, falls; every fourth time in two: "mm-hm"."""
    at = np.arange(length) / RATE
    total = length / RATE
    rise, fall = g.uniform(0.01, 0.3, 2) * total
    shape = np.minimum(1, np.minimum(at / rise, (total - at) / fall)).clip(0)
    shape = shape ** g.uniform(0.5, 2) * 10 ** (g.normal(0, 3) * (at / total - 0.5) / 20)
    if g.random() < 0.25 and total > 0.3:
        middle, width = g.uniform(0.35, 0.65) * total, g.uniform(0.02, 0.08)
        shape *= 1 - 0.98 * np.exp(-(((at - middle) / width) ** 2))
    return shape
