#!/usr/bin/env python3
"""Writes models/eyes.net: the nets that find faces and irises, from MediaPipe's wheel.

    python3 -m venv venv
    venv/bin/pip install numpy tflite==2.10.0
    venv/bin/pip download --no-deps mediapipe==0.10.14
    venv/bin/python training/eyes/export.py mediapipe-0.10.14-*.whl models/eyes.net

The file (all numbers little-endian): "ALOUDEYE"; int32: version, nets, weights; for each net int32:
tensors, operators, outputs, the input's tensor, four output tensors (-1 if unused); its tensors as
height, width, channels; its operators as 12 int32 (see OPERATOR); then all weights as 16-bit floats.
Weights of convolutions are ordered [height][width][in][out].
"""

import hashlib
import struct
import sys
import zipfile

import numpy as np
import tflite

VERSION = 1
NETS = [
    (
        "mediapipe/modules/face_detection/face_detection_short_range.tflite",
        "bbff11cebd1eb27a1e004cae0b0e63ec8c551cbf34a4451148b4908b8db3eca8",
    ),
    (
        "mediapipe/modules/iris_landmark/iris_landmark.tflite",
        "d1744d2a09c25f501d39eba4faff47e53ecca8852c5ce19bce8eeac39357521f",
    ),
]
# kind, first input, second input, output, kernel height, kernel width, stride, padding above,
# padding on the left, ReLU, weights, biases (or slopes)
OPERATOR = struct.Struct("<12i")
CONV, DEPTH, ADD, RELU, PRELU, PAD, POOL, CONCAT = range(8)
NAMES = {v: k for k, v in vars(tflite.BuiltinOperator).items() if isinstance(v, int)}


class Weights:
    def __init__(self):
        self.parts, self.count = [], 0

    def put(self, array):
        array = np.ascontiguousarray(array, np.float32).ravel().astype("<f2")
        self.parts.append(array)
        self.count += array.size
        return self.count - array.size


def same(size, kernel, stride, out):
    """The padding before the first row or column of a convolution that keeps the size."""
    return max(0, (out - 1) * stride + kernel - size) // 2


def export(data, weights):
    model = tflite.Model.GetRootAs(data, 0)
    graph = model.Subgraphs(0)
    constants = {}
    for index in range(graph.TensorsLength()):
        tensor = graph.Tensors(index)
        buffer = model.Buffers(tensor.Buffer())
        if buffer.DataLength():
            kind = {0: np.float32, 1: np.float16, 2: np.int32}[tensor.Type()]
            shape = tensor.ShapeAsNumpy() if tensor.ShapeLength() else ()
            constants[index] = np.frombuffer(buffer.DataAsNumpy().tobytes(), kind).reshape(shape)
    tensors, numbers, operators = [], {}, []

    def shape(index):
        dims = [int(x) for x in graph.Tensors(index).ShapeAsNumpy()][1:]
        while len(dims) < 3:
            dims.insert(0, 1)
        return dims

    def number(index):
        if index not in numbers:
            numbers[index] = len(tensors)
            tensors.append(shape(index))
        return numbers[index]

    source = number(int(graph.Inputs(0)))
    for index in range(graph.OperatorsLength()):
        operator = graph.Operators(index)
        code = model.OperatorCodes(operator.OpcodeIndex())
        name = NAMES[max(code.BuiltinCode(), code.DeprecatedBuiltinCode())]
        inputs = [int(x) for x in operator.InputsAsNumpy()]
        out = int(operator.OutputsAsNumpy()[0])
        table = operator.BuiltinOptions()
        if name == "DEQUANTIZE":
            constants[out] = constants[inputs[0]].astype(np.float32)
            continue
        if name == "RESHAPE":
            # The same numbers in the same order.
            numbers[out] = number(inputs[0])
            continue
        height, width, _ = shape(inputs[0])
        row = dict(kind=0, a=number(inputs[0]), b=-1, kh=0, kw=0, st=1, pt=0, pl=0, relu=0, w=0, c=0)
        if name in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            is_conv = name == "CONV_2D"
            options = (tflite.Conv2DOptions if is_conv else tflite.DepthwiseConv2DOptions)()
            options.Init(table.Bytes, table.Pos)
            assert options.DilationHFactor() == 1 and options.FusedActivationFunction() in (0, 1)
            kernel = constants[inputs[1]]
            if is_conv:
                kernel = kernel.transpose(1, 2, 3, 0)
            else:
                kernel = kernel[0]
            kh, kw = kernel.shape[:2]
            st = options.StrideH()
            pads = options.Padding() == 0
            row.update(
                kind=CONV if is_conv else DEPTH, kh=kh, kw=kw, st=st,
                pt=same(height, kh, st, shape(out)[0]) if pads else 0,
                pl=same(width, kw, st, shape(out)[1]) if pads else 0,
                relu=int(options.FusedActivationFunction()), w=weights.put(kernel),
                c=weights.put(constants[inputs[2]]))
        elif name == "ADD":
            options = tflite.AddOptions()
            options.Init(table.Bytes, table.Pos)
            row.update(kind=ADD, b=number(inputs[1]), relu=int(options.FusedActivationFunction()))
        elif name == "PAD":
            pads = constants[inputs[1]]
            # Only channels are added, after the others, or rows and columns at the end.
            assert pads[:, 0].tolist() == [0, 0, 0, 0] or pads[3].tolist() == [0, 0]
            row.update(kind=PAD, pt=int(pads[1][0]), pl=int(pads[2][0]))
        elif name == "MAX_POOL_2D":
            options = tflite.Pool2DOptions()
            options.Init(table.Bytes, table.Pos)
            assert options.FilterHeight() == options.StrideH() == 2
            row.update(kind=POOL)
        elif name == "RELU":
            row.update(kind=RELU)
        elif name == "PRELU":
            row.update(kind=PRELU, w=weights.put(constants[inputs[1]]))
        elif name == "CONCATENATION":
            assert len(inputs) == 2
            row.update(kind=CONCAT, b=number(inputs[1]))
        else:
            sys.exit(f"The operator {name} is not known.")
        operators.append(
            OPERATOR.pack(
                row["kind"], row["a"], row["b"], number(out), row["kh"], row["kw"], row["st"],
                row["pt"], row["pl"], row["relu"], row["w"], row["c"]))
    outputs = [number(int(graph.Outputs(i))) for i in range(graph.OutputsLength())]
    names = [graph.Tensors(graph.Outputs(i)).Name().decode() for i in range(len(outputs))]
    print(len(operators), "operators,", dict(zip(names, (tensors[o] for o in outputs))))
    head = [len(tensors), len(operators), len(outputs), source]
    head += (outputs + [-1] * 4)[:4]
    flat = [size for dims in tensors for size in dims]
    return struct.pack(f"<{len(head) + len(flat)}i", *head, *flat) + b"".join(operators)


def main(wheel, path):
    weights, nets = Weights(), []
    with zipfile.ZipFile(wheel) as archive:
        for name, digest in NETS:
            data = archive.read(name)
            found = hashlib.sha256(data).hexdigest()
            if found != digest:
                sys.exit(f"{name}: another net than the one of mediapipe 0.10.14 ({found}).")
            nets.append(export(bytearray(data), weights))
    with open(path, "wb") as file:
        file.write(b"ALOUDEYE" + struct.pack("<3i", VERSION, len(nets), weights.count))
        for net in nets:
            file.write(net)
        file.write(np.concatenate(weights.parts).tobytes())
    print(path, weights.count, "weights")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: export.py MEDIAPIPE-WHEEL EYES-NET")
    main(*sys.argv[1:])
