"""Makes an acoustic model tell letters apart: trains its means and mixture weights so that each
letter's name is likelier than the other 25 over the same sound (maximum mutual information:
Bahl et al., ICASSP 1986), with the boundaries that the first model finds.
"""

import argparse
import math
import os
import pickle
import re
import shutil
import sys
import time

import numpy as np
import torch

from sphinx_files import *
from transcripts import NAMES, read_dictionary

LETTERS = sorted(set(NAMES.values()) | {"zee", "zed"})
MARGIN = 10  # frames of silence around a letter, as the recogniser takes
EDGE = 3  # states of silence on each side


def read_mfc(path):
    return np.fromfile(path, "<f4", offset=4).reshape(-1, 13)


def features(cepstra):
    """39 numbers a frame: cepstra, their slope and its slope, as 1s_c_d_dd makes them."""
    padded = np.concatenate([cepstra[:1]] * 3 + [cepstra] + [cepstra[-1:]] * 3)
    at = lambda shift: padded[3 + shift : 3 + shift + len(cepstra)]
    slope = at(2) - at(-2)
    bend = (at(3) - at(-1)) - (at(1) - at(-3))
    return np.concatenate([cepstra, slope, bend], axis=1)


class Inventory:
    """Phones between neighbours to senones, from the text form of mdef."""

    def __init__(self, path):
        self.sounds, self.codebook = {}, {}
        for line in open(path):
            f = line.split()
            if len(f) != 10 or f[-1] != "N":
                continue
            base, left, right, place = f[:4]
            senones = tuple(map(int, f[6:9]))
            self.sounds[base, left, right, place] = (senones, int(f[5]))
            for s in senones:
                self.codebook[s] = base
        self.phones = [k[0] for k in self.sounds if k[3] == "-"]

    def sound(self, base, left, right, place):
        return self.sounds.get((base, left, right, place)) or self.sounds[base, "-", "-", "-"]


class Chains:
    """The states of every letter's name between given neighbours."""

    def __init__(self, inventory, tmat, dictionary):
        self.inv, self.tmat = inventory, tmat
        self.ways = [(w, p) for w in LETTERS for p in dictionary[w]]
        self.size = 2 * EDGE + 3 * max(len(p) for _, p in self.ways)
        self.cache = {}

    def between(self, left, right):
        key = left, right
        if key not in self.cache:
            self.cache[key] = [self._chain(p, left, right) for _, p in self.ways]
        return self.cache[key]

    def _chain(self, phones, left, right):
        sil = self.inv.sound("SIL", "-", "-", "-")
        around = [left, *phones, right]
        parts = [sil]
        for i, p in enumerate(phones):
            place = "s" if len(phones) == 1 else "b" if i == 0 else "e" if i == len(phones) - 1 else "i"
            parts.append(self.inv.sound(p, around[i], around[i + 2], place))
        parts.append(sil)
        senones = [s for part in parts for s in part[0]]
        stay = [math.log(self.tmat[part[1], i, i]) for part in parts for i in range(3)]
        leave = [math.log(self.tmat[part[1], i, i + 1]) for part in parts for i in range(3)]
        return senones, stay, leave


def tokens(items, dictionary, folder):
    """Every letter said: its features, its neighbours, which it is."""
    found = []
    for utt, _, segments in items:
        path = f"{folder}/{utt.path}.mfc"
        x = features(read_mfc(path))
        plain = [(re.sub(r"\(\d+\)$", "", w), w, a, b) for w, a, b in segments if w != "(NULL)"]
        for i, (word, _, a, b) in enumerate(plain):
            if word not in LETTERS or b - a < 9 or b - a > 120:
                continue
            def side(j, last):
                if not 0 <= j < len(plain) or plain[j][0][0] in "<[":
                    return "SIL", (plain[j][3] - plain[j][2]) if 0 <= j < len(plain) else 0
                m = re.search(r"\((\d+)\)$", plain[j][1])
                return dictionary[plain[j][0]][int(m[1]) - 1 if m else 0][-1 if last else 0], 0
            left, before = side(i - 1, True)
            right, after = side(i + 1, False)
            lo, hi = max(0, a - min(MARGIN, before)), min(len(x), b + min(MARGIN, after))
            if hi - lo < 12: continue
            found.append((x[lo:hi].astype("f4"), left, right, LETTERS.index(word), utt.group, utt.speaker))
    return found


class Model(torch.nn.Module):
    def __init__(self, folder, inventory, used):
        super().__init__()
        self.means0 = read_gaussians(folder + "/means")
        self.vars0 = np.maximum(read_gaussians(folder + "/variances"), 1e-4)
        w = read_weights(folder + "/mixture_weights")
        w = w / w.sum(2, keepdims=True)
        self.weights0 = np.maximum(w, 1e-7)
        order = {p: i for i, p in enumerate(inventory.phones)}
        self.books = sorted({order[inventory.codebook[s]] for s in used})
        self.senones = []  # in the order of columns
        self.parts = []
        for b in self.books:
            mine = sorted(s for s in used if order[inventory.codebook[s]] == b)
            self.parts.append(mine)
            self.senones += mine
        self.column = {s: i for i, s in enumerate(self.senones)}
        self.means = torch.nn.Parameter(torch.tensor(self.means0[self.books]))
        self.register_buffer("precision", torch.tensor(1 / self.vars0[self.books]))
        self.scale = torch.nn.Parameter(torch.zeros_like(self.means)) # log precision change
        self.logits = torch.nn.ParameterList([torch.nn.Parameter(torch.tensor(np.log(self.weights0[m]), dtype=torch.float32)) for m in self.parts])

    def forward(self, x):
        """Log likelihood of every used senone: [frames][columns]."""
        out = []
        for i, _ in enumerate(self.books):
            total = 0
            for f in range(3):
                v = x[:, 13 * f : 13 * f + 13]
                m = self.means[i, f]
                p = self.precision[i, f] * torch.exp(self.scale[i, f])
                log = -0.5 * (v * v) @ p.T + v @ (m * p).T - 0.5 * (m * m * p).sum(1) + 0.5 * torch.log(p).sum(1)
                top = log.max(1, keepdim=True).values
                e = torch.exp(log - top)
                w = torch.softmax(self.logits[i][:, f], 1)
                total = total + torch.log(e @ w.T + 1e-12) + top
            out.append(total)
        return torch.cat(out, 1)


