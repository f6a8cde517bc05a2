"""Step five: what a finished net says of the phones in running speech.

While a net learns, telling phones only teaches its channels. Here the channels stay, and what tells
phones from them is fitted to the weights that the file holds: how well each phone goes with a frame.
"""

import sys
import time

import numpy as np
import torch
from torch.nn import functional

from augment import unpack
from fit import PhoneTask, masked
from frontend import canvases
from phones import CLASSES

BATCH, EPOCHS, RATE = 256, 2, 5e-3
# A phone that hardly occurs is not taken for rarer than this.
RAREST = 1e-6


def fit_phones(net, stretches, seed):
    """Gives a stored net "phones" and "phones.offsets": for each of the two times that a channel
    stands for, of each class the logarithm of its likelihood, up to a constant of the time."""
    torch.manual_seed(seed)
    rng, generator = np.random.default_rng(seed), torch.Generator().manual_seed(seed)
    task = PhoneTask(stretches, net.values["attention"].shape[1], rng)
    steps = EPOCHS * (len(stretches.sound) // BATCH)
    optimizer = torch.optim.AdamW(task.tell.parameters(), RATE, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, steps, pct_start=0.1)
    began, seen = time.time(), 0.0
    for _ in range(EPOCHS):
        order = rng.permutation(len(stretches.sound))
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = np.sort(order[start : start + BATCH])
            channels = net.heard(masked(unpack(torch.from_numpy(stretches.sound[rows])), generator))
            phones = stretches.phones[rows][:, :: task.STEP].astype(np.int64)
            loss = functional.cross_entropy(task.told(channels), torch.from_numpy(phones))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            seen = 0.99 * seen + 0.01 * loss.item()
    print(f"phones: loss {seen:.3f}, {time.time() - began:.0f} s", file=sys.stderr)
    # By Bayes' rule a likelihood is the probability over how often the class occurs.
    counts = np.bincount(stretches.phones.ravel(), minlength=CLASSES)
    often = torch.from_numpy(np.log(counts / counts.sum() + RAREST).astype(np.float32))
    with torch.no_grad():
        net.keep("phones", task.tell.weight[:, :, 0])
        net.keep("phones.offsets", task.tell.bias - often.repeat(task.EACH))


@torch.no_grad()
def told(net, x):
    """How well each class goes with each time of canvases: [batch, frames / STEP, CLASSES]."""
    rows = torch.einsum("pc,bct->bpt", net.values["phones"], net.heard(x))
    rows = rows + net.values["phones.offsets"][:, None]
    # [canvas, which of the two times, class, channel time] to [canvas, time, class].
    return rows.unflatten(1, (PhoneTask.EACH, CLASSES)).permute(0, 3, 1, 2).flatten(1, 2)


@torch.no_grad()
def phones_heard(net, samples):
    """How well each class goes with every 10 ms: [frames, CLASSES], the best of a frame 0."""
    pieces, places = canvases(samples)
    times = told(net, pieces).repeat_interleave(PhoneTask.STEP, 1)
    frames = torch.cat([
        canvas[first - start : end - start] for canvas, (start, first, end) in zip(times, places)])
    return (frames - frames.amax(1, keepdim=True)).numpy()


def right_phones(net, stretches):
    """In how many frames of speech the likeliest phone is the one that is said."""
    right, spoken = 0, 0
    for start in range(0, len(stretches.sound), BATCH):
        x = unpack(torch.from_numpy(stretches.sound[start : start + BATCH]))
        best = told(net, x).argmax(2).numpy()
        phones = stretches.phones[start : start + BATCH, :: PhoneTask.STEP]
        right += ((best + 1) // 2 == (phones.astype(int) + 1) // 2)[phones > 0].sum()
        spoken += (phones > 0).sum()
    return right / spoken
