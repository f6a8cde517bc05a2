"""What is said in the recordings, as words of Aloud's dictionary."""

import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from manifests import read_rows  # noqa: E402

# Letter names as words of letters.dict. Z by where the speakers come from.
NAMES = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXY",
        "ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee"
        " double-u ex why".split(),
    )
)
BRITISH = {"grid"}
# The names that are told apart, in the order of the models' outputs.
LETTERS = sorted({*NAMES.values(), "zee", "zed"})


class Utterance:
    """What somebody said in a recording.

    path: from the folder that the manifest is in. words: of letters.dict, or English ones.
    group: the set of the manifest.
    """

    def __init__(self, path, words, speaker, group):
        self.path, self.words, self.speaker, self.group = path, words, speaker, group


def read_dictionary(*paths):
    """Word to its pronunciations in all files, in order."""
    sounds = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.startswith(("#", ";")) or not line.strip():
                    continue
                word, *phones = line.split()
                sounds.setdefault(re.sub(r"\(\d+\)$", "", word), []).append(phones)
    return sounds


def read_manifest(path, groups):
    """The utterances of some groups."""
    found = []
    for row in read_rows(path):
        group = row["set"]
        if group not in groups:
            continue
        words = []
        for token in row["transcript"].split():
            if token == "Z":
                words.append("zed" if group in BRITISH else "zee")
            elif token == "ZED":
                words.append("zed")
            elif token == "X-RAY":
                words.append("x-ray")
            else:
                words.append(NAMES.get(token, token.lower()))
        found.append(Utterance(row["path"], words, row["speaker"], group))
    return found
