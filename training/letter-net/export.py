"""Step six: writes nets as Aloud reads them, and an example that Aloud's arithmetic is held to."""

import base64
import json
import struct

import numpy as np
import torch
from torch.nn import functional

from fit import fold, heard
from frontend import features
from phone_votes import phones_heard
from phones import PHONES
from segments import RATE
from vocabulary import LETTERS, OTHER

MAGIC, VERSION = b"ALOUDNET", 1


def folded(convolution, norm):
    """Weights and offsets of a convolution and the batch normalisation after it, in one."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weights = convolution.weight * scale[:, None, None]
    return weights, norm.bias - norm.running_mean * scale


@torch.no_grad()
def tensors(net):
    """The matrices of a net by the names that `NetFile` knows."""
    weights, offsets = folded(net.stem, net.stem_norm)
    found = {"stem": weights * 0.25, "stem.offsets": offsets}
    for index, block in enumerate(net.blocks):
        key = f"block{index}"
        first, first_offsets = folded(block.first, block.first_norm)
        second, second_offsets = folded(block.second, block.second_norm)
        if block.skip is not None:
            around, around_offsets = folded(block.skip, block.skip_norm)
            found[f"{key}.around"] = around
            second_offsets = second_offsets + around_offsets
        found |= {f"{key}.first": first, f"{key}.first.offsets": first_offsets,
                  f"{key}.second": second, f"{key}.second.offsets": second_offsets}  # fmt: skip
    found["attention"] = net.attention.weight[:, :, 0]
    found["attention.offsets"] = net.attention.bias
    found["embedding"], found["embedding.offsets"] = net.embed.weight, net.embed.bias
    found["outputs"] = torch.cat([net.classes.weight, net.is_letter.weight])
    found["outputs.offsets"] = torch.cat([net.classes.bias, net.is_letter.bias])
    return found


def kind(name):
    return "letter" if name in LETTERS else "other" if name == OTHER else "word"


def quantised(tensor):
    """A matrix as 8-bit numbers and one scale a row, vectors as 32-bit numbers: bytes, scales,
    and the values that they stand for."""
    values = tensor.detach().numpy().astype("<f4")
    if values.ndim == 1:
        return values.tobytes(), None, values
    rows = values.reshape(len(values), -1)
    scales = np.maximum(np.abs(rows).max(axis=1), 1e-12).astype("<f4") / np.float32(127)
    steps = np.clip(np.round(rows / scales[:, None]), -127, 127).astype(np.int8)
    return steps.tobytes(), scales, (steps * scales[:, None]).reshape(values.shape)


class StoredNet:
    """A net with the weights that the file holds, computed as Aloud computes it."""

    # What tells words from the channels.
    WORDS = ("attention", "embedding", "outputs")

    def __init__(self, net):
        self.strides = [net.stem.stride[0], *(block.first.stride[0] for block in net.blocks)]
        self.stored = {key: quantised(tensor) for key, tensor in tensors(net).items()}
        self.values = {key: torch.from_numpy(v) for key, (_, _, v) in self.stored.items()}

    def keep(self, key, tensor):
        """One more matrix or vector."""
        self.stored[key] = quantised(tensor)
        self.values[key] = torch.from_numpy(self.stored[key][2])

    def drop_words(self):
        """Leaves only what channels and phones need."""
        for key in [f"{key}{part}" for key in self.WORDS for part in ("", ".offsets")]:
            del self.stored[key], self.values[key]

    @torch.no_grad()
    def heard(self, x):
        """[batch, frames, bins] to channels over time, [batch, channels, frames / 4]."""
        v = self.values

        def convolved(key, x, stride, offsets=None):
            taps = v[key].shape[2]
            return functional.conv1d(x, v[key], offsets, stride, taps // 2)

        x = convolved("stem", x.transpose(1, 2), self.strides[0], v["stem.offsets"]).relu()
        for index, stride in enumerate(self.strides[1:]):
            key = f"block{index}"
            around = convolved(f"{key}.around", x, stride) if f"{key}.around" in v else x
            middle = convolved(f"{key}.first", x, stride, v[f"{key}.first.offsets"]).relu()
            x = around + convolved(f"{key}.second", middle, 1, v[f"{key}.second.offsets"])
            x = x.relu()
        return x

    @torch.no_grad()
    def __call__(self, x):
        v, x = self.values, self.heard(x)
        weights = torch.einsum("hc,bct->bht", v["attention"], x) + v["attention.offsets"][:, None]
        pooled = torch.einsum("bct,bht->bhc", x, weights.softmax(2)).flatten(1)
        embedding = (pooled @ v["embedding"].T + v["embedding.offsets"]).relu()
        told = embedding @ v["outputs"].T + v["outputs.offsets"]
        return told[:, :-1], told[:, -1], embedding


def write(path, nets, names):
    """Writes stored nets of one shape to a file; see `NetFile` for its form."""
    pieces, described, offset = [], [], 0

    def put(data):
        nonlocal offset
        pieces.append(data + b"\0" * (-len(data) % 4))
        offset += len(pieces[-1])
        return offset - len(pieces[-1])

    for net in nets:
        entry = {}
        for key, (data, scales, values) in net.stored.items():
            entry[key] = {"shape": list(values.shape), "offset": put(data)}
            if scales is not None:
                entry[key]["scales"] = put(scales.tobytes())
        described.append(entry)
    header = json.dumps({
        "version": VERSION, "strides": nets[0].strides, "nets": described, "phones": PHONES,
        "classes": [{"name": name, "kind": kind(name)} for name in names],
    }, separators=(",", ":")).encode()  # fmt: skip
    header += b" " * (-len(header) % 4)
    with open(path, "wb") as file:
        file.write(MAGIC + struct.pack("<I", len(header)) + header + b"".join(pieces))


def buzz():
    """Four tenths of a second of a buzz that moves, between noises: like speech, and nobody's."""
    g = np.random.default_rng(7)
    time = np.arange(int(0.9 * RATE)) / RATE
    phase = 2 * np.pi * np.cumsum(110 + 30 * np.sin(5 * time)) / RATE
    tone = sum(np.sin(k * phase) / k * (1 + np.cos(k * time * 9)) for k in range(1, 30))
    loud = np.interp(time, [0, 0.25, 0.3, 0.6, 0.65, 0.9], [0, 0, 1, 0.7, 0, 0])
    sound = 0.05 * tone * loud + 0.001 * g.normal(size=len(time))
    return np.round(np.clip(sound, -1, 1) * 32767).astype("<i2")


