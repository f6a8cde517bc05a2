#!/usr/bin/env python3
"""Fits the fusion of both opinions, and tells how well it does on speakers left out.

    python fit.py EVIDENCE.jsonl... [--in-noise EVIDENCE.jsonl...] [--swift HearingFusion+Fitted.swift]

See README.md beside it.
"""

import argparse
import sys
import textwrap
from collections import defaultdict

import numpy as np

from evidence import CODE_WORDS, LETTERS, Fault, read
from features import CLASSES, FEATURES, table
from manifests import require_place, told

SLOAN = "CDHKNORSVZ"
# How much all words of a kind weigh together, however many there are of each.
SHARES = {"letter": 0.6, "answer": 0.18, "other": 0.22}
# Letters said alone are what is mostly heard; where spelled words are cut apart is itself a guess.
# Commands end a letter or a test, and few voices say them. Talk is told by other means, too.
SETS = {"letters": 6.0, "an4-train": 2.0, "commands": 2.0, "readers": 0.1}
# What a recording counts in each noise beside the same in quiet. In noise only letters and what is no
# answer are learnt: which of the words found there a longer one is, would be a guess.
IN_NOISE = 0.07
# Keeps weights small that the recordings say little about.
PRIOR = 0.5


def kind(truth):
    return "letter" if len(truth) == 1 else "other" if truth == "other" else "answer"


def weights_of(words):
    """A weight a word: kinds in their shares; within a kind, speakers alike by root of number."""
    counts = defaultdict(int)
    for heard in words:
        counts[kind(heard.truth), heard.speaker] += 1
    raw = np.array([
        SETS.get(h.set, 1.0) * counts[kind(h.truth), h.speaker] ** -0.5 for h in words
    ])  # fmt: skip
    kinds = np.array([kind(h.truth) for h in words])
    for name, share in SHARES.items():
        mine = kinds == name
        if mine.any():
            raw[mine] *= share / raw[mine].sum()
    return raw * len(words)


def probabilities(x, theta):
    z = np.where(np.isneginf(x[:, :, 0]), -np.inf, np.nan_to_num(x, neginf=0) @ theta)
    z -= z.max(1, keepdims=True)
    e = np.exp(z)
    return e / e.sum(1, keepdims=True)


def fit(x, y, weight, start=None):
    """Newton's method, damped where a step would lead too far (Levenberg): the likelihood of a
    log-linear model has one maximum, which a start near it only finds sooner."""
    theta = np.zeros(x.shape[2]) if start is None else start
    scale = x.reshape(-1, x.shape[2]).std(0) + 1e-9
    picked = np.arange(len(y))

    def likelihood(at):
        p = probabilities(x, at)
        fits = weight * np.log(np.maximum(p[picked, y], 1e-300))
        return p, fits.sum() - PRIOR / 2 * (at**2 * scale**2).sum()

    p, value = likelihood(theta)
    damping = 0.0
    for _ in range(100):
        mean = (p[:, None] @ x)[:, 0]
        gradient = ((x[picked, y] - mean) * weight[:, None]).sum(0) - PRIOR * theta * scale**2
        flat = (x * np.sqrt(p * weight[:, None])[:, :, None]).reshape(-1, x.shape[2])
        hessian = flat.T @ flat - (mean * weight[:, None]).T @ mean
        hessian += np.diag(PRIOR * scale**2 + 1e-6)
        while True:
            step = np.linalg.solve(hessian + damping * np.diag(np.diag(hessian)), gradient)
            changed, better = likelihood(theta + step)
            if better >= value or damping > 1e9:
                break
            damping = max(1e-3, damping * 4)
        gain = better - value
        theta, p, value, damping = theta + step, changed, better, damping / 8
        if gain < 1e-7 * len(y):
            break
    return theta


def answers(p):
    """Letters of class probabilities: a code word is its letter. The letter and how sure."""
    letters = p[:, : len(LETTERS)].copy()
    for row, name in enumerate(CODE_WORDS, start=len(LETTERS)):
        letters[:, LETTERS.index(CODE_WORDS[name])] += p[:, row]
    best = letters.argmax(1)
    return best, letters[np.arange(len(p)), best]


