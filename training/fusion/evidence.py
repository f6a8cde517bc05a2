"""Reads what `aloud evaluate --evidence` wrote: every word heard, with both opinions on it."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from manifests import Fault, read_text  # noqa: E402

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NAMES = dict(zip(
    "ay bee see dee ee eff gee aitch eye jay kay ell em en oh pea cue are ess tea you vee double-u "
    "ex why zee".split(), LETTERS)) | {"zed": "Z"}  # fmt: skip
CODE_WORDS = dict(zip(
    "alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar "
    "papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu".split(),
    LETTERS))  # fmt: skip
DIRECTIONS = "up top down bottom left right".split()
COMMANDS = "pass blank nothing again repeat wait pause continue stop no".split()
SPELLINGS = {"XRAY": "X-RAY", "ALFA": "ALPHA", "JULIETT": "JULIET", "OH": "O", "WHISKY": "WHISKEY"}


@dataclass
class Heard:
    word: dict  # as in the file
    truth: str  # a letter, an answer word in small letters, or "other"
    speaker: str
    set: str
    path: str
    alone: bool  # nothing else was heard in the breath
    beside: list  # the words before and after it in the breath


def truth_of(token):
    token = SPELLINGS.get(token, token)
    if len(token) == 1:
        return token
    small = token.lower()
    return small if small in CODE_WORDS or small in DIRECTIONS or small in COMMANDS else "other"


def meaning(word):
    return NAMES.get(word) or word.strip("<>")


def aligned(tokens, words):
    """For each heard word the token that it belongs to, at the least cost; None where none."""
    def cost(token, word):
        return 0.0 if meaning(word["word"]).upper() == token else 1.0

    rows, columns = len(tokens) + 1, len(words) + 1
    best = [[float(i + j) for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            best[i][j] = min(best[i - 1][j - 1] + cost(tokens[i - 1], words[j - 1]),
                             best[i - 1][j] + 1, best[i][j - 1] + 1)  # fmt: skip
    found = [None] * len(words)
    i, j = len(tokens), len(words)
    while i and j:
        if best[i][j] == best[i - 1][j - 1] + cost(tokens[i - 1], words[j - 1]):
            i, j = i - 1, j - 1
            found[j] = tokens[i]
        elif best[i][j] == best[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return found


def read(path):
    """All heard words of a file; words without the second opinion are left out, and so are "a" and
    "I" in read sentences: whether the sound in their place is theirs is not known."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if not line:
            continue
        try:
            row = json.loads(line)
            words = [word for breath in row["breaths"] for word in breath]
            whole = {"path", "transcript", "speaker", "set"} <= row.keys() and all(
                {"word", "opinion", "scores"} <= word.keys() for word in words)  # fmt: skip
        except (ValueError, KeyError, TypeError, AttributeError):
            whole = False
        if not whole:
            raise Fault(f"{path}:{number}: this is no evidence. Have 'aloud evaluate --evidence'"
                        " write the file.")  # fmt: skip
        yield from _heard(row)


def _heard(row):
    """The heard words of one recording."""
    tokens = [SPELLINGS.get(t, t) for t in row["transcript"].upper().split()]
    words = [w for breath in row["breaths"] for w in breath]
    beside = [breath[max(0, i - 1) : i] + breath[i + 1 : i + 2]
              for breath in row["breaths"] for i in range(len(breath))]  # fmt: skip
    for word, token, near in zip(words, aligned(tokens, words), beside):
        if word["opinion"] is None:
            continue
        truth = "other" if token is None else truth_of(token)
        if len(truth) == 1 and row["set"] == "readers":
            continue
        yield Heard(word, truth, row["speaker"], row["set"], row["path"], not near, near)
