#ifndef ALOUD_CENCODERKERNELS_H
#define ALOUD_CENCODERKERNELS_H

#include <stddef.h>
#include <stdint.h>

// The steps of the speech encoder between its matrix products. In C because only C can be compiled
// for several processors at once. The program takes the best that the processor has and oneDNN is
// allowed: ONEDNN_MAX_CPU_ISA=AVX2 or SSE41 holds both down.
//
// Matrices lie row after row. All columns come in whole sixteens unless said otherwise.

/// How many numbers are computed side by side.
#define ALOUD_LANES 16

/// How numbers become unsigned bytes: zero becomes `zero`, the largest magnitude of the row `zero`
/// plus or minus `most`.
typedef struct {
    int32_t zero;
    float most;
} aloud_byte_range;

/// Turns each row into bytes.
///
/// rows: `stride` numbers apart; they may overlap.
/// bytes: `columns` a row.
/// scales: for each row the value of a step of one; 0 where all of the row is zero.
void aloud_quantise(
    const float *rows, size_t stride, size_t count, size_t columns, aloud_byte_range range,
    uint8_t *bytes, float *scales);

/// Layer normalisation (Ba, Kiros, Hinton 2016) of each row, turned into bytes as above.
///
/// gains, offsets: one a column.
/// scratch: room for one row.
void aloud_normalise_quantise(
    const float *rows, size_t count, size_t columns, const float *gains, const float *offsets,
    aloud_byte_range range, float *scratch, uint8_t *bytes, float *scales);

/// Layer normalisation of each row, in its place.
void aloud_normalise(
    float *rows, size_t count, size_t columns, const float *gains, const float *offsets);

/// The scales and offsets of whole-number products: the value of a sum is
/// sum * row_scales[row] * column_scales[column] + offsets[column].
typedef struct {
    const int32_t *sums;
    const float *row_scales;
    const float *column_scales;
    const float *offsets;
} aloud_products;

/// Writes the values of products.
void aloud_write(aloud_products products, size_t count, size_t columns, float *values);

/// Adds the values of products to what is there.
void aloud_add(aloud_products products, size_t count, size_t columns, float *values);

/// Writes the GELU of the values of products: x times the probability that a normal variable is less
/// than x (Hendrycks, Gimpel 2016); wrong by less than 0.00004 for x from -12 on.
void aloud_write_gelu(aloud_products products, size_t count, size_t columns, float *values);

/// Turns the GELU of the values of products into bytes, as `aloud_quantise` does.
///
/// scratch: room for one row.
void aloud_gelu_quantise(
    aloud_products products, size_t count, size_t columns, aloud_byte_range range, float *scratch,
    uint8_t *bytes, float *scales);

/// Puts the softmax of each row in its place.
///
/// stride: a row's numbers, in whole sixteens; those from `columns` on need hold nothing and are
///   overwritten.
/// columns: any number above zero.
void aloud_softmax(float *rows, size_t stride, size_t count, size_t columns);

/// Puts the logarithm of the softmax of each row in its place; wrong by less than 0.00001.
///
/// columns: any number above zero; rows lie `columns` apart.
void aloud_log_softmax(float *rows, size_t count, size_t columns);

/// Sums 32-bit words, for a checksum.
///
/// sums: the sum of all words, and the sum of each times its place counted from 1, modulo 2^64.
void aloud_checksum(const uint32_t *words, uint32_t count, uint64_t sums[2]);

/// How many numbers a vector of these functions has on this processor: 16, 8 or 4.
int aloud_vector_width(void);

/// Tells OpenMP, which oneDNN asks how many threads to use, to use one, on the
/// calling thread and from now on.
void aloud_use_one_thread(void);

#endif