def score(words, p, letters):
    """The report: right, wrong among accepted, answered without a letter, calibration."""
    best, sure = answers(p)
    said = np.array([h.set == "letters" and h.truth in letters and len(h.truth) == 1
                     for h in words])  # fmt: skip
    right = np.array([len(h.truth) == 1 and LETTERS[b] == h.truth for h, b in zip(words, best)])
    lines = [f"{said.sum()} letters, right {100 * right[said].mean():.1f} %"]
    order = np.sort(sure[said])
    for share in (0.05, 0.1, 0.2):
        least = order[int(share * len(order))]
        accepted = said & (sure >= least)
        line = f"  {100 * share:.0f} % asked again: from {least:.3f}, wrong "
        line += f"{100 * (1 - right[accepted].mean()):.1f} %; answered"
        for name in ("digits", "words", "noise", "readers"):
            mine = np.array([h.set == name for h in words])
            if mine.any():
                recordings = {h.path for h, m in zip(words, mine) if m}
                taken = {h.path for h, m, s, b in zip(words, mine, sure, p.argmax(1))
                         if m and s >= least and b < len(LETTERS)}  # fmt: skip
                line += f" {name} {100 * len(taken) / len(recordings):.1f} %"
        lines.append(line)
    nato = np.array([h.set == "nato" for h in words])
    if nato.any():
        wanted = np.array([LETTERS.index(CODE_WORDS.get(h.truth, "A")) for h in words])
        lines.append(f"  code words right {100 * (best == wanted)[nato].mean():.1f} %")
    return "\n".join(lines)


def worst(words, p, letters):
    best, _ = answers(p)
    shares = {}
    for speaker in sorted({h.speaker for h in words if h.set == "letters"}):
        mine = [LETTERS[b] == h.truth for h, b in zip(words, best)
                if h.speaker == speaker and h.truth in letters and len(h.truth) == 1]  # fmt: skip
        shares[speaker] = np.mean(mine)
    return "  " + ", ".join(f"{s.split('_')[0]} {100 * v:.0f}" for s, v in shares.items())


def if_answer(p, sharpness):
    """What is believed if it was an answer, as `WordBelief.ifAnswer`."""
    q = p[:, :-1] ** sharpness
    return q / q.sum(1, keepdims=True)


def sharpened(words, held, y):
    """The sharpness at which letters said alone are likeliest, of those with and without choice."""
    def loss(sharpness):
        total = 0
        for name, letters in (("all", LETTERS), ("ten", SLOAN)):
            said = np.array([h.set == "letters" and h.truth in letters and len(h.truth) == 1
                             for h in words])  # fmt: skip
            q = if_answer(held[name][said], sharpness)
            total -= np.log(np.maximum(q[np.arange(said.sum()), y[said]], 1e-12)).sum()
        return total

    return min(np.arange(0.5, 2.01, 0.05), key=loss)


def calibration(words, p, letters, sharpness):
    """The expected calibration error over ten bins, and what it would be on average if the
    probabilities were true: of few letters it is not nought."""
    said = np.array([h.set == "letters" and h.truth in letters and len(h.truth) == 1
                     for h in words])  # fmt: skip
    best, sure = answers(if_answer(p[said], sharpness))
    right = np.array([LETTERS[b] == h.truth for h, b in zip(np.array(words)[said], best)])
    bins = np.minimum((sure * 10).astype(int), 9)

    def error(hits):
        return np.abs(np.bincount(bins, hits - sure, 10)).sum() / len(sure)

    draw = np.random.default_rng(1)
    least = np.mean([error(draw.random(len(sure)) < sure) for _ in range(2000)])
    return f"  calibration error {100 * error(right):.1f} %, of true probabilities {100 * least:.1f} %"


RATES = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)


def operating(words, p, sharpness):
    """For each rate the least confidence at which so many of the letters accepted are wrong.

    By the probabilities themselves: some hundred letters hold too few errors to count them.
    """
    said = np.array([h.set == "letters" and h.truth in SLOAN for h in words])
    confidence = answers(if_answer(p[said], sharpness))[1]
    sureness = confidence * (1 - p[said, -1])
    ranks = np.argsort(-sureness)
    order = sureness[ranks]
    wrong = np.cumsum(1 - confidence[ranks]) / np.arange(1, len(order) + 1)
    # The share need not rise from letter to letter; where none keeps to a rate, the surest alone is taken.
    last = [np.flatnonzero(wrong <= rate) for rate in RATES]
    return [(rate, order[few[-1] if len(few) else 0]) for rate, few in zip(RATES, last)]


