"""Writes the ear as Aloud reads it, and an example that Aloud's arithmetic is held to.

    export.py STATE.pt ear.net --source "..."           a trained ear
    export.py --whisper model.bin ear.net               Whisper's encoder with a random head
    export.py --random 32,2,2,64 tiny.net               random weights: width, layers, heads, inner
    ... --reference ear-reference.json                  float32 outputs for the sound of `sound()`

The file: eight bytes "ALOUDEAR", the length of the header as 32 bits, the header as JSON, zeros up to
the next multiple of 64, then the tensors, each at a multiple of 64 bytes from there. All numbers are
little-endian. The weights of the big products are 8-bit numbers laid out as [inputs, outputs], with
one scale for each output; the inputs of a convolution are all channels at its first tap, then those
at the next.
"""

import argparse
import json
import struct

import numpy as np
import torch

import net

MAGIC, VERSION, ALIGNMENT = b"ALOUDEAR", 1, 64
# Every this many frames of the example are written.
STEP = 4


def is_product(name, value):
    """Whether a tensor is the weights of a product that Aloud computes with 8-bit numbers."""
    return value.ndim >= 2 and not name.startswith("head.")


def quantised(value):
    """Weights [outputs, inputs(, taps)] as 8-bit numbers [taps * inputs, outputs], and the scales."""
    rows = value.permute(0, 2, 1).flatten(1) if value.ndim == 3 else value
    rows = rows.double().numpy()
    scales = (np.abs(rows).max(1) / 127).astype("<f4")
    whole = np.rint(rows / np.where(scales > 0, scales, 1)[:, None].astype(float))
    return np.clip(whole, -127, 127).astype("i1").T.copy(), scales


# The share of the columns' unlikeness that goes into the weights after them. Of 0.5, 0.7, 0.85 and 1 it
# had the least error, on 12 recordings and Whisper's encoder with a random head.
SMOOTHING = 0.7


def smoothed(state):
    """The same net, the columns of each norm before a product made more alike: what one is divided by,
    the weights after it are multiplied by, so that rows lose less as 8-bit numbers (Xiao et al. 2023,
    SmoothQuant). How large a column gets is told by the norm: three deviations and its mean."""
    state = dict(state)
    for name in [name for name in state if name.endswith("_norm.weight")]:
        norm = name.removesuffix(".weight")
        product = norm.replace("attention_norm", "qkv").replace("_norm", "") + ".weight"
        gains, offsets, weights = state[name], state[norm + ".bias"], state[product]
        columns = (3 * gains.abs() + offsets.abs()).clamp(min=1e-5)
        scales = columns**SMOOTHING / weights.abs().amax(0).clamp(min=1e-5) ** (1 - SMOOTHING)
        state |= {name: gains / scales, norm + ".bias": offsets / scales, product: weights * scales}
    return state


def tensors(state):
    """Name, type, name of the scales, and values of each tensor of the file."""
    for name, value in state.items():
        value = value.detach().float().cpu()
        if is_product(name, value):
            weights, scales = quantised(value)
            yield name, "i8", name + ".scales", weights
            yield name + ".scales", "f32", None, scales
        else:
            yield name, "f32", None, value.numpy().astype("<f4")


def checksum(data):
    """The sum of all 32-bit words, and the sum of each times its place counted from 1, modulo 2^64."""
    words = np.frombuffer(data, "<u4").astype(np.uint64)
    places = np.arange(1, len(words) + 1, dtype=np.uint64)
    return f"{int(words.sum(dtype=np.uint64)):016x}{int((words * places).sum(dtype=np.uint64)):016x}"


