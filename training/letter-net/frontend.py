"""The front end: log-mel energies of a word, on a canvas of fixed size.

Aloud's `LetterNet` does the same arithmetic; `example.json` beside the weights holds both to it.
"""

import numpy as np
import torch

from segments import HOP, RATE

WINDOW = 400  # 25 ms
FFT = 512
BINS = 40
LOW, HIGH = 80.0, 7600.0
MARGIN = 1600  # what is seen around the word: 100 ms
FRAMES = 128  # the canvas: 1.28 s
FLOOR, CEILING = -10.0, 4.0  # nats over the level of the loudest frames
LOUDEST = 10
PRE_EMPHASIS = 0.97
LEAST = 1e-12


def mel(hertz):
    """The mel scale of the HTK Book (Young et al. 2006, equation 5.13)."""
    return 1127 * np.log1p(np.asarray(hertz) / 700)


def filters(warp=1.0):
    """Triangular filters [FFT / 2 + 1, BINS]; warp over 1 is a shorter vocal tract."""
    edges = np.linspace(mel(LOW), mel(HIGH), BINS + 2)
    at = mel(np.arange(FFT // 2 + 1) * RATE / FFT / warp)[:, None]
    rising = (at - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - at) / (edges[2:] - edges[1:-1])
    return np.maximum(0, np.minimum(rising, falling)).astype(np.float32)


WINDOW_SHAPE = torch.hann_window(WINDOW, periodic=False)


def log_mel(sound, weights):
    """sound [batch, samples] to natural logarithms [batch, frames, BINS].

    weights: filters, [FFT / 2 + 1, BINS] or one a sound.
    """
    emphasised = torch.zeros_like(sound)
    emphasised[:, 1:] = sound[:, 1:] - PRE_EMPHASIS * sound[:, :-1]
    frames = emphasised.unfold(1, WINDOW, HOP) * WINDOW_SHAPE
    spectrum = torch.fft.rfft(frames, FFT)
    power = spectrum.real**2 + spectrum.imag**2
    return torch.log(power @ weights + LEAST)


def levelled(frames):
    """frames [..., count, BINS] relative to the ten loudest, clipped.

    How loud a frame is, is the logarithm of its mean energy, not the mean of the logarithms: what
    a telephone cuts off must not count.
    """
    loudness = torch.logsumexp(frames, dim=-1) - float(np.log(BINS))
    level = loudness.topk(min(LOUDEST, loudness.shape[-1])).values.mean(-1)
    return (frames - level[..., None, None]).clamp(FLOOR, CEILING)


def canvas(frames, shift=0):
    """frames [count, BINS] in the middle of the canvas [FRAMES, BINS]."""
    if len(frames) > FRAMES:
        start = (len(frames) - FRAMES) // 2
        frames = frames[start : start + FRAMES]
    result = torch.full((FRAMES, BINS), FLOOR)
    start = min(max(0, (FRAMES - len(frames)) // 2 + shift), FRAMES - len(frames))
    result[start : start + len(frames)] = frames
    return result


PLAIN = torch.from_numpy(filters())


def features(samples, start, end):
    """What the net sees of samples[start:end], float -1…1: [FRAMES, BINS]."""
    seen = torch.as_tensor(samples[max(0, start - MARGIN) : end + MARGIN], dtype=torch.float32)
    if len(seen) < WINDOW:
        seen = torch.nn.functional.pad(seen, (0, WINDOW - len(seen)))
    return canvas(levelled(log_mel(seen[None], PLAIN)[0]))


def canvases(samples, step=96):
    """A whole sound on canvases: [canvases, FRAMES, BINS], and of each the frames that are told from it.

    One that fits on a canvas stands in its middle. Of a longer one each canvas begins `step` frames
    after the one before, so that every frame stands on one with others around it.
    """
    seen = torch.as_tensor(samples, dtype=torch.float32)
    if len(seen) < WINDOW:
        seen = torch.nn.functional.pad(seen, (0, WINDOW - len(seen)))
    frames = log_mel(seen[None], PLAIN)[0]
    if len(frames) <= FRAMES:
        starts, margin, step = [-((FRAMES - len(frames)) // 2)], 0, FRAMES
    else:
        margin = (FRAMES - step) // 2
        starts = range(-margin, len(frames) - margin, step)
    pieces, told = [], []
    for start in starts:
        inside = frames[max(0, start) : start + FRAMES]
        piece = torch.full((FRAMES, BINS), FLOOR)
        first = max(0, -start)
        piece[first : first + len(inside)] = levelled(inside)
        pieces.append(piece)
        told.append((start, max(0, start + margin), min(len(frames), start + margin + step)))
    return torch.stack(pieces), told
