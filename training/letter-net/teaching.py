"""What a net is taught by others: not only which word a variant is, but how likely each word is to them.

One net that learns from the opinions of several hears as well as all of them together, at the price of
one (Hinton, Vinyals and Dean, Distilling the knowledge in a neural network, 2015).
"""

import numpy as np
import torch

from augment import unpack

# How much the opinions count beside the plain truth.
SHARE = 0.7


class Opinions:
    """What nets make of every variant: the means of their logarithms, [variants, classes], and of their
    logits of "letter", [variants]. They are asked of the variants as they are: what hides or drowns
    words while the net learns does not trouble its teachers."""

    @torch.no_grad()
    def __init__(self, nets, variants, batch=512):
        pieces = []
        for start in range(0, len(variants), batch):
            x = unpack(torch.from_numpy(variants[start : start + batch]))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                told = [net(x) for net in nets]
            classes = sum(torch.log_softmax(t[0].float(), 1) for t in told) / len(nets)
            letter = sum(t[1].float() for t in told) / len(nets)
            pieces.append((torch.log_softmax(classes, 1).half(), letter.half()))
        self.classes = torch.cat([classes for classes, _ in pieces])
        self.letter = torch.cat([letter for _, letter in pieces])

    def beside(self, rows, classes, letter):
        """The truth about some variants, probabilities [rows, classes] and [rows], and beside it what
        the nets make of them."""
        rows = torch.from_numpy(np.asarray(rows))
        told, is_letter = self.classes[rows].float().exp(), self.letter[rows].float().sigmoid()
        return (1 - SHARE) * classes + SHARE * told, (1 - SHARE) * letter + SHARE * is_letter
