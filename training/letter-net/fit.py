"""Step four: fits nets to variants and stretches, scores them on people they have not heard."""

import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from augment import unpack
from clips import ClipFile
from frontend import FLOOR, features
from mixing import mixed
from net import LetterNet
from phones import CLASSES
from stretches import read_utterances
from variants import training_clips
from vocabulary import LETTERS, OTHER, class_names, label_of


# How much of the truth is given to all classes alike.
SMOOTHING = 0.05


def is_held_out(clip, share):
    """Whether a speaker is kept for scoring; which ones depends on nothing but their names."""
    if clip.set in ("synthetic", "fluent", "grid", "noise", "hums"):
        return False
    digest = sum(ord(c) * (index + 7) for index, c in enumerate(clip.speaker)) * 2654435761
    return digest % 2**32 / 2**32 < share


def masked(batch, generator):
    """SpecAugment (Park et al., Interspeech 2019): a stretch of time and two of bins hidden."""
    count, frames, bins = batch.shape
    for axis, size, widest, times in ((1, frames, 10, 1), (2, bins, 5, 2)):
        for _ in range(times):
            width = torch.randint(0, widest, (count, 1), generator=generator)
            start = (torch.rand(count, 1, generator=generator) * (size - width)).long()
            at = torch.arange(size)[None]
            hidden = (at >= start) & (at < start + width)
            shape = (count, frames, 1) if axis == 1 else (count, 1, bins)
            batch = batch.masked_fill(hidden.reshape(shape), FLOOR if axis == 1 else -3.0)
    return batch


class Data:
    """The variants, their classes, and which of them may be learnt from."""

    def __init__(self, folder, held_out):
        folder = Path(folder)
        self.clips = training_clips(folder)
        self.names = class_names(self.clips)
        index = {name: i for i, name in enumerate(self.names)}
        other = index[OTHER]
        of_clip = np.array([index.get(label_of(clip), other) for clip in self.clips])
        out = np.array([is_held_out(clip, held_out) for clip in self.clips])
        self.variants = np.load(folder / "variants.npy")
        chosen = np.load(folder / "chosen.npy")
        self.labels = of_clip[chosen]
        self.usable = np.flatnonzero(~out[chosen])
        self.letters = len(LETTERS)
        self.held_out = [clip for clip, kept in zip(self.clips, out) if kept]

    def truth(self, rows):
        """Which word each of some variants is, as probabilities [rows, classes] that leave a little to
        the others, and whether it is a letter, [rows]."""
        labels = torch.from_numpy(self.labels[rows])
        classes = functional.one_hot(labels, len(self.names)) * (1 - SMOOTHING)
        return classes + SMOOTHING / len(self.names), (labels < self.letters).float()


class Stretches:
    """Stretches of speech and the phones in them, of people to learn from or of those left out."""

    def __init__(self, folder, held_out, of_held_out=False):
        folder = Path(folder)
        out = np.array([is_held_out(u, held_out) for u in read_utterances(folder)])
        mine = out[np.load(folder / "stretch-chosen.npy")] == of_held_out
        self.sound = np.load(folder / "stretches.npy")[mine]
        self.phones = np.load(folder / "stretch-phones.npy")[mine]


class PhoneTask:
    """Tells the phone of every 20 ms from a net's channels; there to teach them."""

    # How many stretches go with a batch of words, and how much their loss counts.
    STRETCHES, WEIGHT = 80, 1.0
    # Frames of 10 ms between two phones told; channels come every 40 ms, each tells two.
    STEP, EACH = 2, 2

    def __init__(self, stretches, channels, rng):
        self.stretches, self.rng = stretches, rng
        self.tell = nn.Conv1d(channels, self.EACH * CLASSES, 1)

    def draw(self):
        """Stretches [STRETCHES, FRAMES, BINS] and the classes of their phones."""
        rows = self.rng.integers(0, len(self.stretches.sound), self.STRETCHES)
        phones = torch.from_numpy(self.stretches.phones[rows][:, :: self.STEP].astype(np.int64))
        return torch.from_numpy(self.stretches.sound[rows]), phones

    def told(self, channels):
        """Logits [batch, CLASSES, times] from channels [batch, channels, times / EACH]."""
        told = self.tell(channels)
        batch, _, times = told.shape
        told = told.reshape(batch, self.EACH, CLASSES, times).permute(0, 2, 3, 1)
        return told.reshape(batch, CLASSES, self.EACH * times)


