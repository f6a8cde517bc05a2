"""Which phone is said when, in recordings whose words are known."""

import numpy as np

from segments import HOP, Aligner

PHONES = """AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH
UW V W Y Z ZH""".split()
# Silence, and for each phone its first and its second half.
CLASSES = 1 + 2 * len(PHONES)
# Words that are said and that the model's dictionary does not know.
PRONUNCIATIONS = {
    "rubout": "R AH B AW T", "haitch": "HH EY CH", "x-ray": "EH K S R EY", "juliet": "JH UW L IY EH T",
    "um": "AH M", "uh": "AH", "er": "ER", "hmm": "HH AH M", "mm": "M", "aha": "AH HH AA",
}  # fmt: skip
# Frames around a word that is aligned by itself.
AROUND = 6


class PhoneAligner(Aligner):
    """Forced alignment with PocketSphinx, down to phones."""

    def __init__(self):
        super().__init__()
        for word, phones in PRONUNCIATIONS.items():
            if self.decoder.lookup_word(word) is None:
                self.decoder.add_word(word, phones, True)

    def classes(self, samples, words):
        """The class of every 10 ms, or None where the words do not fit."""
        peak = np.abs(samples).max(initial=0)
        if peak == 0:
            return None
        # Neither cut off at the top nor lost in the steps of 16 bits.
        loud = samples * (0.3 / peak if peak < 0.05 or peak > 0.4 else 1)
        found = self._phones(loud, words)
        if found is None and len(words) > 1:
            found = self._word_by_word(loud, words)
        return None if found is None else _classes(found, len(samples) // HOP)

    def _phones(self, samples, words):
        """Phones with their first frame and their number of frames."""
        names = [f"letter_{word}" if len(word) == 1 else word.lower() for word in words]
        if any(self.decoder.lookup_word(name) is None for name in names):
            return None
        pcm = np.clip(samples * 32767, -32768, 32767).astype(np.int16).tobytes()
        try:
            self.decoder.set_align_text(" ".join(names))
            self._decode(pcm)
            if self.decoder.hyp() is None:
                return None
            self.decoder.set_alignment()
            self._decode(pcm)
            alignment = self.decoder.get_alignment()
        except RuntimeError:  # No path: what is said is something else, or the beams lost it.
            return None
        return [(phone.name, phone.start, phone.duration) for word in alignment for phone in word]

    def _decode(self, pcm):
        self.decoder.start_utt()
        self.decoder.process_raw(pcm, full_utt=True)
        self.decoder.end_utt()

    def _word_by_word(self, samples, words):
        """Phones of a long recording, in which PocketSphinx finds words and no states."""
        try:
            spans = self.align(samples, words)
        except RuntimeError:
            return None
        found = []
        for word, start, end in spans or []:
            first = max(0, start // HOP - AROUND)
            phones = self._phones(samples[first * HOP : end + AROUND * HOP], [word])
            if phones is None:
                return None
            found += [(phone, first + at, count) for phone, at, count in phones if phone in PHONES]
        return found or None


def _classes(found, count):
    classes = np.zeros(count, np.uint8)
    for phone, first, frames in found:
        if phone in PHONES:
            half = first + max(1, (frames + 1) // 2)
            classes[first:half] = 1 + 2 * PHONES.index(phone)
            classes[half : first + frames] = 2 + 2 * PHONES.index(phone)
    return classes
