"""Where words lie in recordings: by forced alignment, or by their energy."""

import numpy as np
from pocketsphinx import Decoder

RATE = 16000
HOP = 160

# How the letters are said, in the phones of PocketSphinx's US English model.
LETTER_PHONES = {
    "A": ["EY"], "B": ["B IY"], "C": ["S IY"], "D": ["D IY"], "E": ["IY"], "F": ["EH F"],
    "G": ["JH IY"], "H": ["EY CH"], "I": ["AY"], "J": ["JH EY"], "K": ["K EY"], "L": ["EH L"],
    "M": ["EH M"], "N": ["EH N"], "O": ["OW"], "P": ["P IY"], "Q": ["K Y UW"], "R": ["AA R"],
    "S": ["EH S"], "T": ["T IY"], "U": ["Y UW"], "V": ["V IY"],
    "W": ["D AH B AH L Y UW", "D AH B Y UW"], "X": ["EH K S"], "Y": ["W AY"],
    "Z": ["Z IY", "Z EH D"],
}  # fmt: skip


class Aligner:
    """Forced alignment with PocketSphinx: which word is said when."""

    def __init__(self):
        self.decoder = Decoder(lm=None, loglevel="FATAL", beam=1e-80, wbeam=1e-60, pbeam=1e-60)
        for letter, sounds in LETTER_PHONES.items():
            for index, phones in enumerate(sounds):
                name = f"letter_{letter}" + (f"({index + 1})" if index else "")
                self.decoder.add_word(name, phones, True)

    def align(self, samples, words):
        """The words with their first and last sample, or None where they do not fit.

        samples: float, -1…1, 16 kHz. words: as in a manifest; one character is a letter.
        """
        names = [f"letter_{word}" if len(word) == 1 else word.lower() for word in words]
        known = [self.decoder.lookup_word(name) is not None for name in names]
        if not all(known):
            return None
        self.decoder.set_align_text(" ".join(names))
        self.decoder.start_utt()
        pcm = np.clip(samples * 32767, -32768, 32767).astype(np.int16)
        self.decoder.process_raw(pcm.tobytes(), no_search=False, full_utt=True)
        self.decoder.end_utt()
        if self.decoder.hyp() is None:
            return None
        found = [
            (segment.start_frame * HOP, (segment.end_frame + 1) * HOP)
            for segment in self.decoder.seg()
            if not segment.word.startswith(("<", "["))
        ]
        return [(w, a, b) for w, (a, b) in zip(words, found)] if len(found) == len(words) else None


def energies(samples):
    """The pre-emphasised energy of every 10 ms, in dB over one step of 16 bits, as Aloud's
    `SpeechEnergy` has it."""
    sound = np.asarray(samples, np.float64) * 32768
    sound = np.append(sound[:1], sound[1:] - 0.97 * sound[:-1])
    frames = np.lib.stride_tricks.sliding_window_view(sound, 400)[::HOP]
    return 10 * np.log10((frames**2).mean(axis=1) + 0.01)


def spoken_span(samples):
    """The first and last sample of the one word in a recording, or None.

    Grown from the loudest frame over frames above `SpeechThreshold.level`, bridging 220 ms.
    """
    if len(samples) < 1600:
        return None
    levels = energies(samples)
    peak = levels.max()
    noise = np.sort(levels)[len(levels) // 10]
    if len(levels) < 100:
        noise = min(noise, peak - 30)
    threshold = max(peak - 30, min(noise + 8, peak - 10))
    loud = np.flatnonzero(levels > threshold)
    at = int(np.searchsorted(loud, levels.argmax()))
    first = last = at
    while first > 0 and loud[first] - loud[first - 1] <= 22:
        first -= 1
    while last + 1 < len(loud) and loud[last + 1] - loud[last] <= 22:
        last += 1
    start, end = loud[first] * HOP, loud[last] * HOP + 400
    return (start, min(end, len(samples))) if end - start >= 1280 else None
