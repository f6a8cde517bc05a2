"""What speaks for each thing that a heard word may have been, as numbers.

The same arithmetic as `HearingFusion` in Aloud; each class has a row, each feature a column.
"""

import numpy as np

from evidence import CODE_WORDS, COMMANDS, DIRECTIONS, LETTERS, NAMES

ANSWERS = [*CODE_WORDS, *DIRECTIONS, *COMMANDS]
CLASSES = [*LETTERS, *ANSWERS, "other"]
# A word that PocketSphinx did not find worth scoring is this many nats behind the best.
LEAST_SCORE = -60.0
# A word that the net does not know, or holds for impossible.
LEAST_OPINION = -12.0
# From how far speech rises over what lies around it, dB, it is quiet there, and up to where noisy.
QUIET, NOISY = 30.0, 15.0
FEATURES = [
    "letterScore", "letterOpinion", "letter", "letterFit", "letterOdds",
    "letterLong", "letterShort", "letterLoudness", "letterUnscored", "letterInCompany",
    "letterBesideOther",
    "letterInNoise", "letterScoreInNoise", "letterOpinionInNoise", "letterFitInNoise",
    "wordScore", "wordOpinion", "wordNamed", "codeWord", "direction", "command",
    "otherScore", "otherOpinion", "otherNamed",
]  # fmt: skip
COLUMN = {name: index for index, name in enumerate(FEATURES)}


def softened(nats):
    """Scores of whole words claim too much: their differences count by their root."""
    return -np.sqrt(-np.maximum(nats, LEAST_SCORE))


def noisiness(word):
    """How noisy it is where a word was said, 0 to 1."""
    return min(1.0, max(0.0, (QUIET - word["loudness"]) / (QUIET - NOISY)))


def is_no_answer(word):
    """Whether the recogniser's search found a word that is no answer."""
    return word["word"].startswith("<") and word["word"] != "<unknown>"


def table(heard, letters=LETTERS):
    """Features of every class; letters that are not listened for have a row of minus infinity."""
    word, x = heard.word, np.zeros((len(CLASSES), len(FEATURES)))
    scores, opinion = word["scores"], word["opinion"]
    seconds = word["end"] - word["start"]
    p = min(max(opinion["letter?"], 1e-6), 1 - 1e-6)
    own = {}
    for name, nats in scores.items():
        letter = NAMES.get(name)
        if letter:
            own[letter] = max(own.get(letter, LEAST_SCORE), nats)
    unscored = not scores
    noise = noisiness(word)
    others = np.mean([is_no_answer(near) for near in heard.beside]) if heard.beside else 0
    for row, letter in enumerate(LETTERS):
        if letter not in letters:
            x[row] = -np.inf
            continue
        x[row, COLUMN["letterScore"]] = 0 if unscored else softened(own.get(letter, LEAST_SCORE))
        x[row, COLUMN["letterOpinion"]] = max(opinion[letter], LEAST_OPINION)
        x[row, COLUMN["letter"]] = 1
        x[row, COLUMN["letterFit"]] = 0 if unscored else word["fit"]
        x[row, COLUMN["letterOdds"]] = np.log(p / (1 - p))
        x[row, COLUMN["letterLong"]] = max(0, seconds - 0.5)
        x[row, COLUMN["letterShort"]] = min(max(0, 0.3 - seconds), 0.05) if heard.alone else 0
        x[row, COLUMN["letterLoudness"]] = word["loudness"] / 10
        x[row, COLUMN["letterUnscored"]] = unscored
        x[row, COLUMN["letterInCompany"]] = not heard.alone
        x[row, COLUMN["letterBesideOther"]] = others
        for name in ("letter", "letterScore", "letterOpinion", "letterFit"):
            x[row, COLUMN[name + "InNoise"]] = noise * x[row, COLUMN[name]]
    for row, name in enumerate(ANSWERS, start=len(LETTERS)):
        x[row, COLUMN["wordScore"]] = 0 if unscored else softened(scores.get(name, LEAST_SCORE))
        x[row, COLUMN["wordOpinion"]] = max(opinion.get(name.upper(), LEAST_OPINION), LEAST_OPINION)
        x[row, COLUMN["wordNamed"]] = word["word"] == name
        group = "codeWord" if name in CODE_WORDS else "direction" if name in DIRECTIONS else "command"
        x[row, COLUMN[group]] = 1
    known = {*NAMES, *ANSWERS}
    rest = [nats for name, nats in scores.items() if name not in known]
    x[-1, COLUMN["otherScore"]] = 0 if unscored else softened(max(rest, default=LEAST_SCORE))
    answers = {name.upper() for name in ANSWERS}
    logs = [v for name, v in opinion.items()
            if len(name) > 1 and name != "letter?" and name not in answers]  # fmt: skip
    x[-1, COLUMN["otherOpinion"]] = max(np.logaddexp.reduce(logs), LEAST_OPINION)
    x[-1, COLUMN["otherNamed"]] = is_no_answer(word)
    return x