class Batch:
    def __init__(self, toks, chains, model):
        B, W, S = len(toks), len(chains.ways), chains.size
        T = max(len(t[0]) for t in toks)
        self.lengths = torch.tensor([len(t[0]) for t in toks])
        self.frames = torch.tensor(np.concatenate([t[0] for t in toks]))
        index = np.zeros((B, W, S), "i8"); stay = np.full((B, W, S), -1e9, "f4"); leave = np.full((B, W, S), -1e9, "f4")
        start = np.full((B, W, S), -1e9, "f4"); end = np.full((B, W, S), -1e9, "f4")
        for b, (_, l, r, _, _, _) in enumerate(toks):
            for w, (sen, st, le) in enumerate(chains.between(l, r)):
                n = len(sen)
                index[b, w, :n] = [model.column[s] for s in sen]
                stay[b, w, :n] = st; leave[b, w, :n] = le
                start[b, w, 0] = 0; start[b, w, EDGE] = 0
                end[b, w, n - 1] = le[n - 1]; end[b, w, n - 1 - EDGE] = le[n - 1 - EDGE]
        self.index, self.stay, self.leave, self.start, self.end = map(torch.tensor, (index, stay, leave, start, end))
        self.labels = torch.tensor([t[3] for t in toks])

    def scores(self, model, word_of_way, hard=False):
        """Log likelihood of every letter: [tokens][27]."""
        ll = model(self.frames)
        B, W, S = self.index.shape
        T = int(self.lengths.max())
        offsets = torch.cat([torch.zeros(1, dtype=torch.long), self.lengths.cumsum(0)[:-1]])
        alpha = None; final = [None] * B
        outs = []
        flat = self.index.reshape(B, W * S)
        for t in range(T):
            rows = offsets + torch.clamp(torch.full((B,), t), max=self.lengths - 1) if False else offsets + torch.minimum(torch.full((B,), t), self.lengths - 1)
            b = torch.gather(ll[rows], 1, flat).reshape(B, W, S)
            if alpha is None:
                alpha = self.start + b
            else:
                moved = torch.nn.functional.pad((alpha + self.leave)[:, :, :-1], (1, 0), value=-1e9)
                new = (torch.maximum if hard else torch.logaddexp)(alpha + self.stay, moved) + b
                active = (t < self.lengths)[:, None, None]
                alpha = torch.where(active, new, alpha)
        fin = alpha + self.end
        way = fin.max(2).values if hard else torch.logsumexp(fin, 2)
        cols = []
        for k in range(len(LETTERS)):
            idx = [i for i, w in enumerate(word_of_way) if w == k]
            cols.append(way[:, idx].max(1).values)
        return torch.stack(cols, 1)


def batches(toks, chains, model, frames=3000, seed=0):
    order = sorted(range(len(toks)), key=lambda i: len(toks[i][0]))
    groups, now = [], []
    for i in order:
        now.append(i)
        if sum(len(toks[j][0]) for j in now) > frames:
            groups.append(now); now = []
    if now: groups.append(now)
    for k in np.random.default_rng(seed).permutation(len(groups)):
        yield Batch([toks[i] for i in groups[k]], chains, model)


def same(word):
    return "z" if word in ("zee", "zed") else word


def accuracy(model, toks, chains, ways):
    good = n = 0; loss = 0
    with torch.no_grad():
        for b in batches(toks, chains, model, 6000):
            s = b.scores(model, ways)
            pick = s.argmax(1)
            good += sum(same(LETTERS[p]) == same(LETTERS[l]) for p, l in zip(pick.tolist(), b.labels.tolist()))
            loss += torch.nn.functional.cross_entropy(0.1 * s, b.labels, reduction="sum").item()
            n += len(b.labels)
    return 100 * good / max(1, n), loss / max(1, n)


def write(model, inventory, source, out):
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(source, out)
    means, variances, weights = model.means0.copy(), model.vars0.copy(), model.weights0.copy()
    means[model.books] = model.means.detach().numpy()
    variances[model.books] = 1 / (model.precision * torch.exp(model.scale)).detach().numpy()
    for m, l in zip(model.parts, model.logits):
        weights[m] = torch.softmax(l, 2).detach().numpy()
    write_gaussians(out + "/means", means)
    write_gaussians(out + "/variances", variances)
    write_weights(out + "/mixture_weights", 1000 * weights)
    write_sendump(out + "/sendump", weights)
