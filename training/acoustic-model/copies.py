"""Makes copies of recordings in other voices, rooms, microphones and company."""

import concurrent.futures
import multiprocessing
import os

import numpy as np
import soundfile

from alignment import Span
from surroundings import RATE, quietest
from transcripts import Utterance
from voices import Voice, seeded

# How many bodies the one speaker of GRID has in each round of copies.
BODIES = 8
# The pause between words that are said one at a time, seconds.
PAUSE = 0.15, 0.7
HOP = 160  # samples a frame
FADE = 80  # samples in which a word's surroundings give way to a pause


class Copy(Utterance):
    """An utterance by another voice, as a recording below the folder of copies.

    The first part of its path is the round of copies: 0 are the recordings themselves.
    spans: where its words lie (`Span`), frames.
    """

    def __init__(self, path, said, speaker, spans=()):
        super().__init__(path, said.words, speaker, said.group)
        self.spans = spans


def as_recorded(said, corpus, out):
    """The recordings themselves, their words not found yet."""
    os.makedirs(out + "/0", exist_ok=True)
    for folder in {utterance.path.split("/")[0] for utterance in said}:
        if not os.path.lexists(f"{out}/0/{folder}"):
            os.symlink(f"{corpus}/{folder}", f"{out}/0/{folder}")
    return [Copy(f"0/{utterance.path}", utterance, utterance.speaker) for utterance in said]


def make(originals, out, rounds, surroundings):
    """Writes `rounds` copies of every original below the folder `out`, where those are too.

    In every other round each word is said by itself, as letters of a chart are.
    """
    jobs = [(original, number) for number in range(1, rounds + 1) for original in originals]
    with concurrent.futures.ProcessPoolExecutor(
        # Forked, all see the same surroundings, which would take long to send.
        mp_context=multiprocessing.get_context("fork"),
        initializer=_begin,
        initargs=(out, surroundings),
    ) as pool:
        return list(pool.map(_copy, jobs, chunksize=50))


_shared = None


def _begin(*shared):
    global _shared
    _shared = shared


def _copy(job):
    original, number = job
    out, surroundings = _shared
    name = original.path.split("/", 1)[1]
    speaker = original.speaker
    if original.group == "grid":
        speaker = f"grid_{seeded('body', name).integers(BODIES)}"
    samples, _ = soundfile.read(f"{out}/{original.path}")
    spans = original.spans
    if number % 2 == 1:
        samples, spans = _spread(samples, spans, seeded("pauses", name, number))
    voice = Voice(speaker, number)
    sound, lead = voice.speak(samples, name, surroundings)
    path = f"{number}/{os.path.splitext(name)[0]}.wav"
    os.makedirs(os.path.dirname(f"{out}/{path}"), exist_ok=True)
    soundfile.write(f"{out}/{path}", sound, RATE, subtype="PCM_16")

    def place(frame):
        return round(frame / voice.speed + lead / HOP)

    spans = [Span(span.word, place(span.first), place(span.end)) for span in spans]
    return Copy(path, original, f"{speaker}#{number}", spans)


def _spread(samples, spans, draw):
    """The recording with a pause after each word but the last, and where its words lie in it."""
    words = [span for span in spans if span.is_word]
    quiet = quietest(samples)
    pieces, moved, begun, added = [], [], 0, 0
    for index, word in enumerate(words):
        moved.append(Span(word.word, word.first + added, word.end + added))
        if index + 1 < len(words):
            end = HOP * (word.end + words[index + 1].first) // 2
            frames = int(100 * draw.uniform(*PAUSE))
            pieces += [samples[begun:end], np.resize(quiet, HOP * frames)]
            begun, added = end, added + frames
    pieces.append(samples[begun:])
    return _joined(pieces), moved


def _joined(pieces):
    """Pieces of sound one after another, without clicks."""
    ramp = np.linspace(0, 1, FADE)
    for index, piece in enumerate(pieces):
        pieces[index] = piece = piece.copy()
        if index > 0 and piece.size > 2 * FADE:
            piece[:FADE] *= ramp
        if index + 1 < len(pieces) and piece.size > 2 * FADE:
            piece[-FADE:] *= ramp[::-1]
    return np.concatenate(pieces)
