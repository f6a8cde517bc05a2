"""Fits the probability that an answer was said to what `aloud evaluate --evidence` wrote of
recordings of people: a logistic regression on how far it is ahead of the next, and how well it fits.

  fit_confidence.py evidence.jsonl …    prints a constant and two weights, as Evidence.swift has
"""

import collections
import json
import math
import re
import sys

import numpy as np

from transcripts import NAMES

LETTER = {word: letter for letter, word in NAMES.items()} | {"zee": "Z", "zed": "Z"}
MOST_MARGIN = 25.0
COMMAND_COST = 90.0


def aligned(said, heard):
    """Which of the heard agree with what was said, at the least number of changes."""
    rows, columns = len(said) + 1, len(heard) + 1
    cost = [[i + j if not i * j else 0 for j in range(columns)] for i in range(rows)]
    for i in range(1, rows):
        for j in range(1, columns):
            cost[i][j] = min(
                cost[i - 1][j - 1] + (said[i - 1] != heard[j - 1]),
                cost[i - 1][j] + 1,
                cost[i][j - 1] + 1,
            )
    right, i, j = set(), len(said), len(heard)
    while i and j:
        if cost[i][j] == cost[i - 1][j - 1] + (said[i - 1] != heard[j - 1]):
            if said[i - 1] == heard[j - 1]:
                right.add(j - 1)
            i, j = i - 1, j - 1
        elif cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
        else:
            j -= 1
    return right


def samples(path):
    """Every letter heard, with whether it was said."""
    for line in open(path):
        recording = json.loads(line)
        # In AN4 zero is said as the letter O is.
        said = ["O" if w == "OH" else w for w in recording["transcript"].split()]
        letters = [
            word | {"set": recording["set"]}
            for breath in recording["breaths"]
            for word in breath
            if word["word"] in LETTER and "fit" in word
        ]
        right = aligned(said, [LETTER[word["word"]] for word in letters])
        for index, word in enumerate(letters):
            yield word, index in right


def margin(hearing, command_cost=COMMAND_COST, off_cost=0.0, off=()):
    def nats(word):
        cost = 0 if word in LETTER else command_cost
        return hearing["scores"][word] - cost

    own = hearing["word"]
    if own not in hearing["scores"]:
        return -MOST_MARGIN
    others = [nats(w) for w in hearing["scores"] if w != own and LETTER.get(w) != LETTER.get(own)]
    return max(-MOST_MARGIN, min(MOST_MARGIN, nats(own) - max(others)))


def fit(features, labels, weights, steps=200):
    """Logistic regression by Newton's method with a slight ridge."""
    x = np.column_stack([np.ones(len(features)), features])
    beta = np.zeros(x.shape[1])
    for _ in range(steps):
        p = 1 / (1 + np.exp(-x @ beta))
        gradient = x.T @ (weights * (labels - p)) - 1e-3 * beta
        hessian = (x * (weights * p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(x.shape[1])
        step = np.linalg.solve(hessian, gradient)
        beta += step
        if np.abs(step).max() < 1e-9:
            break
    return beta


if __name__ == "__main__":
    rows = [(h, ok) for path in sys.argv[1:] for h, ok in samples(path)]
    x = np.array([[margin(h) / MOST_MARGIN, min(10, h["fit"])] for h, _ in rows])
    y = np.array([float(ok) for _, ok in rows])
    groups = collections.Counter(h["set"] for h, _ in rows)
    # Each group of recordings counts alike.
    w = np.array([len(rows) / len(groups) / groups[h["set"]] for h, _ in rows])
    beta = fit(x, y, w)
    print(len(rows), dict(groups), "right", y.mean())
    print("constant %.3f, margin/25 %.3f, fit %.3f" % tuple(beta))
    p = 1 / (1 + np.exp(-np.column_stack([np.ones(len(x)), x]) @ beta))
    for group in groups:
        mine = np.array([h["set"] == group for h, _ in rows])
        for t in (0.3, 0.5, 0.7):
            keep = mine & (p >= t)
            print(group, t, "kept %.3f" % (keep.sum() / mine.sum()), "right of kept %.3f" % (y[keep].mean() if keep.any() else math.nan), "right lost", int((mine & (p < t) & (y > 0)).sum()))
