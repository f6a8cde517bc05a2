"""What else can be heard where somebody speaks: other people, appliances, the hiss of a room."""

import numpy as np
import soundfile

RATE = 16_000
# Of each talker so much is kept, seconds: enough that a breath of it hardly comes twice.
TALK = 20


class Surroundings:
    """Draws the noise of rooms.

    talkers: speaker to sound; noises: sounds. Sounds are 16-bit samples at RATE.
    """

    def __init__(self, talkers, noises):
        self.talkers = talkers
        self.noises = noises

    @classmethod
    def read(cls, corpus, talk, noises):
        """From recordings: `talk` (utterances of people) and `noises` (paths)."""
        pieces = {}
        for utterance in talk:
            theirs = pieces.setdefault(utterance.speaker, [])
            if sum(map(len, theirs)) < TALK * RATE:
                theirs.append(_samples(f"{corpus}/{utterance.path}"))
        talkers = {speaker: np.concatenate(theirs) for speaker, theirs in pieces.items()}
        return cls(talkers, [_samples(f"{corpus}/{path}") for path in noises])

    def babble(self, draw, count, besides):
        """Two to six people talking, none of them `besides`; up to 6 dB apart in level. rms 1."""
        others = sorted(speaker for speaker in self.talkers if speaker != besides)
        chosen = draw.choice(len(others), draw.integers(2, 7), replace=False)
        sounds = [_piece(self.talkers[others[index]], draw, count) for index in chosen]
        return _unit(sum(_unit(sound) * 10 ** (draw.uniform(-3, 3) / 20) for sound in sounds))

    def recorded(self, draw, count):
        """A stretch of one recording of noise. rms 1."""
        return _unit(_piece(self.noises[draw.integers(len(self.noises))], draw, count))


def coloured(draw, count, slope):
    """Noise whose power falls by 6 dB * 2 * slope an octave above 50 Hz. rms 1."""
    spectrum = np.fft.rfft(draw.standard_normal(count + 1024))
    bins = np.maximum(1, np.arange(spectrum.size) * RATE / (count + 1024) / 50)
    return _unit(np.fft.irfft(spectrum * bins**-slope)[:count])


def speech_power(samples):
    """The mean power of the 10 ms pieces within 30 dB of the loudest: those that hold speech."""
    pieces = samples[: len(samples) // 160 * 160].reshape(-1, 160)
    powers = (pieces**2).mean(axis=1)
    return powers[powers >= powers.max() / 1000].mean()


def quietest(samples):
    """The 0.2 s of a recording with the least power, forwards and backwards, so that it can be
    repeated."""
    length = RATE // 5
    energy = np.cumsum(np.pad(samples**2, (1, 0)))
    start = int(np.argmin(energy[length:] - energy[:-length])) if samples.size > length else 0
    piece = samples[start : start + length]
    return np.concatenate([piece, piece[::-1]])


def _samples(path):
    return soundfile.read(path, dtype="int16")[0]


def _piece(sound, draw, count):
    """So many samples from anywhere in a sound, which begins anew where it ends."""
    start = draw.integers(len(sound))
    return sound[(start + np.arange(count)) % len(sound)].astype("f4")


def _unit(sound):
    return sound / max(1e-9, np.sqrt(np.mean(sound**2)))
