"""The letters said in recordings, cut out as Aloud cuts out what it scores."""

import numpy as np

import cepstra
from transcripts import LETTERS

# Frames around a letter among other words, give or take some: Aloud takes 3 (`spanMargin`).
AMONG = 3
# Frames around a letter said alone: Aloud takes 10 (`context`) around what it takes for speech,
# which in a noisy room may begin long before the letter.
ALONE, NOISY = 10, 50
# How much slower a letter is said alone than in a spelled word, and among other words.
SLOWER_ALONE, SLOWER_AMONG = (0.85, 1.6), (0.9, 1.15)
SHORTEST, LONGEST = 9, 120  # frames of a letter; what is shorter or longer was found wrongly


class SpokenLetter:
    """One letter said.

    frames: the cepstra of the letter and up to NOISY frames around it, [frame][13]. first, end:
    where the letter lies in them. quiet: how many frames before and after it belong to no other
    word.
    speaker: the person, and behind "#" which copy.
    """

    def __init__(self, frames, first, end, quiet, letter, speaker):
        self.frames, self.first, self.end, self.quiet = frames, first, end, quiet
        self.letter, self.speaker = letter, speaker
        self.person = speaker.split("#")[0]
        self.is_alone = min(quiet) >= ALONE

    def usual(self):
        """The features of the letter as it is cut out of a quiet recording: [frame][39]."""
        margin = ALONE if self.is_alone else AMONG
        return self._features(1, margin, margin)

    def drawn(self, draw):
        """The features of the letter as it may be said and cut out of any recording."""
        slower = draw.uniform(*(SLOWER_ALONE if self.is_alone else SLOWER_AMONG))
        return self._features(slower, self._margin(draw), self._margin(draw))

    def _margin(self, draw):
        if not self.is_alone:
            return AMONG + draw.integers(-2, 4)
        if draw.random() < 0.5:
            return draw.integers(ALONE - 4, ALONE + 5)
        return draw.integers(5, NOISY)

    def _features(self, slower, before, after):
        if self.is_alone:
            before, after = (int(min(m, slower * q)) for m, q in zip((before, after), self.quiet))
        start = max(0, round(slower * self.first) - before)
        frames = cepstra.with_changes(_stretched(self.frames, slower))
        return frames[start : round(slower * self.end) + after]


def _stretched(frames, slower):
    """So many times as many frames, between those that there are."""
    at = np.minimum(np.arange(round(slower * len(frames))) / slower, len(frames) - 1)
    low = np.minimum(at.astype(int), len(frames) - 2)
    share = (at - low).astype("f4")[:, None]
    return (1 - share) * frames[low] + share * frames[low + 1]


def find(copy, folder):
    """The letters of a `Copy`. folder: where the cepstra are."""
    frames = cepstra.read(f"{folder}/{copy.path}.mfc")
    words = [span for span in copy.spans if span.is_word]
    found = []
    for index, span in enumerate(words):
        first, end = span.first, min(span.end, len(frames))
        if span.word not in LETTERS or not SHORTEST <= end - first <= LONGEST:
            continue
        before = first - (words[index - 1].end if index > 0 else 0)
        after = (words[index + 1].first if index + 1 < len(words) else len(frames)) - end
        start = max(0, first - NOISY)
        found.append(
            SpokenLetter(
                frames[start : end + NOISY],
                first - start,
                end - start,
                (before, after),
                LETTERS.index(span.word),
                copy.speaker,
            )
        )
    return found