def fit(data, stretches, seed, epochs, babble=0.0, taught=None, batch=256, rate=3e-3, **shape):
    """A net fitted to the variants, and to the phones of stretches beside them; to a share of both
    babble is mixed in anew each time. `taught`: the Opinions of other nets, to learn beside the truth."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = LetterNet(len(data.names), **shape)
    task = PhoneTask(stretches, net.attention.in_channels, rng)
    steps = epochs * (len(data.usable) // batch)
    parameters = [*net.parameters(), *task.tell.parameters()]
    optimizer = torch.optim.AdamW(parameters, rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, steps, pct_start=0.2)
    began, step, seen = time.time(), 0, 0.0
    for _ in range(epochs):
        order = rng.permutation(data.usable)
        for start in range(0, len(order) - batch + 1, batch):
            rows = np.sort(order[start : start + batch])
            sound, phones = task.draw()
            words = torch.from_numpy(data.variants[rows])
            x = unpack(torch.cat([words, sound]))
            if babble:
                x = mixed(x, x[batch:], babble, generator)
            x = masked(x, generator)
            wanted, letter = data.truth(rows)
            if taught:
                wanted, letter = taught.beside(rows, wanted, letter)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                heard = net.heard(x)
                classes, is_letter, _ = net.opinion(heard[:batch])
                told = task.told(heard[batch:])
            classes, is_letter, told = classes.float(), is_letter.float(), told.float()
            loss = functional.cross_entropy(classes, wanted)
            loss = loss + 0.5 * functional.binary_cross_entropy_with_logits(is_letter, letter)
            loss = loss + task.WEIGHT * functional.cross_entropy(
                told, phones, label_smoothing=SMOOTHING)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            step, seen = step + 1, 0.99 * seen + 0.01 * loss.item()
            if step % 200 == 0:
                print(f"step {step}/{steps} loss {seen / (1 - 0.99**step):.3f}"
                      f" {time.time() - began:.0f} s", file=sys.stderr, flush=True)
    return net.eval()


def inputs(clips):
    return torch.stack([
        features(c.samples.astype(np.float32) / 32768, c.start, c.end) for c in clips])  # fmt: skip


@torch.no_grad()
def predict(nets, x):
    """Log probabilities of the classes, and the probability of "letter", by several nets: the means
    of their logarithms and of their logits, which is surer where they agree than either."""
    classes, letter = 0, 0
    for net in nets:
        parts = [net(piece) for piece in x.split(512)]
        classes = classes + torch.cat([torch.log_softmax(p[0].float(), 1) for p in parts])
        letter = letter + torch.cat([p[1].float() for p in parts])
    return torch.log_softmax(classes / len(nets), 1), torch.sigmoid(letter / len(nets))


# From this probability of the likeliest class on, what the first net says of a word stands.
SURE = 0.9


def heard(nets, x):
    """The same by nets as Aloud asks them: all of them only of what the first is not sure of."""
    first, all_of_them = predict(nets[:1], x), predict(nets, x)
    sure = first[0].max(1).values >= np.log(SURE)
    return (torch.where(sure[:, None], first[0], all_of_them[0]),
            torch.where(sure, first[1], all_of_them[1]))  # fmt: skip


def evaluation_sets(folder, data):
    """What nets are compared on: development sets, and people left out."""
    sets = {name: ClipFile.read(Path(folder) / f"{name}.npz")
            for name in ("letters", "nato", "digits")}  # fmt: skip
    for name in ("an4-train", "words", "readers"):
        sets[f"{name} left out"] = [c for c in data.held_out if c.set == name]
    return {name: (clips, inputs(clips)) for name, clips in sets.items() if clips}


def fold(log_probabilities):
    """The 27 letter classes as 26 log probabilities: "zed" is Z."""
    letters = log_probabilities[:, :26].clone()
    letters[:, 25] = torch.logaddexp(log_probabilities[:, 25], log_probabilities[:, 26])
    return letters


SLOAN = [ord(c) - 65 for c in "CDHKNORSVZ"]


def report(nets, sets, names):
    """Lines of figures."""
    lines, threshold = [], None
    for name, (clips, x) in sets.items():
        classes, letter = heard(nets, x)
        letters = fold(classes)
        truth = [label_of(c) for c in clips]
        is_letter = np.array([t in LETTERS for t in truth])
        right26 = np.array([ord(t[0]) - 65 if l else -1 for t, l in zip(truth, is_letter)])
        guess = letters.argmax(1).numpy()
        sloan = letters[:, SLOAN]
        guess10 = np.array(SLOAN)[sloan.argmax(1).numpy()]
        among = np.isin(right26, SLOAN)
        if among.any():
            hits = guess10[among] == right26[among]
            speakers = np.array([c.speaker for c in clips])
            each = {s: hits[speakers[among] == s].mean() for s in sorted(set(speakers[among]))}
            worst = min(each, key=each.get)
            lines.append(
                f"{name}: ten {hits.mean():.3f} ({among.sum()}), worst {worst} {each[worst]:.2f};"
                f" 26 {(guess == right26)[is_letter].mean():.3f} ({is_letter.sum()})")
        full = classes.argmax(1).numpy()
        words = [i for i, t in enumerate(truth) if t in names and t not in LETTERS]
        if words:
            hit = np.mean([names[full[i]] == truth[i] for i in words])
            lines.append(f"{name}: words right {hit:.3f} ({len(words)})")
        # How much speaks for the best of ten letters, against all that is no letter.
        score = sloan.max(1).values.numpy() + np.log(letter.numpy() + 1e-9)
        if name == "letters" and among.any():
            order = np.sort(score[among])
            for asked in (0.05, 0.1, 0.2):
                at = order[int(asked * len(order))]
                kept = score[among] >= at
                lines.append(f"  asked again {asked:.0%}: wrong {(~hits[kept]).mean():.3f}")
            threshold = order[int(0.1 * len(order))]
        if (~is_letter).any() and threshold is not None:
            taken = (score[~is_letter] >= threshold).mean()
            lines.append(f"{name}: taken for a letter {taken:.3f} ({(~is_letter).sum()})")
    return "\n".join(lines)
