#include "lanes.h"

INLINE void quantise(
    const float *rows, size_t stride, size_t count, size_t columns, aloud_byte_range range,
    uint8_t *bytes, float *scales) {
    for (size_t row = 0; row < count; row++) {
        scales[row] = quantise_row(rows + row * stride, columns, &range, bytes + row * columns);
    }
}
FOR_EACH_WIDTH(
    quantise,
    (const float *rows, size_t stride, size_t count, size_t columns, aloud_byte_range range,
     uint8_t *bytes, float *scales),
    (rows, stride, count, columns, range, bytes, scales))

INLINE void normalise_quantise(
    const float *rows, size_t count, size_t columns, const float *gains, const float *offsets,
    aloud_byte_range range, float *scratch, uint8_t *bytes, float *scales) {
    for (size_t row = 0; row < count; row++) {
        normalise_row(rows + row * columns, columns, gains, offsets, scratch);
        scales[row] = quantise_row(scratch, columns, &range, bytes + row * columns);
    }
}
FOR_EACH_WIDTH(
    normalise_quantise,
    (const float *rows, size_t count, size_t columns, const float *gains, const float *offsets,
     aloud_byte_range range, float *scratch, uint8_t *bytes, float *scales),
    (rows, count, columns, gains, offsets, range, scratch, bytes, scales))

INLINE void normalise(
    float *rows, size_t count, size_t columns, const float *gains, const float *offsets) {
    for (size_t row = 0; row < count; row++) {
        normalise_row(rows + row * columns, columns, gains, offsets, rows + row * columns);
    }
}
FOR_EACH_WIDTH(
    normalise,
    (float *rows, size_t count, size_t columns, const float *gains, const float *offsets),
    (rows, count, columns, gains, offsets))

INLINE void softmax(float *rows, size_t stride, size_t count, size_t columns) {
    size_t whole = (columns + width - 1) / width * width;
    for (float *row = rows; row < rows + count * stride; row += stride) {
        for (size_t column = columns; column < whole; column++) row[column] = -__builtin_inff();
        lanes most = *(const lanes *)row;
        for (size_t column = width; column < whole; column += width) {
            lanes value = *(const lanes *)(row + column);
            most = value > most ? value : most;
        }
        float greatest = greatest_of(&most);
        lanes sum = 0;
        for (size_t column = 0; column < whole; column += width) {
            lanes value = *(const lanes *)(row + column) - greatest;
            exponentiate(&value);
            sum += value;
            *(lanes *)(row + column) = value;
        }
        float scale = 1 / sum_of(&sum);
        for (size_t column = 0; column < whole; column += width) {
            *(lanes *)(row + column) = *(const lanes *)(row + column) * scale;
        }
    }
}
FOR_EACH_WIDTH(
    softmax,
    (float *rows, size_t stride, size_t count, size_t columns),
    (rows, stride, count, columns))

INLINE void log_softmax(float *rows, size_t count, size_t columns) {
    for (float *row = rows; row < rows + count * columns; row += columns) {
        float most = row[0];
        for (size_t column = 1; column < columns; column++) {
            most = row[column] > most ? row[column] : most;
        }
        float sum = 0;
        for (size_t first = 0; first < columns; first += width) {
            lanes values = -__builtin_inff();
            for (size_t lane = 0; lane < width && first + lane < columns; lane++) {
                values[lane] = row[first + lane] - most;
            }
            exponentiate(&values);
            sum += sum_of(&values);
        }
        float level = most + __builtin_logf(sum);
        for (size_t column = 0; column < columns; column++) row[column] -= level;
    }
}
FOR_EACH_WIDTH(log_softmax, (float *rows, size_t count, size_t columns), (rows, count, columns))

INLINE void checksum(const uint32_t *all, uint32_t count, uint64_t sums[2]) {
    uint64_t sum = 0, placed = 0;
    for (uint32_t index = 0; index < count; index++) {
        sum += all[index];
        placed += (uint64_t)all[index] * (index + 1);
    }
    sums[0] = sum;
    sums[1] = placed;
}
FOR_EACH_WIDTH(
    checksum,
    (const uint32_t *all, uint32_t count, uint64_t sums[2]),
    (all, count, sums))
