"""Reads and writes the files of Sphinx's acoustic models that its own tools do not convert."""

import struct

import numpy as np

ORDER_MARK = 0x11223344


def read_parameters(path):
    """The header's numbers and the 32-bit words of an s3 file (means, variances, weights)."""
    data = open(path, "rb").read()
    start = data.index(b"endhdr\n") + len(b"endhdr\n")
    (mark,) = struct.unpack_from("<I", data, start)
    if mark != ORDER_MARK:
        raise SystemExit(f"{path}: not little-endian, or no file of Sphinx")
    body = data[start + 4 :]
    return body[:-4] if b"chksum0 yes" in data[:start] else body


def read_gaussians(path):
    """Means or variances as [codebook][stream][density][13]."""
    body = read_parameters(path)
    codebooks, streams, densities = struct.unpack_from("<3i", body)
    widths = struct.unpack_from(f"<{streams}i", body, 12)
    if len(set(widths)) != 1:
        raise SystemExit(f"{path}: streams of different widths")
    values = np.frombuffer(body, "<f4", offset=12 + 4 * streams + 4)
    return values.reshape(codebooks, streams, densities, widths[0]).copy()


def read_weights(path):
    """Mixture weights as [senone][stream][density]."""
    body = read_parameters(path)
    senones, streams, densities, _ = struct.unpack_from("<4i", body)
    return np.frombuffer(body, "<f4", offset=16).reshape(senones, streams, densities).copy()


def _checksum(words):
    """Sphinx's checksum: turn left by 20 bits, add the next word."""
    total = 0
    for word in words.tolist():
        total = (((total << 20) | (total >> 12)) + word) & 0xFFFFFFFF
    return total


def _write(path, numbers, values):
    values = np.ascontiguousarray(values, "<f4")
    body = struct.pack(f"<{len(numbers)}i", *numbers) + values.tobytes()
    with open(path, "wb") as file:
        header = b"s3\nversion 1.0\nchksum0 yes\n"
        file.write(header + b" " * (-(len(header) + 7) % 4) + b"endhdr\n")
        file.write(struct.pack("<I", ORDER_MARK) + body)
        file.write(struct.pack("<I", _checksum(np.frombuffer(body, "<u4"))))


def write_gaussians(path, values):
    codebooks, streams, densities, width = values.shape
    numbers = [codebooks, streams, densities] + [width] * streams + [values.size]
    _write(path, numbers, values)


def write_weights(path, values):
    _write(path, [*values.shape, values.size], values)


def read_sendump(path):
    """The mixture weights of a sendump, which are 8-bit logarithms to base 1.0001 ** 1024."""
    data = open(path, "rb").read()
    at = 0
    while True:
        (length,) = struct.unpack_from("<i", data, at)
        at += 4 + length
        if length == 0:
            break
    densities, senones = struct.unpack_from("<2i", data, at)
    logs = np.frombuffer(data, "u1", offset=at + 8)
    streams = len(logs) // (densities * senones)
    logs = logs[: streams * densities * senones].reshape(streams, densities, senones)
    weights = np.exp(-1024 * np.log(1.0001) * logs.transpose(2, 0, 1).astype("f8"))
    return weights / weights.sum(axis=2, keepdims=True)


def write_sendump(path, weights):
    """Writes mixture weights [senone][stream][density] as PocketSphinx reads them fastest."""
    senones, streams, densities = weights.shape
    shares = weights / weights.sum(axis=2, keepdims=True)
    logs = -np.log(np.maximum(shares, 1e-30)) / (1024 * np.log(1.0001))
    logs = np.minimum(np.rint(logs), 159).astype("u1").transpose(1, 2, 0)
    with open(path, "wb") as file:
        for text in (
            "mixture weights of an acoustic model of Aloud",
            f"feature_count {streams}",
            f"mixture_count {densities}",
            f"model_count {senones}",
            "cluster_count 0",
            "cluster_bits 8",
            "logbase 1.0001",
            "mixw_shift 10",
        ):
            line = text.encode() + b"\0"
            file.write(struct.pack("<i", len(line)) + line)
        file.write(struct.pack("<i", 0))
        file.write(struct.pack("<2i", densities, senones))
        file.write(logs.tobytes())
