"""Training examples: recordings put together, and what rooms, noises, microphones and throats do to them.

Everything is drawn from a seed and the number of the step, so that two runs learn from the same.
"""

import math
import random

import numpy as np
import torch
import torch.nn.functional as F

from net import HOP, LOUDEST, MELS, PADDING, RANGE, RATE, WINDOW, mel_filters

# How often a recording of each kind is drawn.
WEIGHTS = {
    "grid": 0.05, "letters": 0.10, "letters-more": 0.10, "letters-cut": 0.14, "an4-train": 0.22,
    "accents": 0.12, "accents-numbers": 0.03, "words": 0.12, "readers": 0.08, "kokoro": 0.26,
    "espeak": 0.08, "words-cut": 0.06, "alone": 0.10, "near": 0.16, "flite": 0.06,
}  # fmt: skip
# Lengths of examples, seconds, and how many a step has of each length.
LENGTHS = ((1.3, 96), (2.2, 72), (3.5, 48), (6.0, 28), (10.0, 16))
LENGTH_WEIGHTS = (4, 4, 4, 3, 1)
GROUPS = 4


class Composer(torch.utils.data.Dataset):
    """Of each step the sounds and labels, before noise."""

    def __init__(self, corpus, dictionary, splits, steps, seed, share=1.0):
        self.corpus, self.dictionary, self.steps, self.seed, self.share = corpus, dictionary, steps, seed, share
        self.of_kind = {}
        for place, (length, _, _, name, split) in enumerate(corpus.entries):
            if split in splits and name not in ("noise", "rir"):
                kind = name.split("-")[0] if name.startswith(("kokoro", "espeak", "flite")) else name
                self.of_kind.setdefault(kind, []).append((length, place))
        self.kinds = [kind for kind in WEIGHTS if kind in self.of_kind]
        for kind in self.kinds:
            self.of_kind[kind].sort()
        self.lengths = {kind: [length for length, _ in self.of_kind[kind]] for kind in self.kinds}

    def __len__(self):
        return self.steps

    def draw(self, rng, most):
        """A recording of at most so many samples; None if the kind drawn has none."""
        kind = rng.choices(self.kinds, [WEIGHTS[k] for k in self.kinds])[0]
        count = np.searchsorted(self.lengths[kind], most)
        return self.of_kind[kind][rng.randrange(count)][1] if count else None

    def __getitem__(self, step):
        rng = random.Random(f"{self.seed} {step}")
        seconds, count = rng.choices(LENGTHS, LENGTH_WEIGHTS)[0]
        count = max(GROUPS, int(count * self.share)) // GROUPS * GROUPS
        items = [self.compose(rng, int(seconds * RATE)) for _ in range(count)]
        items.sort(key=lambda item: len(item[0]))
        groups = []
        for k in range(GROUPS):
            part = items[k * count // GROUPS : (k + 1) * count // GROUPS]
            lengths = [len(sound) for sound, _ in part]
            # Few shapes, so that what is planned for one serves again.
            sounds = np.zeros((len(part), -(-max(lengths) // RATE) * RATE), np.int16)
            for row, (sound, _) in zip(sounds, part):
                row[: len(sound)] = sound
            groups.append((torch.from_numpy(sounds), torch.tensor(lengths), [label for _, label in part]))
        return step, groups

    def compose(self, rng, samples):
        lead = int(rng.uniform(0.02, 0.5) * RATE)
        if rng.random() < 0.13:
            return scattered(rng, samples), []
        parts, labels, used = [np.zeros(lead, np.int16)], [], lead
        while True:
            place = self.draw(rng, samples * 1.2 - used)
            if place is None:
                if labels or used > samples:
                    break
                used += samples // 20
                continue
            words = self.corpus.entries[place][1].split()
            gain = 10 ** (rng.gauss(0, 3) / 20)
            sound = self.corpus.sounds[place] * np.float32(min(gain, 1.9))
            parts.append(sound.astype(np.int16))
            labels += self.dictionary.tokens(words, rng)
            gap = int((rng.expovariate(2.5) + 0.02) * RATE) if rng.random() < 0.7 else 0
            if rng.random() < 0.06:
                gap = int(rng.uniform(0.3, 0.9) * RATE)
                parts.append((scattered(rng, gap) * rng.uniform(0.1, 1)).astype(np.int16))
            else:
                parts.append(np.zeros(gap, np.int16))
            used += len(sound) + gap
            if used > samples * 0.7:
                break
        parts.append(np.zeros(int(rng.uniform(0.02, 0.5) * RATE), np.int16))
        sound = np.concatenate(parts)
        if rng.random() < 0.06:
            # Something hums all the time.
            hum = np.resize(unsaid(rng), len(sound))
            loud = np.sqrt((sound.astype(np.float32) ** 2).mean()) * 10 ** (-rng.uniform(8, 26) / 20)
            sound = np.clip(sound + loud / (hum.std() + 1e-9) * hum, -32767, 32767).astype(np.int16)
        return sound, labels


def unsaid(rng):
    """A sound that nobody says: partials of a pitch (hums, bells, strings, beeps), or noise (doors,
    claps, fans), that begins, lasts, and dies away."""
    lasts = rng.random() < 0.5
    seconds = rng.uniform(0.15, 1.2)
    time = np.arange(int(seconds * RATE)) / RATE
    attack, decay = 10 ** rng.uniform(-3, -0.9), 10 ** rng.uniform(-1.6, 0)
    release = np.minimum((seconds - time) / min(seconds / 3, 10 ** rng.uniform(-2, -0.6)), 1)
    begin = np.minimum(time / attack, 1) * np.minimum(release, 1)
    if rng.random() < 0.15:
        # Noise of a band, one bump or several.
        bumps = np.abs(np.sin(np.pi * time * rng.choice((0, 0, rng.uniform(2, 12))))) + 0.05
        spectrum = np.fft.rfft(np.random.default_rng(rng.getrandbits(32)).standard_normal(len(time)))
        hertz = np.fft.rfftfreq(len(time), 1 / RATE)
        middle, width = 80 * 2 ** rng.uniform(0, 6), rng.uniform(0.2, 2)
        shape = np.exp(-(np.log2((hertz + 20) / middle) ** 2) / width)
        sound = np.fft.irfft(spectrum * (shape + 0.02), len(time))
        return sound * bumps * (begin if lasts else begin * np.exp(-time / (decay / 4)))
    pitch = 40 * 2 ** rng.uniform(0, 3.4) if lasts and rng.random() < 0.8 else 80 * 2 ** rng.uniform(0, 5.5)
    vibrato = rng.choice((0, 0, rng.uniform(0.002, 0.02))) * np.sin(2 * np.pi * rng.uniform(3, 8) * time)
    glide = rng.choice((0, 0, 0, rng.uniform(-0.3, 0.3))) * time
    phase = 2 * np.pi * np.cumsum(pitch * (1 + vibrato + glide)) / RATE
    if rng.random() < 0.15:
        ratio = rng.choice((1, 1.4, 2, 2.76, 3.5, 5.4))
        phase = phase + rng.uniform(0.2, 4) * np.exp(-time / decay) * np.sin(ratio * phase)
    fall, odd = rng.uniform(0, 9), rng.random() < 0.2
    stretch = rng.choice((0, 0, 0.0004, rng.uniform(0, 0.02)))
    # A box, a nose or a pipe: one hump, and less above.
    hump, edge = rng.uniform(150, 900), 10 ** rng.uniform(2.7, 4.2)
    sound = np.zeros(len(time))
    for number in range(1, 41):
        whole = number * (1 + stretch * number)
        if whole * pitch > 7500:
            break
        if odd and number % 2 == 0:
            continue
        level = -fall * (number - 1) + rng.gauss(0, rng.choice((0, 3))) - 6 * max(0, math.log2(whole * pitch / edge))
        level += 8 * math.exp(-((math.log2(whole * pitch / hump)) ** 2) * 4)
        partial = 10 ** (level / 20) * np.sin(whole * phase)
        sound += partial if lasts else partial * np.exp(-time / decay * (number + 1) / 2)
    if rng.random() < 0.15:
        sound *= 1 + 0.8 * np.sin(2 * np.pi * rng.uniform(3, 25) * time)
    return sound * begin


def scattered(rng, samples):
    """Some sounds that nobody says, one after the other, at once, or the same one again."""
    sound = np.zeros(samples)
    one = None
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 5))):
        one = one if one is not None and rng.random() < 0.4 else unsaid(rng)[:samples]
        one = one / (np.abs(one).max() + 1e-9)
        start = rng.randrange(samples - len(one) + 1)
        sound[start : start + len(one)] += one * 10 ** (-rng.uniform(0, 12) / 20)
    peak = np.abs(sound).max()
    return (sound / peak * 16384).astype(np.int16) if peak > 0 else sound.astype(np.int16)


class Surroundings:
    """Rooms, noises and talkers, held where the net learns."""

    def __init__(self, corpus, splits, device, seed):
        rng = np.random.default_rng(seed)
        self.device = device
        kept = [
            sound.astype(np.float32)
            for sound, (_, _, _, name, _) in zip(corpus.sounds, corpus.entries)
            if name == "noise"
        ]
        kept = [sound / (np.sqrt((sound**2).mean()) + 1e-9) for sound in kept]
        white = rng.standard_normal(RATE * 20).astype(np.float32)
        kept += [white, np.cumsum(white - white.mean()).astype(np.float32)]
        kept[-1] = np.diff(kept[-1] - np.convolve(kept[-1], np.ones(400) / 400, "same"), prepend=0) + 0.02 * kept[-1]
        kept[-1] /= kept[-1].std()
        self.noise = torch.from_numpy(np.concatenate(kept).astype(np.float32)).to(device)
        talk = [
            sound
            for sound, (length, _, _, name, split) in zip(corpus.sounds, corpus.entries)
            if split in splits and length > RATE and name in ("readers", "words", "an4-train", "accents-numbers")
        ]
        babble = np.zeros(RATE * 300, np.float32)
        for _ in range(4):
            place = 0
            while place < len(babble):
                sound = talk[rng.integers(len(talk))].astype(np.float32)
                sound /= np.sqrt((sound**2).mean()) + 1e-9
                sound = sound[: len(babble) - place] * 10 ** (rng.normal(0, 3) / 20)
                babble[place : place + len(sound)] += sound
                place += len(sound)
        self.babble = torch.from_numpy(babble / babble.std()).to(device)
        rooms = []
        for sound, (_, _, _, name, _) in zip(corpus.sounds, corpus.entries):
            if name == "rir":
                rooms.append(sound[max(0, int(np.abs(sound).argmax()) - 8) :][:RATE].astype(np.float32))
        for _ in range(40):
            length = rng.uniform(0.08, 0.7)
            time = np.arange(int(RATE * min(1, length * 1.2))) / RATE
            tail = rng.standard_normal(len(time)) * 10 ** (-3 * time / length) * rng.uniform(0.02, 0.25)
            tail[: int(rng.uniform(0.001, 0.01) * RATE)] = 0
            tail[0] = 1
            rooms.append(tail.astype(np.float32))
        self.rooms = torch.zeros(len(rooms), RATE, device=device)
        for row, room in zip(self.rooms, rooms):
            row[: len(room)] = torch.from_numpy(room).to(device) / float(np.sqrt((room**2).sum()) + 1e-9)

    def slices(self, bank, count, samples, rng):
        starts = [rng.randrange(max(1, len(bank) - samples)) for _ in range(count)]
        cut = torch.stack([bank[start : start + samples] for start in starts])
        return F.pad(cut, (0, samples - cut.shape[1]))


class Augmenter:
    """From sounds to levelled log-mel values, as a room, a microphone and another throat make them."""

    def __init__(self, surroundings, seed):
        self.surroundings, self.seed, self.filters = surroundings, seed, {}

    def warped(self, warp, device):
        """Mel filters that move formants by a factor (vocal tract length; Jaitly and Hinton 2013)."""
        key = round(warp, 2)
        if key not in self.filters:
            filters = mel_filters()
            bins = np.arange(WINDOW // 2 + 1)
            # The filter that saw bin b sees bin b / warp.
            moved = np.stack([np.interp(bins * key, bins, row, right=0) for row in filters])
            self.filters[key] = torch.tensor(moved, dtype=torch.float32, device=device)
        return self.filters[key]

    def waves(self, width, device):
        """A Fourier transform's first bins as a matrix, windowed: faster than an FFT here, since each
        size of those is planned anew. The missing part of a narrower window is zero."""
        key = "waves", width
        if key not in self.filters:
            time = torch.arange(width, dtype=torch.float64)[:, None]
            bins = torch.arange(WINDOW // 2 + 1, dtype=torch.float64)
            angles = 2 * math.pi * time * bins / width
            window = torch.hann_window(width, dtype=torch.float64)[:, None] * (bins <= width // 2)
            self.filters[key] = torch.cat([angles.cos() * window, angles.sin() * window], 1).float().to(device)
        return self.filters[key]

    @staticmethod
    def throat(rng):
        """Factors of pitch with formants, of formants in addition, and of tempo."""
        draw = rng.random()
        if draw < 0.45:
            both, formants = math.exp(rng.gauss(0, 0.05)), rng.uniform(0.92, 1.1)
        elif draw < 0.8:
            both = rng.uniform(1.05, 1.45)
            formants = rng.uniform(0.95, min(1.3, 1.4)) / both ** rng.choice((0, 0.5, 1))
        else:
            both = rng.uniform(1.35, 1.95)
            formants = rng.uniform(1.05, 1.4) / both
        if rng.random() < 0.08:
            both, formants = rng.uniform(0.8, 0.92), rng.uniform(0.95, 1.1)
        return both, formants, math.exp(rng.gauss(0, 0.12))

    def __call__(self, sounds, lengths, step, group):
        """Mel values [batch, 80, 2 frames], and of each sound its frames."""
        rng = random.Random(f"{self.seed} {step} {group}")
        device = self.surroundings.device
        generator = torch.Generator(device=device).manual_seed(hash((self.seed, step, group)) & 0xFFFFFFFF)
        uniform = lambda *shape: torch.rand(*shape, device=device, generator=generator)
        x = sounds.to(device).float() / 32768
        lengths = lengths.to(device)
        batch, samples = x.shape
        room = uniform(batch) < 0.35
        if room.any():
            chosen = self.surroundings.rooms[torch.randint(len(self.surroundings.rooms), (batch,), device=device, generator=generator)]
            size = 1 << (samples + RATE - 1).bit_length()
            wet = torch.fft.irfft(torch.fft.rfft(x, size) * torch.fft.rfft(chosen, size), size)[:, :samples]
            x = torch.where(room[:, None], wet, x)
        x = x / (x.abs().amax(1, keepdim=True) + 1e-6) * 0.5
        # Speech lasts for part of the sound: its power is that of the louder half of frames.
        frames = F.avg_pool1d(x.square()[:, None], 320, ceil_mode=True)[:, 0]
        power = frames.topk(max(1, frames.shape[1] // 3), 1).values.mean(1).clamp(min=1e-8)
        bank = self.surroundings.noise if rng.random() < 0.55 else self.surroundings.babble
        noise = self.surroundings.slices(bank, batch, samples, rng)
        noise = noise / (noise.square().mean(1, keepdim=True).sqrt() + 1e-6)
        decibels = 2 + 33 * uniform(batch)
        loud = (power * 10 ** (-decibels / 10)).sqrt() * (uniform(batch) < 0.5)
        x = x + loud[:, None] * noise
        floor = 10 ** (-(35 + 50 * uniform(batch)) / 20) * 0.5
        x = x + floor[:, None] * torch.randn(x.shape, device=device, generator=generator)
        clipped = uniform(batch) < 0.07
        limit = torch.where(clipped, 0.08 + 0.3 * uniform(batch), torch.tensor(9.0, device=device))[:, None]
        x = torch.minimum(torch.maximum(x, -limit), limit)

        both, formants, tempo = self.throat(rng)
        width = 2 * round(WINDOW * both / 2)
        hop = max(1, round(HOP * tempo))
        windows = F.pad(x, (PADDING + width // 2, PADDING + width // 2)).unfold(1, width, hop)
        waves = windows @ self.waves(width, device)
        spectrum = (waves[..., : WINDOW // 2 + 1].square() + waves[..., WINDOW // 2 + 1 :].square()).mT
        log = (self.warped(formants, device) @ spectrum).clamp(min=1e-10).log10()
        # A microphone: a smooth curve over frequency; a telephone ends at 300 and 3,400 Hz.
        bins = torch.linspace(0, 1, MELS, device=device)
        curve = sum(
            0.35 / (k + 1) ** 0.5 * torch.randn(batch, 1, device=device, generator=generator)
            * torch.cos(math.pi * ((k + 1) * bins + uniform(batch, 1)))
            for k in range(4)
        )  # fmt: skip
        log = log + (curve * (uniform(batch, 1) < 0.6))[..., None]
        edges = torch.tensor([6, 56], device=device)
        telephone = (uniform(batch) < 0.12)[:, None] & ((torch.arange(MELS, device=device) < edges[0]) | (torch.arange(MELS, device=device) > edges[1]))
        muffled = (uniform(batch) < 0.08)[:, None] & (torch.arange(MELS, device=device)[None] > (45 + 30 * uniform(batch, 1)))
        log = log - 5.0 * (telephone | muffled)[..., None]
        loudest = log.amax((-1, -2), keepdim=True)
        mel = ((log - loudest).clamp(min=-RANGE) + LOUDEST + 4) / 4
        mel = mel + 0.06 * torch.randn(batch, 1, 1, device=device, generator=generator)
        frames = (lengths + 2 * PADDING) // hop // 2
        mel = mel[..., : mel.shape[-1] // 2 * 2]
        low = mel.amin((-1, -2), keepdim=True)
        if rng.random() < 0.5:
            width, start = rng.randrange(1, 9), rng.randrange(MELS - 9)
            hidden = torch.zeros(MELS, 1, dtype=torch.bool, device=device)
            hidden[start : start + width] = True
            mel = torch.where(hidden & (uniform(batch, 1, 1) < 0.5), low, mel)
        for _ in range(2):
            width = rng.randrange(1, 7)
            starts = (uniform(batch, 1, 1) * mel.shape[-1]).long()
            clock = torch.arange(mel.shape[-1], device=device)
            hidden = (clock >= starts) & (clock < starts + width) & (uniform(batch, 1, 1) < 0.3)
            mel = torch.where(hidden, low, mel)
        return mel, frames.clamp(max=mel.shape[-1] // 2)
