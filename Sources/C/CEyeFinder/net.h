#ifndef ALOUD_NET_H
#define ALOUD_NET_H

#include <stddef.h>
#include <stdint.h>

// A small convolutional net, run operator by operator. The format of the file is described in
// training/eyes/export.py.

enum { MOST_TENSORS = 220, MOST_OPERATORS = 180, MOST_OUTPUTS = 4 };

/// The kinds of operators.
enum { OP_CONV, OP_DEPTH, OP_ADD, OP_RELU, OP_PRELU, OP_PAD, OP_POOL, OP_CONCAT };

typedef struct {
    int32_t height, width, channels;
    float *values;
} tensor;

typedef struct {
    int32_t kind, a, b, out, kernel_height, kernel_width, stride, above, left, relu, weights, biases;
} operation;

typedef struct {
    int32_t tensors, operators, outputs, input;
    int32_t output[MOST_OUTPUTS];
    tensor tensor[MOST_TENSORS];
    operation operator[MOST_OPERATORS];
    const float *weights;
    float *patch;
} net;

/// A part of a file that is being read.
typedef struct {
    const uint8_t *at, *end;
} reader;

/// The next number of a file; -1 at its end.
int32_t read_int(reader *file);

/// The value of a 16-bit float.
float half_value(uint16_t half);

/// Reads the tables of a net; 0 if they are not valid.
int read_net(net *net, reader *file, int32_t weights);

/// The number of floats that its tensors and its patch take.
size_t net_floats(const net *net);

/// Gives it memory for them, and the weights.
float *place_net(net *net, float *memory, const float *weights);

/// Runs it from its input to its outputs.
void run_net(net *net);

#endif
