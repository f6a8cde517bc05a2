#!/usr/bin/env python3
"""Has flite and espeak-ng say letters inside sentences, "I think it's a D", and prints their rows.

    python phrases.py FOLDER > phrases.tsv
    aloud evaluate --letters etdrs phrases.tsv

To know how many of these letters are heard, by flite's voices (set flite) and by espeak-ng's accents
(set espeak); the fusion is not fitted to them. In the transcripts the
words are written small, so that only the letter is one.
"""

import numpy as np

from rooms import VOICES, by_all, record, sound_folder

LETTERS = "CDHKNORSVZ"
# Letters whose names begin with a vowel.
WITH_AN = set("HNORS")
PHRASES = ("i think it's {a}", "it looks like {a}", "maybe {a}", "that is {a}", "is it {a}",
           "the letter")  # fmt: skip


def main():
    folder = sound_folder(__doc__)
    draw = np.random.default_rng(1)
    print("path", "transcript", "speaker", "set", sep="\t")
    for number, phrase in enumerate(PHRASES):
        for letter in LETTERS:
            words = phrase.format(a="an" if letter in WITH_AN else "a") + " " + letter
            for voice, said in by_all(words, folder / "said.wav"):
                path = folder / f"{voice}-{number}-{letter}.wav"
                record(said, path, draw)
                name = "flite" if voice in VOICES else "espeak"
                print(path, words, voice, name, sep="\t")
    (folder / "said.wav").unlink()


if __name__ == "__main__":
    main()
