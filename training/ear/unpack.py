"""The weights of an ear.net as a state that train.py continues from, or the mean of two states.

usage: unpack.py EAR.net OUT.pt          a net of another language with the nets in its folder that it builds on
       unpack.py --mean FIRST.pt SECOND.pt SHARE OUT.pt      SHARE of the second, 0 to 1

A net that was trained on hears some of what it heard before worse. On the way from the old weights to
the new ones lies a net that does both (Wortsman et al., CVPR 2022).
"""

import json
import os
import struct
import sys

import numpy as np
import torch


def unpacked(path):
    """Name and value of each weight; what was written as 8-bit numbers is as exact as these."""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<I", data[8:12])[0]
    start = -(-(12 + length) // 64) * 64
    header = json.loads(data[12 : 12 + length])
    # The weights of this file replace those of the net that it builds on.
    if header.get("base"):
        yield from unpacked(os.path.join(os.path.dirname(path), header["base"]))
    tensors = {entry["name"]: entry for entry in header["tensors"]}

    def values(entry):
        kind = {"i8": "i1", "f32": "<f4"}[entry["type"]]
        count = int(np.prod(entry["shape"]))
        return np.frombuffer(data, kind, count, start + entry["offset"]).reshape(entry["shape"]).astype(np.float32)

    for name, entry in tensors.items():
        if name.endswith(".scales"):
            continue
        value = values(entry)
        if entry["type"] == "i8":
            value = (value * values(tensors[entry["scales"]])).T
            if name.startswith("conv"):
                value = value.reshape(len(value), 3, -1).transpose(0, 2, 1)
        yield name, torch.tensor(value.copy())


def main():
    if sys.argv[1] == "--mean":
        first, second = (torch.load(path, map_location="cpu") for path in sys.argv[2:4])
        share = float(sys.argv[4])
        torch.save({name: torch.lerp(first[name].float(), second[name].float(), share) for name in first}, sys.argv[5])
    else:
        torch.save(dict(unpacked(sys.argv[1])), sys.argv[2])


if __name__ == "__main__":
    main()