@torch.no_grad()
def write_example(path, nets, names):
    """A sound made by a formula, and what PyTorch makes of it; of phones, said three times over."""
    pcm = buzz()
    start, end = int(0.25 * RATE), int(0.65 * RATE)
    x = features(pcm.astype(np.float32) / 32768, start, end)[None]
    telling = [net for net in nets if "outputs" in net.values]
    classes, letter = heard(telling, x)
    embedding = telling[0](x)[2][0]
    letters = fold(classes)[0]
    voting = next(net for net in nets if "phones" in net.values)
    words = {n: float(v) for n, v in zip(names, classes[0]) if kind(n) == "word"}
    with open(path, "w") as file:
        json.dump({
            "pcm": base64.b64encode(pcm.tobytes()).decode(), "start": start, "end": end,
            "letters": {chr(65 + i): float(v) for i, v in enumerate(letters)},
            "words": words, "other": float(classes[0, names.index(OTHER)]),
            "letterProbability": float(letter[0]),
            "embedding": [round(float(v), 5) for v in embedding],
            "phones": [[round(float(v), 4) for v in frame]
                       for frame in phones_heard(voting, np.tile(pcm, 3).astype(np.float32) / 32768)[::10]],
        }, file, indent=1)  # fmt: skip
        file.write("\n")
