"""How well a net hears: letters said alone, spelled words, and what is not a letter."""

import collections

import numpy as np
import torch
import torch.nn.functional as F

from net import BLANK, LETTERS, PADDING, RATE, TOKENS

CHART = "CDHKNORSVZ"
OF_LETTERS = [TOKENS.index(letter) for letter in LETTERS]


@torch.no_grad()
def scored(ear, sounds, device, seconds=120):
    """Log probabilities of each sound, in batches of like length."""
    order = sorted(range(len(sounds)), key=lambda place: len(sounds[place]))
    found = [None] * len(sounds)
    start = 0
    while start < len(order):
        longest = len(sounds[order[start]])
        batch = [order[start]]
        for place in order[start + 1 :]:
            longest = len(sounds[place])
            if longest * (len(batch) + 1) > seconds * RATE or len(batch) >= 128:
                break
            batch.append(place)
        start += len(batch)
        x = torch.zeros(len(batch), max(len(sounds[place]) for place in batch))
        for row, place in zip(x, batch):
            row[: len(sounds[place])] = torch.from_numpy(sounds[place].astype(np.float32) / 32768)
        lengths = torch.tensor([(len(sounds[place]) + 2 * PADDING) // 160 // 2 for place in batch])
        with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
            logs = ear(ear.front(x.to(device)), lengths.to(device)).cpu()
        for place, log, length in zip(batch, logs, lengths):
            found[place] = log[:length]
    return found


def likelihoods(log, labels):
    """The log likelihood of each label sequence, all of one length."""
    count = len(labels)
    return -F.ctc_loss(
        log[:, None].expand(-1, count, -1), torch.tensor(labels), torch.full((count,), len(log)),
        torch.tensor([len(label) for label in labels]), blank=BLANK, reduction="none", zero_infinity=False,
    )  # fmt: skip


def greedy(log):
    path = log.argmax(-1).tolist()
    return [k for k, before in zip(path, [BLANK, *path]) if k not in (before, BLANK)]


def distance(said, heard):
    row = list(range(len(heard) + 1))
    for i, x in enumerate(said, 1):
        last, row = row, [i] + [0] * len(heard)
        for j, y in enumerate(heard, 1):
            row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
    return row[-1]


def report(ear, corpus, split, device, sets=None):
    """Prints and returns the shares of each set: errors of single letters among ten and 26, the
    letter error rate of spelled words, and letters heard where none was said."""
    ear.eval()
    places = corpus.indices(split, sets)
    logs = scored(ear, [corpus.sounds[place] for place in places], device)
    tally = collections.defaultdict(lambda: [0, 0])
    for place, log in zip(places, logs):
        _, text, speaker, name, _ = corpus.entries[place]
        words = text.split()
        letters = [word for word in words if word in LETTERS]
        heard = [token for token in greedy(log) if token in OF_LETTERS]
        if len(words) == 1 and letters:
            ranked = likelihoods(log, [[k] for k in OF_LETTERS])
            best = lambda of: max(of, key=lambda letter: ranked[LETTERS.index(letter)])
            if letters[0] in CHART:
                for key in (f"{name} ten", f"{name} ten {speaker}"):
                    tally[key][0] += best(CHART) != letters[0]
                    tally[key][1] += 1
            tally[f"{name} 26"][0] += best(LETTERS) != letters[0]
            tally[f"{name} 26"][1] += 1
        if letters:
            tally[f"{name} rate"][0] += distance([TOKENS.index(letter) for letter in letters], heard)
            tally[f"{name} rate"][1] += len(letters)
        else:
            tally[f"{name} letters in none"][0] += len(heard) > 0
            tally[f"{name} letters in none"][1] += 1
    shares = {key: (wrong, count) for key, (wrong, count) in sorted(tally.items())}
    for key, (wrong, count) in shares.items():
        print(f"  {key:40} {100 * wrong / count:5.1f} %  {wrong} of {count}", flush=True)
    return shares
