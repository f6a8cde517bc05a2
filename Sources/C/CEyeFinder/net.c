#include "net.h"

int32_t read_int(reader *file) {
    if (file->end - file->at < 4) {
        file->at = file->end;
        return -1;
    }
    const uint8_t *b = file->at;
    file->at += 4;
    return (int32_t)((uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16
                     | (uint32_t)b[3] << 24);
}

float half_value(uint16_t half) {
    uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
    float value;
    if (exponent == 0) {
        value = (float)fraction / 16777216.0f;
    } else {
        union {
            uint32_t bits;
            float value;
        } made = {.bits = (exponent + 112) << 23 | fraction << 13};
        value = made.value;
    }
    return half & 0x8000 ? -value : value;
}

static size_t size_of(const tensor *t) {
    return (size_t)t->height * (size_t)t->width * (size_t)t->channels;
}

/// Floats are laid out in whole vectors.
static size_t padded(size_t floats) { return (floats + 3) & ~(size_t)3; }

static size_t weights_of(const net *net, const operation *op) {
    size_t kernel = (size_t)op->kernel_height * (size_t)op->kernel_width;
    size_t in = (size_t)net->tensor[op->a].channels, out = (size_t)net->tensor[op->out].channels;
    switch (op->kind) {
    case OP_CONV: return kernel * in * out;
    case OP_DEPTH: return kernel * in;
    case OP_PRELU: return in;
    default: return 0;
    }
}

static int is_valid(const net *net, const operation *op, int32_t weights) {
    if (op->kind < OP_CONV || op->kind > OP_CONCAT) return 0;
    if (op->a < 0 || op->a >= net->tensors || op->out < 0 || op->out >= net->tensors) return 0;
    int is_pair = op->kind == OP_ADD || op->kind == OP_CONCAT;
    if (is_pair ? op->b < 0 || op->b >= net->tensors : op->b != -1) return 0;
    if (op->kernel_height < 0 || op->kernel_height > 16 || op->kernel_width < 0
        || op->kernel_width > 16 || op->stride < 1 || op->stride > 8)
        return 0;
    if (op->weights < 0 || op->biases < 0) return 0;
    const tensor *a = &net->tensor[op->a], *y = &net->tensor[op->out];
    size_t all = (size_t)weights;
    if ((size_t)op->weights + weights_of(net, op) > all) return 0;
    switch (op->kind) {
    case OP_CONV:
    case OP_DEPTH:
        if (op->kind == OP_DEPTH && a->channels != y->channels) return 0;
        return (size_t)op->biases + (size_t)y->channels <= all;
    case OP_ADD: return size_of(a) == size_of(y) && size_of(&net->tensor[op->b]) == size_of(y);
    case OP_RELU:
    case OP_PRELU: return size_of(a) == size_of(y);
    case OP_PAD:
        return op->above >= 0 && op->left >= 0 && a->height + op->above <= y->height
               && a->width + op->left <= y->width && a->channels <= y->channels;
    case OP_POOL:
        return a->channels == y->channels && 2 * y->height <= a->height
               && 2 * y->width <= a->width;
    default: return size_of(a) + size_of(&net->tensor[op->b]) == size_of(y);
    }
}

int read_net(net *net, reader *file, int32_t weights) {
    net->tensors = read_int(file);
    net->operators = read_int(file);
    net->outputs = read_int(file);
    net->input = read_int(file);
    for (int i = 0; i < MOST_OUTPUTS; i++) net->output[i] = read_int(file);
    if (net->tensors < 1 || net->tensors > MOST_TENSORS || net->operators < 1
        || net->operators > MOST_OPERATORS || net->outputs < 1 || net->outputs > MOST_OUTPUTS
        || net->input < 0 || net->input >= net->tensors)
        return 0;
    for (int i = 0; i < net->outputs; i++)
        if (net->output[i] < 0 || net->output[i] >= net->tensors) return 0;
    for (int i = 0; i < net->tensors; i++) {
        tensor *t = &net->tensor[i];
        t->height = read_int(file);
        t->width = read_int(file);
        t->channels = read_int(file);
        if (t->height < 1 || t->height > 1024 || t->width < 1 || t->width > 1024 || t->channels < 1
            || t->channels > 4096)
            return 0;
    }
    for (int i = 0; i < net->operators; i++) {
        operation *op = &net->operator[i];
        int32_t *fields[] = {
            &op->kind,   &op->a,     &op->b,    &op->out,  &op->kernel_height, &op->kernel_width,
            &op->stride, &op->above, &op->left, &op->relu, &op->weights,       &op->biases};
        for (int f = 0; f < 12; f++) *fields[f] = read_int(file);
        if (!is_valid(net, op, weights)) return 0;
    }
    return 1;
}

static size_t patch_floats(const net *net) {
    size_t most = 0;
    for (int i = 0; i < net->operators; i++) {
        const operation *op = &net->operator[i];
        if (op->kind != OP_CONV) continue;
        size_t floats = (size_t)op->kernel_height * (size_t)op->kernel_width
                        * (size_t)net->tensor[op->a].channels;
        if (floats > most) most = floats;
    }
    return padded(most);
}

size_t net_floats(const net *net) {
    size_t floats = patch_floats(net);
    for (int i = 0; i < net->tensors; i++) floats += padded(size_of(&net->tensor[i]));
    return floats;
}

float *place_net(net *net, float *memory, const float *weights) {
    net->weights = weights;
    net->patch = memory;
    memory += patch_floats(net);
    for (int i = 0; i < net->tensors; i++) {
        net->tensor[i].values = memory;
        memory += padded(size_of(&net->tensor[i]));
    }
    return memory;
}

/// One point of a convolution: y = x w + b, with w as [in][out].
static void products(
    const float *restrict x, const float *restrict w, const float *restrict b, float *restrict y,
    int in, int out, int relu) {
    int k = 0;
    for (; k + 16 <= out; k += 16) {
        float sums[16];
        for (int i = 0; i < 16; i++) sums[i] = b[k + i];
        const float *row = w + k;
        for (int c = 0; c < in; c++, row += out) {
            float value = x[c];
            for (int i = 0; i < 16; i++) sums[i] += value * row[i];
        }
        for (int i = 0; i < 16; i++) y[k + i] = sums[i];
    }
    for (; k + 4 <= out; k += 4) {
        float sums[4];
        for (int i = 0; i < 4; i++) sums[i] = b[k + i];
        const float *row = w + k;
        for (int c = 0; c < in; c++, row += out) {
            float value = x[c];
            for (int i = 0; i < 4; i++) sums[i] += value * row[i];
        }
        for (int i = 0; i < 4; i++) y[k + i] = sums[i];
    }
    for (; k < out; k++) {
        float sum = b[k];
        for (int c = 0; c < in; c++) sum += x[c] * w[c * out + k];
        y[k] = sum;
    }
    if (relu)
        for (k = 0; k < out; k++) y[k] = y[k] < 0 ? 0 : y[k];
}

static void convolve(
    const operation *op, const tensor *x, const tensor *y, const float *weights, float *patch) {
    int in = x->channels, out = y->channels;
    const float *w = weights + op->weights, *b = weights + op->biases;
    int is_point = op->kernel_height == 1 && op->kernel_width == 1 && op->stride == 1;
    for (int i = 0; i < y->height; i++)
        for (int j = 0; j < y->width; j++) {
            const float *from = x->values + (i * x->width + j) * in;
            if (!is_point) {
                float *to = patch;
                for (int p = 0; p < op->kernel_height; p++)
                    for (int q = 0; q < op->kernel_width; q++) {
                        int row = i * op->stride + p - op->above;
                        int column = j * op->stride + q - op->left;
                        int is_in = row >= 0 && row < x->height && column >= 0
                                    && column < x->width;
                        const float *at = x->values + (row * x->width + column) * in;
                        for (int c = 0; c < in; c++) *to++ = is_in ? at[c] : 0;
                    }
                from = patch;
            }
            products(
                from, w, b, y->values + (i * y->width + j) * out,
                op->kernel_height * op->kernel_width * in, out, op->relu);
        }
}

static void convolve_by_channel(
    const operation *op, const tensor *x, const tensor *y, const float *weights) {
    int channels = y->channels;
    for (int i = 0; i < y->height; i++)
        for (int j = 0; j < y->width; j++) {
            float *restrict to = y->values + (i * y->width + j) * channels;
            const float *restrict b = weights + op->biases;
            for (int c = 0; c < channels; c++) to[c] = b[c];
            for (int p = 0; p < op->kernel_height; p++) {
                int row = i * op->stride + p - op->above;
                if (row < 0 || row >= x->height) continue;
                for (int q = 0; q < op->kernel_width; q++) {
                    int column = j * op->stride + q - op->left;
                    if (column < 0 || column >= x->width) continue;
                    const float *restrict from = x->values + (row * x->width + column) * channels;
                    const float *restrict w =
                        weights + op->weights + (p * op->kernel_width + q) * channels;
                    for (int c = 0; c < channels; c++) to[c] += from[c] * w[c];
                }
            }
            if (op->relu)
                for (int c = 0; c < channels; c++) to[c] = to[c] < 0 ? 0 : to[c];
        }
}

static void pad(const operation *op, const tensor *x, const tensor *y) {
    size_t all = size_of(y);
    for (size_t i = 0; i < all; i++) y->values[i] = 0;
    for (int i = 0; i < x->height; i++)
        for (int j = 0; j < x->width; j++) {
            const float *from = x->values + (i * x->width + j) * x->channels;
            float *to =
                y->values + ((i + op->above) * y->width + j + op->left) * y->channels;
            for (int c = 0; c < x->channels; c++) to[c] = from[c];
        }
}

static void pool(const tensor *x, const tensor *y) {
    int channels = x->channels, below = x->width * channels;
    for (int i = 0; i < y->height; i++)
        for (int j = 0; j < y->width; j++)
            for (int c = 0; c < channels; c++) {
                const float *at = x->values + (2 * i * x->width + 2 * j) * channels + c;
                float one = at[0] > at[channels] ? at[0] : at[channels];
                float two = at[below] > at[below + channels] ? at[below] : at[below + channels];
                y->values[(i * y->width + j) * channels + c] = one > two ? one : two;
            }
}

static void run_simple(const operation *op, const net *net, const tensor *x, const tensor *y) {
    size_t all = size_of(y);
    const float *restrict a = x->values;
    float *restrict out = y->values;
    switch (op->kind) {
    case OP_ADD: {
        const float *restrict b = net->tensor[op->b].values;
        for (size_t i = 0; i < all; i++) {
            float sum = a[i] + b[i];
            out[i] = op->relu && sum < 0 ? 0 : sum;
        }
        break;
    }
    case OP_RELU:
        for (size_t i = 0; i < all; i++) out[i] = a[i] < 0 ? 0 : a[i];
        break;
    case OP_PRELU: {
        const float *restrict slopes = net->weights + op->weights;
        size_t channels = (size_t)x->channels;
        for (size_t i = 0; i < all; i += channels)
            for (size_t c = 0; c < channels; c++)
                out[i + c] = a[i + c] < 0 ? a[i + c] * slopes[c] : a[i + c];
        break;
    }
    default: {
        const tensor *b = &net->tensor[op->b];
        size_t first = size_of(x);
        for (size_t i = 0; i < first; i++) out[i] = a[i];
        for (size_t i = first; i < all; i++) out[i] = b->values[i - first];
    }
    }
}

void run_net(net *net) {
    for (int i = 0; i < net->operators; i++) {
        const operation *op = &net->operator[i];
        const tensor *x = &net->tensor[op->a], *y = &net->tensor[op->out];
        switch (op->kind) {
        case OP_CONV: convolve(op, x, y, net->weights, net->patch); break;
        case OP_DEPTH: convolve_by_channel(op, x, y, net->weights); break;
        case OP_PAD: pad(op, x, y); break;
        case OP_POOL: pool(x, y); break;
        default: run_simple(op, net, x, y);
        }
    }
}
