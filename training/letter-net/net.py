"""The net: a small convolutional classifier of words with attention over time."""

import torch
from torch import nn


class Residual(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.first = nn.Conv1d(inputs, outputs, 5, stride, 2, bias=False)
        self.first_norm = nn.BatchNorm1d(outputs)
        self.second = nn.Conv1d(outputs, outputs, 5, 1, 2, bias=False)
        self.second_norm = nn.BatchNorm1d(outputs)
        self.skip = None
        if stride != 1 or inputs != outputs:
            self.skip = nn.Conv1d(inputs, outputs, 1, stride, bias=False)
            self.skip_norm = nn.BatchNorm1d(outputs)

    def forward(self, x):
        around = x if self.skip is None else self.skip_norm(self.skip(x))
        x = torch.relu(self.first_norm(self.first(x)))
        return torch.relu(around + self.second_norm(self.second(x)))


class LetterNet(nn.Module):
    """[batch, frames, bins] to class logits, the logit of "this is a letter", an embedding."""

    def __init__(self, classes, bins=40, widths=(48, 64, 96, 96), strides=(2, 1, 2, 1), heads=4,
                 embedding=96):  # fmt: skip
        super().__init__()
        self.stem = nn.Conv1d(bins, widths[0], 5, strides[0], 2, bias=False)
        self.stem_norm = nn.BatchNorm1d(widths[0])
        self.blocks = nn.ModuleList(
            Residual(a, b, s) for a, b, s in zip(widths, widths[1:], strides[1:])
        )
        self.attention = nn.Conv1d(widths[-1], heads, 1)
        self.embed = nn.Linear(widths[-1] * heads, embedding)
        self.drop = nn.Dropout(0.2)
        self.classes = nn.Linear(embedding, classes)
        self.is_letter = nn.Linear(embedding, 1)

    def heard(self, x):
        """[batch, frames, bins] to channels over time, [batch, channels, frames / 4]."""
        x = torch.relu(self.stem_norm(self.stem(x.transpose(1, 2) * 0.25)))
        for block in self.blocks:
            x = block(x)
        return x

    def forward(self, x):
        return self.opinion(self.heard(x))

    def opinion(self, x):
        """What channels over time come to, as `forward` gives it."""
        weights = torch.softmax(self.attention(x), dim=2)
        pooled = torch.einsum("bct,bht->bhc", x, weights).flatten(1)
        embedding = torch.relu(self.embed(pooled))
        kept = self.drop(embedding)
        return self.classes(kept), self.is_letter(kept)[:, 0], embedding
