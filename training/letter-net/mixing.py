"""Babble laid under what a net learns from, another one each time it is seen.

Variants have their noise for good, and a net sees each two or three times. What is mixed in here costs
nothing: it is made of the stretches of speech that are at hand, from their log-mel energies.
"""

import numpy as np
import torch

from frontend import FLOOR, levelled

# How many people talk at once, at most, and how far they are below the word, in dB.
TALKERS = 4
BELOW = (2.0, 26.0)
# Energies that add nothing to others.
NOTHING = -30.0
NATS = float(np.log(10)) / 10


def mixed(batch, talk, share, generator):
    """A share of a batch [batch, FRAMES, BINS] with stretches of talk [stretches, FRAMES, BINS] under
    it, one to four for each; where the batch holds nothing, it stays so.

    Energies are added as if phases did not matter, which holds on average.
    """
    count = len(batch)
    heard = batch > FLOOR + 0.05
    frames, bins = heard.any(2, keepdim=True), heard.any(1, keepdim=True)
    talkers = torch.randint(1, TALKERS + 1, (count,), generator=generator)
    below = BELOW[0] + torch.rand(count, generator=generator) * (BELOW[1] - BELOW[0])
    noise = torch.full_like(batch, NOTHING)
    for talker in range(TALKERS):
        voices = talk[torch.randint(0, len(talk), (count,), generator=generator)]
        voices = voices.roll(int(torch.randint(0, batch.shape[1], (1,), generator=generator)), 1)
        talks = (talker < talkers)[:, None, None]
        noise = torch.logaddexp(noise, torch.where(talks, voices, NOTHING))
    level = -below * NATS - torch.log(talkers.float())
    louder = torch.where(
        frames & bins, torch.logaddexp(batch, noise + level[:, None, None]), batch)
    louder = torch.where(frames, levelled(louder), FLOOR)
    chosen = (torch.rand(count, generator=generator) < share)[:, None, None]
    return torch.where(chosen, louder, batch)
