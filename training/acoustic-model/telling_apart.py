"""Trains a model so that each letter's name is likelier than the others over the same sound
(maximum mutual information: Bahl et al., ICASSP 1986)."""

import time

import numpy as np
import torch

from transcripts import LETTERS

# Of the log likelihoods so much counts: neighbouring frames are far from independent.
SCALE = 0.1
BATCH = 64  # letters
EPOCHS, STEPS = 7, 80
# How far one step of Adam goes: of means, of the logarithms of mixture weights and of precisions.
MEANS, WEIGHTS, PRECISIONS = 0.02, 0.05, 0.004
FADING = 0.65  # of the rates, from epoch to epoch
# Letters whose names are the same letter, in a forced choice.
SAME = torch.tensor([LETTERS.index("zee" if word == "zed" else word) for word in LETTERS])


def train(scores, letters, report, seed=1):
    """Trains `WordScores` on letters (`SpokenLetter`), and calls `report` after each epoch."""
    torch.manual_seed(seed)
    draw = np.random.default_rng(seed)
    mixtures = scores.mixtures
    optimiser = torch.optim.Adam(
        [
            {"params": [mixtures.means], "lr": MEANS},
            {"params": [mixtures.logits], "lr": WEIGHTS},
            {"params": [mixtures.sharper], "lr": PRECISIONS},
        ]
    )
    for epoch in range(EPOCHS):
        began, total = time.time(), 0
        chosen = draw.choice(len(letters), min(len(letters), STEPS * BATCH), replace=False)
        for batch in _batches([letters[index] for index in chosen], draw):
            sounds = [torch.from_numpy(letter.drawn(draw)) for letter in batch]
            said = torch.tensor([letter.letter for letter in batch])
            loss = torch.nn.functional.cross_entropy(SCALE * scores(sounds), said)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item() * len(batch)
        for group in optimiser.param_groups:
            group["lr"] *= FADING
        seconds = time.time() - began
        print(f"epoch {epoch + 1}: {total / len(chosen):.3f}, {seconds:.0f} s", flush=True)
        report()


def share_right(scores, letters):
    """How many of the letters are likelier than the other 25, per cent."""
    right = 0
    with torch.no_grad():
        for first in range(0, len(letters), BATCH):
            batch = letters[first : first + BATCH]
            heard = scores([torch.from_numpy(letter.usual()) for letter in batch]).argmax(1)
            said = torch.tensor([letter.letter for letter in batch])
            right += (SAME[heard] == SAME[said]).sum().item()
    return 100 * right / max(1, len(letters))


def _batches(letters, draw):
    """Letters of like length together, in any order."""
    letters = sorted(letters, key=lambda letter: letter.end - letter.first)
    starts = list(range(0, len(letters), BATCH))
    for start in draw.permutation(starts):
        yield letters[start : start + BATCH]
