#!/usr/bin/env python3
"""Has flite and espeak-ng say what is no answer, "um", "haha", "I can see it", and prints their rows.

    python no_answers.py FOLDER > no-answers.tsv
    aloud evaluate --letters chart --each-alone no-answers.tsv

To know how many are answered with a letter or acted on as a command, each kind as a set of its own; the
fusion is not fitted to them.
"""

import numpy as np

from rooms import by_all, record, sound_folder

KINDS = {
    "hesitation": ("um", "uh", "er", "ah", "mm", "hmm", "let me see", "one moment"),
    "laughter": ("haha", "ha ha ha", "hehe"),
    "unfinished": ("i think it's a", "i think it is a", "it looks like an", "maybe"),
    # All but the first word of "I can't see it": of synthetic voices hardly told from it.
    "seen": ("i can see it", "i can see that one", "i can read it", "i can see everything",
             "i can read everything", "yes i can see it"),
    "talk": ("oh no", "can you hear me", "okay", "ready", "hello", "thank you", "what time is it",
             "is it my turn", "it is a bit small", "and then he had a better idea"),
}  # fmt: skip


def main():
    folder = sound_folder(__doc__)
    draw = np.random.default_rng(1)
    print("path", "transcript", "speaker", "set", sep="\t")
    for kind, phrases in KINDS.items():
        for number, phrase in enumerate(phrases):
            for voice, said in by_all(phrase, folder / "said.wav"):
                path = folder / f"{voice}-{kind}-{number}.wav"
                record(said, path, draw)
                print(path, phrase, voice, kind, sep="\t")
    (folder / "said.wav").unlink()


if __name__ == "__main__":
    main()
