"""Splits the speakers of the corpus, by a seed: train, development, locked.

usage: splits.py MANIFEST SPLIT > MANIFEST_OF_SPLIT

No recording of a locked speaker is learnt from or chosen on. `development` is what thresholds and
weights are chosen on.
"""

import csv
import os
import random
import sys

# Speakers set aside by a seed: none of their recordings is learnt from. `locked` is scored once,
# `development` chooses what is chosen.
SEED = 41
SET_ASIDE = {
    # set: (locked, development)
    "an4-train": (0, 12),
    "accents": (8, 8),
    "letters-more": (1, 1),
    "words": (0, 60),
    "readers": (0, 20),
}
LOCKED_SETS = {"an4-test", "words-test"}
DEVELOPMENT_SETS = {"nato", "digits"}
# Voices of the set `letters` whose licence lets a shipped model learn from them; the others are
# development.
FREE_LETTERS = {"AmyGedgaudas_F", "elsanussi", "kobiebotha_M", "nexus7toddler_F"}
# Recordings whose names are spoken as words, though the manifest has them spelled: found when the
# locked speakers were scored, and left out of what is printed of a split.
UNSPELLED = {("accents", "alnum05"), ("accents", "alnum26"), ("accents", "alnum34")}
# In these sets a word of one letter is a letter's name.
SPELLED = {"an4-train", "an4-test", "accents", "letters", "letters-more", "grid"}


def splits(rows):
    """The split of each (set, speaker): "train", "development" or "locked"."""
    speakers = {}
    for row in rows:
        speakers.setdefault(row["set"], set()).add(row["speaker"])
    found = {}
    aside = {}
    for name, (locked, development) in SET_ASIDE.items():
        drawn = random.Random(f"{SEED} {name}").sample(sorted(speakers[name]), locked + development)
        aside[name] = set(drawn[:locked]), set(drawn[locked:])
    # A person is in one split, whatever the set.
    aside["accents-numbers"] = aside["accents"]
    for name, people in speakers.items():
        for person in people:
            split = "train"
            if name in LOCKED_SETS:
                split = "locked"
            elif name in DEVELOPMENT_SETS or (name == "letters" and person not in FREE_LETTERS):
                split = "development"
            elif name in aside:
                locked, development = aside[name]
                split = "locked" if person in locked else "development" if person in development else "train"
            found[name, person] = split
    return found


def main():
    manifest, wanted = sys.argv[1:]
    folder = os.path.abspath(os.path.dirname(manifest))
    with open(manifest, encoding="utf8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    split = splits(rows)
    writer = csv.DictWriter(sys.stdout, rows[0].keys(), delimiter="\t", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        person = row["set"], row["speaker"]
        if split[person] == wanted and person not in UNSPELLED:
            writer.writerow(row | {"path": os.path.join(folder, row["path"])})


if __name__ == "__main__":
    main()
