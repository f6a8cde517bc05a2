"""Fits how sure answers are, on speakers whom the net has not learnt from.

usage: fit.py OUT.json EVIDENCE.jsonl --source "..."

EVIDENCE.jsonl is written by `aloud-workbench evaluate --letters alphabet --evidence`, with a net that has not
learnt from its speakers. Fitted are two logistic regressions (a letter was said; another word was
said) and a temperature for which letter it was, and the table of `--wrong-at-most`.
"""

import argparse
import json
import math

import numpy as np

PRESENCE = ["bias", "letter", "phones", "talk", "company", "alone", "announced", "loudness", "long", "unfound"]
WORD = ["bias", "rival", "fit", "length", "phrase", "talk", "alone", "loudness"]
# The strength of the penalty on weights other than the bias, as that of so many observations.
PENALTY = 2.0
# Sets of synthetic speech and made-up sounds. They are fitted on, but a share of wrong letters is
# counted on people.
MADE = {"near", "announced", "unsaid"}


def aligned(said, heard):
    """Pairs of places of what was said and heard, by the fewest edits."""
    cost = np.zeros((len(said) + 1, len(heard) + 1))
    cost[:, 0], cost[0, :] = range(len(said) + 1), range(len(heard) + 1)
    for i, a in enumerate(said, 1):
        for j, b in enumerate(heard, 1):
            cost[i, j] = min(cost[i - 1, j] + 1, cost[i, j - 1] + 1, cost[i - 1, j - 1] + (a != b))
    pairs, i, j = [], len(said), len(heard)
    while i and j:
        if cost[i, j] == cost[i - 1, j - 1] + (said[i - 1] != heard[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
        else:
            j -= 1
    return pairs[::-1]


def observations(path, sharpness):
    letters, words = [], []
    for line in open(path, encoding="utf8"):
        row = json.loads(line)
        is_spelled = not row["set"].startswith(("readers",))
        said = [w for w in row["transcript"].split() if len(w) == 1 and w.isupper() and is_spelled]
        other = {w.lower() for w in row["transcript"].split()}
        if "i" in other:
            other.add("eye")
        heard = [word for breath in row["breaths"] for word in breath]
        named = [word for word in heard if word["letters"]]
        best = [max(word["letters"], key=word["letters"].get) for word in named]
        match = dict((j, i) for i, j in aligned(said, best))
        for place, word in enumerate(named):
            logs = {k: math.log(max(v, 1e-6)) / sharpness for k, v in word["letters"].items()}
            letters.append((word["evidence"], place in match, said[match[place]] if place in match else None, logs, row["speaker"], row["set"]))
        for word in heard:
            if not word["letters"]:
                name = word["word"]
                right = all(part in other for part in name.split())
                words.append((word["evidence"], right, row["set"]))
    return letters, words


def fitted(names, features, targets):
    """The weights of a logistic regression, by Newton's method."""
    x = np.array([[1.0 if n == "bias" else f.get(n, 0.0) for n in names] for f in features])
    y = np.array(targets, float)
    penalty = np.diag([1e-3 if n == "bias" else PENALTY for n in names])
    w = np.zeros(len(names))
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        gradient = x.T @ (y - p) - penalty @ w
        hessian = (x.T * (p * (1 - p))) @ x + penalty
        step = np.linalg.solve(hessian, gradient)
        w += step
        if np.abs(step).max() < 1e-8:
            break
    return {n: round(float(v), 4) for n, v in zip(names, w)}, 1 / (1 + np.exp(-x @ w))


def posterior(logs, sharpness):
    values = {k: math.exp(sharpness * (v - max(logs.values()))) for k, v in logs.items()}
    total = sum(values.values())
    return {k: v / total for k, v in values.items()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("evidence")
    parser.add_argument("--given", type=float, default=0.6, help="the sharpness that the evidence was written with")
    parser.add_argument("--words", help="evidence for other words, if not the same: of speakers left out of the shipped net")
    parser.add_argument("--source", required=True)
    arguments = parser.parse_args()
    letters, words = observations(arguments.evidence, arguments.given)
    presence, present = fitted(PRESENCE, [o[0] for o in letters], [o[1] for o in letters])
    if arguments.words:
        words = observations(arguments.words, arguments.given)[1]
    word, _ = fitted(WORD, [o[0] for o in words], [o[1] for o in words])
    known = [o for o in letters if o[1] and o[2] in o[3]]

    def loss(sharpness):
        return -sum(math.log(max(posterior(o[3], sharpness)[o[2]], 1e-4)) for o in known)

    sharpness = min(np.arange(0.1, 1.5, 0.02), key=loss)
    print(f"{len(letters)} letters heard, {sum(o[1] for o in letters)} said; {len(words)} words, {sum(o[1] for o in words)} said")
    print("sharpness", round(float(sharpness), 2), "presence", presence, "word", word, sep="\n  ")
    sure = []
    for (_, is_present, said, logs, _, name), p in zip(letters, present):
        if name in MADE:
            continue
        shares = posterior(logs, sharpness)
        best = max(shares, key=shares.get)
        sure.append((p * shares[best], is_present and best == said))
    operating = []
    for accept in np.arange(0.3, 0.995, 0.01):
        kept = [right for s, right in sure if s >= accept]
        if len(kept) > 100:
            operating.append({"accept": round(float(accept), 3), "wrong": round(1 - sum(kept) / len(kept), 5)})
    for bound in (0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9):
        part = [right for s, right in sure if bound <= s < bound + (0.2 if bound < 0.6 else 0.1)]
        if part:
            print(f"  sureness from {bound}: {len(part)}, right {sum(part) / len(part):.3f}")
    # Wrong must not rise with the threshold.
    least = 1.0
    for point in operating:
        least = point["wrong"] = min(least, point["wrong"])
    with open(arguments.out, encoding="utf8") as file:
        phrase = json.load(file)["phrase"]  # fitted by phrases.py
    model = {
        "version": 2, "source": arguments.source, "presence": presence, "word": word, "phrase": phrase,
        "sharpness": round(float(sharpness), 2), "operating": operating[::3],
    }  # fmt: skip
    with open(arguments.out, "w", encoding="utf8") as file:
        json.dump(model, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
