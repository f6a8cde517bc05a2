"""Gaussian mixtures of an acoustic model, computed as Aloud's `SenoneScorer` does, and trained."""

import math
import shutil

import numpy as np
import torch

from sphinx_files import (
    read_gaussians,
    read_weights,
    write_gaussians,
    write_sendump,
    write_weights,
)

STREAMS, WIDTH = 3, 13  # cepstra, their change, its change
BEST = 8  # Gaussians of a codebook that count in a frame
# No Gaussian counts as further from the best of its stream: 96 steps of PocketSphinx's scores.
FARTHEST = 96 * 1024 * math.log(1.0001)


class Mixtures(torch.nn.Module):
    """Means, variances and weights of some senones.

    model: a folder with means, variances and mixture_weights. senones: which; codebooks: the
    codebook of each.
    """

    def __init__(self, model, senones, codebooks):
        super().__init__()
        self.model = model
        self.books = sorted(set(codebooks))
        pairs = sorted(set(zip(codebooks, senones)))
        self.senones = [senone for _, senone in pairs]
        owners = [book for book, _ in pairs]
        self.counts = [owners.count(book) for book in self.books]
        means = read_gaussians(model + "/means")[self.books]
        variances = read_gaussians(model + "/variances")[self.books]
        weights = read_weights(model + "/mixture_weights")[self.senones]
        shares = np.maximum(weights / weights.sum(axis=2, keepdims=True), 1e-7)
        self.means = torch.nn.Parameter(torch.tensor(means))  # [book][stream][Gaussian][13]
        self.register_buffer("precisions", torch.tensor(1 / np.maximum(variances, 1e-4)))
        # The logarithm of how much sharper a Gaussian is than it was.
        self.sharper = torch.nn.Parameter(torch.zeros_like(self.means))
        self.logits = torch.nn.Parameter(torch.tensor(np.log(shares)))  # [senone][stream][Gaussian]

    def forward(self, frames):
        """The logarithms of the likelihoods of all senones: [frame][senone], in nats, up to
        a number that is the same for all senones of a frame. frames: [frame][39]."""
        total = 0
        for stream in range(STREAMS):
            x = frames[:, WIDTH * stream : WIDTH * (stream + 1)]
            total = total + torch.log(self._likelihoods(stream, x))
        return total

    def _likelihoods(self, stream, x):
        """[frame][senone], relative to the best Gaussian of the frame."""
        precisions = (self.precisions * torch.exp(self.sharper))[:, stream].flatten(0, 1)
        means = self.means[:, stream].flatten(0, 1)
        heights = 0.5 * (torch.log(precisions) - means**2 * precisions).sum(1)
        # The logarithm of a Gaussian is a polynomial of x: all of them are one product of matrices.
        polynomials = torch.cat([-0.5 * precisions, means * precisions], 1)
        logs = torch.addmm(heights, torch.cat([x * x, x], 1), polynomials.T)
        values = _Counted.apply(logs, len(self.books))
        weights = torch.softmax(self.logits[:, stream], 1).split(self.counts)
        values = values.chunk(len(self.books), 1)
        return torch.cat([value @ weight.T for value, weight in zip(values, weights)], 1)

    def write(self, folder):
        """Writes the whole model with what was learnt."""
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.model, folder)
        with torch.no_grad():
            means = read_gaussians(self.model + "/means")
            variances = read_gaussians(self.model + "/variances")
            weights = read_weights(self.model + "/mixture_weights")
            means[self.books] = self.means.numpy()
            variances[self.books] = 1 / (self.precisions * torch.exp(self.sharper)).numpy()
            weights[self.senones] = 1000 * torch.softmax(self.logits, 2).numpy()
        write_gaussians(folder + "/means", means)
        write_gaussians(folder + "/variances", variances)
        write_weights(folder + "/mixture_weights", weights)
        write_sendump(folder + "/sendump", weights)


class _Counted(torch.autograd.Function):
    """What each Gaussian counts in a frame, of their logarithms [frame][book * Gaussian]: relative
    to the best of the frame, and nothing unless among the BEST of its codebook."""

    @staticmethod
    def forward(context, logs, books):
        values = logs - logs.amax(1, keepdim=True)
        by_book = values.view(len(values), books, -1)
        place = by_book.shape[2] - BEST
        least = torch.from_numpy(np.partition(by_book.numpy(), place, axis=2)[..., place, None])
        left_out = by_book < least
        torch.exp_(values.clamp_(min=-FARTHEST))
        by_book.masked_fill_(left_out, 0)
        context.save_for_backward(values)
        return values

    @staticmethod
    def backward(context, gradient):
        (values,) = context.saved_tensors
        # What is at the limit stays there.
        grows = values > math.exp(-FARTHEST) * 1.0001
        return (gradient * values).mul_(grows), None
