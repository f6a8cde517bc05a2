#include "lanes.h"

// The values of sixteen products of a row.
#define VALUES(column)                                                                    \
    (__builtin_convertvector(*(const integers *)(sums + (column)), lanes)                  \
         * (scale * *(const lanes *)(products.column_scales + (column)))                   \
     + *(const lanes *)(products.offsets + (column)))

INLINE void write(aloud_products products, size_t count, size_t columns, float *values) {
    for (size_t row = 0; row < count; row++) {
        const int32_t *sums = products.sums + row * columns;
        float scale = products.row_scales[row];
        for (size_t column = 0; column < columns; column += width) {
            *(lanes *)(values + row * columns + column) = VALUES(column);
        }
    }
}
FOR_EACH_WIDTH(
    write,
    (aloud_products products, size_t count, size_t columns, float *values),
    (products, count, columns, values))

INLINE void add(aloud_products products, size_t count, size_t columns, float *values) {
    for (size_t row = 0; row < count; row++) {
        const int32_t *sums = products.sums + row * columns;
        float scale = products.row_scales[row];
        for (size_t column = 0; column < columns; column += width) {
            lanes *place = (lanes *)(values + row * columns + column);
            *place += VALUES(column);
        }
    }
}
FOR_EACH_WIDTH(
    add,
    (aloud_products products, size_t count, size_t columns, float *values),
    (products, count, columns, values))

INLINE void write_gelu(aloud_products products, size_t count, size_t columns, float *values) {
    for (size_t row = 0; row < count; row++) {
        const int32_t *sums = products.sums + row * columns;
        float scale = products.row_scales[row];
        for (size_t column = 0; column < columns; column += width) {
            lanes value = VALUES(column);
            gelu(&value);
            *(lanes *)(values + row * columns + column) = value;
        }
    }
}
FOR_EACH_WIDTH(
    write_gelu,
    (aloud_products products, size_t count, size_t columns, float *values),
    (products, count, columns, values))

INLINE void gelu_quantise(
    aloud_products products, size_t count, size_t columns, aloud_byte_range range, float *scratch,
    uint8_t *bytes, float *scales) {
    for (size_t row = 0; row < count; row++) {
        const int32_t *sums = products.sums + row * columns;
        float scale = products.row_scales[row];
        for (size_t column = 0; column < columns; column += width) {
            lanes value = VALUES(column);
            gelu(&value);
            *(lanes *)(scratch + column) = value;
        }
        scales[row] = quantise_row(scratch, columns, &range, bytes + row * columns);
    }
}
FOR_EACH_WIDTH(
    gelu_quantise,
    (aloud_products products, size_t count, size_t columns, aloud_byte_range range, float *scratch,
     uint8_t *bytes, float *scales),
    (products, count, columns, range, scratch, bytes, scales))
