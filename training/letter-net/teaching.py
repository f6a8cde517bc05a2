"""What a net is taught by others: not only which word a variant is, but how likely each word is to them.

One net that learns from the opinions of several hears nearly as well as all of them together, at the
price of one (Hinton, Vinyals and Dean, Distilling the knowledge in a neural network, 2015).
"""

import torch

from augment import unpack
from fit import predict

# How much the opinions count beside the plain truth.
SHARE = 0.7


class Opinions:
    """What `predict` gives of every variant: log probabilities [variants, classes], and the probability
    of "letter" [variants]. Nets are asked of the variants as they are: what hides or drowns words while
    the net learns does not trouble its teachers."""

    def __init__(self, nets, variants, batch=512):
        pieces = []
        for start in range(0, len(variants), batch):
            x = unpack(torch.from_numpy(variants[start : start + batch]))
            with torch.autocast("cpu", dtype=torch.bfloat16):
                pieces.append([told.half() for told in predict(nets, x)])
        self.classes, self.letter = (torch.cat(part) for part in zip(*pieces))

    def beside(self, rows, classes, letter):
        """The truth about some variants, probabilities [rows, classes] and [rows], and beside it what
        the nets make of them."""
        told, is_letter = self.classes[rows].float().exp(), self.letter[rows].float()
        return (1 - SHARE) * classes + SHARE * told, (1 - SHARE) * letter + SHARE * is_letter