def write(state, heads, path, source, base=None, parts=("",)):
    """Writes a net; with a base, a file in the same folder, only the tensors whose names begin with one
    of the parts: Aloud takes the others from the base."""
    listed, data = [], bytearray()
    for name, kind, scales, values in tensors(smoothed(state)):
        if not name.startswith(tuple(parts)):
            continue
        entry = {"name": name, "type": kind, "shape": list(values.shape), "offset": len(data)}
        listed.append(entry | ({"scales": scales} if scales else {}))
        data += values.tobytes()
        data += bytes(-len(data) % ALIGNMENT)
    header = {
        "version": VERSION,
        "source": source,
        "sizes": {
            "mels": state["conv1.weight"].shape[1],
            "width": state["conv1.weight"].shape[0],
            "layers": 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers.")),
            "heads": heads,
            "inner": state["layers.0.inner.weight"].shape[0],
        },
        "tokens": net.TOKENS,
        **({"base": base} if base else {}),
        "bytes": len(data),
        "checksum": checksum(data),
        "tensors": listed,
    }
    head = json.dumps(header, separators=(",", ":")).encode()
    start = MAGIC + struct.pack("<I", len(head)) + head
    with open(path, "wb") as file:
        file.write(start + bytes(-len(start) % ALIGNMENT) + data)


def sound(count=25600):
    """Three chirps and noise that swell and fade, of whole numbers, so that every language makes
    the same sound: 1.6 s."""
    phases, steps, slopes = [0, 0, 0], [20000000, 90000000, 400000000], [700, 9000, -8000]
    noise, samples = 1, []
    for index in range(count):
        total = 0
        for chirp in range(3):
            phases[chirp] = (phases[chirp] + steps[chirp]) & 0xFFFFFFFF
            steps[chirp] += slopes[chirp]
            total += abs((phases[chirp] >> 16) - 32768) - 16384
        noise = (noise * 1664525 + 1013904223) & 0xFFFFFFFF
        total += ((noise >> 16) - 32768) >> 4
        swell = abs(index % 4000 - 2000)
        samples.append(total * swell // 2048 / 65536)
    return np.array(samples, np.float32)


@torch.no_grad()
def write_reference(ear, path):
    """The scores of the sound, and of its second half with the memory of its first."""
    whole = torch.tensor(sound())[None]
    half = whole.shape[1] // 2
    _, memory = ear.remember(whole[:, :half])
    silence = net.PADDING // (2 * net.HOP)
    memory = [[part[:, :, silence:-silence] for part in layer] for layer in memory]
    after, _ = ear.remember(whole[:, half:], memory, silence + memory[0][0].shape[2])

    def listed(scores):
        values = scores[::STEP].double().numpy().round(4).tolist()
        return {"frames": len(scores), "step": STEP, "values": values}

    with open(path, "w") as file:
        json.dump(listed(ear.hear(whole)[0]) | {"after": listed(after[0])}, file, separators=(",", ":"))


def random_ear(sizes):
    """An ear of other sizes whose outputs differ from frame to frame."""
    net.WIDTH, net.LAYERS, net.HEADS, net.INNER = sizes
    torch.manual_seed(1)
    ear = net.Ear()
    for name, value in ear.state_dict().items():
        if value.ndim >= 2:
            value.mul_(6 if name.startswith("head.") else 2)
    return ear


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paths", nargs="+", metavar="[STATE.pt] OUT.net")
    parser.add_argument("--whisper", metavar="model.bin")
    parser.add_argument("--random", metavar="SIZES")
    parser.add_argument("--source", default="Aloud, training/ear", help="where the weights come from")
    parser.add_argument("--reference", metavar="OUT.json")
    options = parser.parse_args()
    made = options.whisper or options.random
    if len(options.paths) != (1 if made else 2):
        parser.error("name one file to write, and before it one to read, or say --whisper or --random")
    source = options.source
    if options.random:
        ear = random_ear([int(size) for size in options.random.split(",")])
        source = "random weights, for tests"
    else:
        torch.manual_seed(1)
        ear = net.Ear()
        if options.whisper:
            net.load_whisper(ear, options.whisper)
            ear.head.weight.data.mul_(4)
            source = "Whisper base's encoder (MIT) with a random head: hears nothing, for tests"
        else:
            ear.load_state_dict(torch.load(options.paths[0], map_location="cpu", weights_only=True))
    ear.eval()
    write(ear.state_dict(), net.HEADS, options.paths[-1], source)
    if options.reference:
        write_reference(ear, options.reference)


if __name__ == "__main__":
    main()
