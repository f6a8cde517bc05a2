"""Words said by flite and espeak-ng, and words as said alone in a quiet room."""

import argparse
import subprocess
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

RATE = 16000
# flite's; kal is kal16 at half the rate.
VOICES = ("kal16", "awb", "rms", "slt")
# espeak-ng's accents of English: American, British, Scottish, Received Pronunciation.
ACCENTS = ("en-us", "en-gb", "en-gb-scotland", "en-gb-x-rp")
# Silence around a word, and the noise of a room, of full scale.
SILENCE = np.zeros(int(0.4 * RATE))
ROOM = 0.0004


def sound_folder(about):
    """The folder that the command line of a script names, made where it is not there."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("folder", help="where the sound files go")
    folder = Path(parser.parse_args().folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def by_flite(word, voice, settings, path):
    """What a voice of flite makes of a word, through a file of that path."""
    options = [part for setting in settings for part in ("--setf", setting)]
    subprocess.run(["flite", "-voice", voice, *options, "-t", word, "-o", path], check=True)
    return read(path)


def by_espeak(word, accent, path):
    """The same by espeak-ng."""
    subprocess.run(["espeak-ng", "-v", accent, "-s", "150", "-w", path, word], check=True)
    return read(path)


def by_all(word, path):
    """Every voice and what it makes of a word, through a file of that path."""
    for voice in VOICES:
        yield voice, by_flite(word, voice, (), path)
    for accent in ACCENTS:
        yield accent, by_espeak(word, accent, path)


def read(path):
    """The samples of a file at 16 kHz."""
    samples, rate = soundfile.read(path)
    return resample_poly(samples, RATE, rate) if rate != RATE else samples


def record(word, path, draw):
    """Writes the samples of a word as said alone in a quiet room."""
    sound = np.concatenate([SILENCE, word, SILENCE])
    sound += draw.normal(0, ROOM, len(sound))
    soundfile.write(path, sound, RATE, subtype="PCM_16")
