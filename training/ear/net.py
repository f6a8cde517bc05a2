"""The ear: Whisper's encoder and one linear CTC head, in PyTorch.

Input is 16 kHz sound of any length, output the logarithm of a probability for each token and each
frame of 20 ms. Tokens: a blank, the 26 letter names, and 39 phones for everything else that is said.
"""

import math
import struct

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

LETTERS = list("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
PHONES = """AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW
V W Y Z ZH""".split()
# A phone is written in lower case, so that B the letter and b the sound differ.
TOKENS = ["-", *LETTERS, *(phone.lower() for phone in PHONES)]
BLANK = 0

RATE = 16000
WINDOW, HOP, MELS = 400, 160, 80
# Silence added at both ends, samples: 100 ms.
PADDING = 1600
# The level of the loudest mel value after normalisation, and the range below it, in powers of ten.
LOUDEST, RANGE = 1.5, 8.0
WIDTH, HEADS, LAYERS, INNER = 512, 8, 6, 2048


def mel_filters():
    """Slaney's mel filters, 0 to 8 kHz, each of unit area: [80, 201]."""

    def mel(hertz):
        hertz = np.asarray(hertz, float)
        return np.where(hertz < 1000, hertz * 3 / 200, 15 + np.log(np.maximum(hertz, 1e-9) / 1000) * 27 / np.log(6.4))

    def hertz(mel):
        return np.where(mel < 15, mel * 200 / 3, 1000 * np.exp((mel - 15) * np.log(6.4) / 27))

    edges = hertz(np.linspace(mel(0), mel(RATE / 2), MELS + 2))
    bins = np.linspace(0, RATE / 2, WINDOW // 2 + 1)
    rise = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    fall = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    return np.maximum(0, np.minimum(rise, fall)) * (2 / (edges[2:] - edges[:-2]))[:, None]


class MelFrontEnd(nn.Module):
    """Log-mel values as Whisper's, but levelled by the loudest value of the sound: [batch, 80, T]."""

    def __init__(self):
        super().__init__()
        self.register_buffer("filters", torch.tensor(mel_filters(), dtype=torch.float32), persistent=False)
        self.register_buffer("window", torch.hann_window(WINDOW), persistent=False)

    def power(self, sound, hop=HOP):
        """Mel power: frame t is centred at t * hop of the padded sound; zeros lie beyond its ends."""
        spectrum = torch.stft(
            F.pad(sound, (PADDING + WINDOW // 2, PADDING + WINDOW // 2)),
            WINDOW, hop, window=self.window, center=False, return_complex=True,
        )  # fmt: skip
        return self.filters @ spectrum.abs().square()

    def levelled(self, power):
        log = power.clamp(min=1e-10).log10()
        loudest = log.amax(dim=(-1, -2), keepdim=True)
        return (torch.maximum(log - loudest, torch.tensor(-RANGE, device=log.device)) + LOUDEST + 4) / 4

    def forward(self, sound):
        mel = self.levelled(self.power(sound))
        return mel[..., : mel.shape[-1] // 2 * 2]


def positions(length):
    """Whisper's sinusoids: [length, WIDTH]."""
    scale = torch.exp(-math.log(10000) / (WIDTH // 2 - 1) * torch.arange(WIDTH // 2))
    angles = torch.arange(length)[:, None] * scale
    return torch.cat([angles.sin(), angles.cos()], 1)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.attention_norm = nn.LayerNorm(WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)
        self.inner_norm = nn.LayerNorm(WIDTH)
        self.inner = nn.Linear(WIDTH, INNER)
        self.outer = nn.Linear(INNER, WIDTH)

    def forward(self, x, mask=None, dropout=0.0):
        return self.attend(x, mask=mask, dropout=dropout)[0]

    def attend(self, x, before=None, mask=None, dropout=0.0):
        """The output, and the keys and values of its frames; before: those of earlier frames."""
        q, k, v = self.qkv(self.attention_norm(x)).unflatten(-1, (3, HEADS, -1)).permute(2, 0, 3, 1, 4)
        own = k, v
        if before is not None:
            k, v = torch.cat([before[0], k], 2), torch.cat([before[1], v], 2)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask).transpose(1, 2).flatten(2)
        x = x + F.dropout(self.out(mixed), dropout, self.training)
        inner = F.gelu(self.inner(self.inner_norm(x)))
        return x + F.dropout(self.outer(inner), dropout, self.training), own


class Ear(nn.Module):
    def __init__(self):
        super().__init__()
        self.front = MelFrontEnd()
        self.conv1 = nn.Conv1d(MELS, WIDTH, 3, padding=1)
        self.conv2 = nn.Conv1d(WIDTH, WIDTH, 3, stride=2, padding=1)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.norm = nn.LayerNorm(WIDTH)
        self.head = nn.Linear(WIDTH, len(TOKENS))
        self.register_buffer("positions", positions(1500), persistent=False)

    def forward(self, mel, lengths=None, dropout=0.0):
        """Log probabilities [batch, frames, tokens] of [batch, 80, 2 frames] mel values.

        lengths: of each sound the number of frames that count; nil for all.
        """
        x = F.gelu(self.conv1(mel))
        x = F.gelu(self.conv2(x)).transpose(1, 2)
        x = x + self.positions[: x.shape[1]]
        mask = None
        if lengths is not None:
            mask = (torch.arange(x.shape[1], device=x.device) < lengths[:, None])[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask, dropout)
        return self.head(F.dropout(self.norm(x), dropout, self.training)).float().log_softmax(-1)

    def hear(self, sound):
        return self(self.front(sound))

    def remember(self, sound, memory=None, first=0):
        """As hear, and of each layer the keys and values of all frames [batch, heads, frames, size].

        memory: those of earlier frames. first: the position of its first frame.
        """
        x = F.gelu(self.conv2(F.gelu(self.conv1(self.front(sound))))).transpose(1, 2)
        x = x + self.positions[first : first + x.shape[1]]
        kept = []
        for layer, before in zip(self.layers, memory or [None] * len(self.layers)):
            x, own = layer.attend(x, before)
            kept.append(own)
        return self.head(self.norm(x)).float().log_softmax(-1), kept


def in_16_bits(device):
    """A context in which products are computed in bfloat16, if the device has instructions for it."""
    has_instructions = device != "cpu" or "avx512_bf16" in open("/proc/cpuinfo", encoding="ascii").read()
    return torch.autocast(device, torch.bfloat16, enabled=has_instructions)


def whisper_variables(path):
    """Name and value of each variable in a CTranslate2 model.bin (half precision)."""
    with open(path, "rb") as file:
        number = lambda size, kind: struct.unpack("<" + kind, file.read(size))[0]
        text = lambda: file.read(number(2, "H"))[:-1].decode()
        number(4, "I"), text(), number(4, "I")
        for _ in range(number(4, "I")):
            name = text()
            shape = [number(4, "I") for _ in range(number(1, "B"))]
            kind, size = number(1, "B"), number(4, "I")
            data = file.read(size)
            if kind == 4:
                yield name, np.frombuffer(data, "<f2").reshape(shape).astype(np.float32)


def load_whisper(ear, path):
    """Takes the encoder's weights out of a CTranslate2 model of Whisper base."""
    ours = {}
    for name, value in whisper_variables(path):
        if not name.startswith("encoder/"):
            continue
        parts = name.removeprefix("encoder/").split("/")
        if parts[0] in ("conv1", "conv2"):
            key = ".".join(parts)
        elif parts[0] == "layer_norm":
            key = "norm." + {"gamma": "weight", "beta": "bias"}[parts[1]]
        elif parts[0].startswith("layer_"):
            layer = f"layers.{parts[0].removeprefix('layer_')}."
            block, part, what = parts[1:]
            if part == "layer_norm":
                key = layer + {"self_attention": "attention_norm", "ffn": "inner_norm"}[block]
                key += {"gamma": ".weight", "beta": ".bias"}[what]
            else:
                key = layer + {
                    ("self_attention", "linear_0"): "qkv", ("self_attention", "linear_1"): "out",
                    ("ffn", "linear_0"): "inner", ("ffn", "linear_1"): "outer",
                }[block, part] + "." + what  # fmt: skip
        else:
            continue
        ours[key] = torch.tensor(value)
    missing, unexpected = ear.load_state_dict(ours, strict=False)
    assert not unexpected and all(name.startswith("head.") for name in missing), (missing, unexpected)