def swift(theta, words, noises, rates, sharpness):
    """The weights as Aloud reads them."""
    counts = defaultdict(int)
    for heard in words:
        counts[heard.set] += 1
    used = ", ".join(f"{count} of {name}" for name, count in sorted(counts.items()))
    lines = [f"            {name}: {value:.4f}," for name, value in zip(FEATURES, theta)]
    lines[-1] = lines[-1].rstrip(",") + ")"
    noise = f", and the same in {noises} noises" if noises else ""
    comment = textwrap.wrap(f"By `training/fusion/fit.py` from words heard: {used}{noise}.", 84)
    return "\n".join([
        "extension HearingFusion.Weights {",
        *("    /// " + line for line in comment),
        "    public static let fitted = HearingFusion.Weights(", *(
            line[4:] for line in lines), "}", "",
        "extension HearingFusion {",
        "    /// At which `WordBelief.ifAnswer` tells how often letters are right, every speaker left",
        "    /// out.",
        f"    public static let sharpness = {sharpness:.2f}", "",
        "    /// What the confidence keeps to: ten letters, every speaker left out.",
        "    public static let operating = [",
        *(f"        Operating(wrong: {rate}, accept: {least:.3f})," for rate, least in rates),
        "    ]", "}", ""])  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("evidence", nargs="+", help="written by aloud evaluate --evidence")
    parser.add_argument(
        "--in-noise", nargs="*", default=[], help="the same of the same recordings in noise")
    parser.add_argument("--swift", help="the file of constants to write")
    options = parser.parse_args()
    require_place(options.swift)
    quiet = [h for path in options.evidence for h in read(path) if h.truth in CLASSES]
    if not any(h.set == "letters" and h.truth in SLOAN for h in quiet):
        raise Fault(f"'{options.evidence[0]}' has none of the letters {SLOAN} said alone (set letters):"
                    " they are what confidence and thresholds are fitted on.")  # fmt: skip
    missing = [name for name in SHARES if name not in {kind(h.truth) for h in quiet}]
    if missing or len({h.speaker for h in quiet}) < 2:
        wanted = ", ".join(f"'{name}'" for name in missing) or "a second speaker"
        raise Fault(f"'{options.evidence[0]}' lacks {wanted}. Letters, answers that are no letters"
                    " (code words, directions, commands) and what is no answer (digits, other words,"
                    " talk, noise) are told apart, of two people or more.")  # fmt: skip
    noisy = [[h for h in read(path) if len(h.truth) == 1 or h.truth == "other"]
             for path in options.in_noise]  # fmt: skip
    words = sum(noisy, quiet)
    weight = np.concatenate([weights_of(quiet), *(IN_NOISE * weights_of(part) for part in noisy)])
    x = np.stack([table(h) for h in words])
    y = np.array([CLASSES.index(h.truth) for h in words])
    speakers = sorted({h.speaker for h in words})
    # Speakers of the development sets one by one, the many others ten at a time.
    few = [s for s in speakers if any(h.speaker == s and h.set in ("letters", "nato", "digits")
                                      for h in words)]  # fmt: skip
    many = [s for s in speakers if s not in few]
    folds = [{s} for s in few] + [set(many[i::10]) for i in range(10)]
    names = np.array([h.speaker for h in words])
    held = {"all": np.zeros((len(words), len(CLASSES))), "ten": np.zeros((len(words), len(CLASSES)))}
    ten = np.stack([table(h, SLOAN) for h in words])
    theta = fit(x, y, weight)
    for fold in folds:
        out = np.isin(names, list(fold))
        if not out.any():
            continue
        others = fit(x[~out], y[~out], weight[~out], theta)
        held["all"][out] = probabilities(x[out], others)
        held["ten"][out] = probabilities(ten[out], others)
    ends = np.cumsum([len(quiet), *map(len, noisy)])[:-1]
    held = {name: np.split(p, ends) for name, p in held.items()}
    print("26 letters, every speaker left out:", score(quiet, held["all"][0], LETTERS),
          worst(quiet, held["all"][0], LETTERS), sep="\n")  # fmt: skip
    print("ten letters, every speaker left out:", score(quiet, held["ten"][0], SLOAN),
          worst(quiet, held["ten"][0], SLOAN), sep="\n")  # fmt: skip
    for path, part, p in zip(options.in_noise, noisy, held["ten"][1:]):
        print(f"ten letters, {path}, every speaker left out:", score(part, p, SLOAN), sep="\n")
    held = {name: parts[0] for name, parts in held.items()}
    sharpness = sharpened(quiet, held, y[: len(quiet)])
    print(f"sharpness {sharpness:.2f}; 26 letters:",
          calibration(quiet, held["all"], LETTERS, sharpness),
          "ten letters:", calibration(quiet, held["ten"], SLOAN, sharpness), sep="\n")  # fmt: skip
    for name, value in zip(FEATURES, theta):
        print(f"{name:20} {value:8.4f}")
    if options.swift:
        with open(options.swift, "w") as file:
            rates = operating(quiet, held["ten"], sharpness)
            file.write(swift(theta, quiet, len(noisy), rates, sharpness))


if __name__ == "__main__":
    sys.exit(told(main))
