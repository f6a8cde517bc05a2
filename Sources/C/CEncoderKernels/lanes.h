#ifndef ALOUD_ENCODER_LANES_H
#define ALOUD_ENCODER_LANES_H

#include "CEncoderKernels.h"

// Defines `aloud_NAME` by NAME, compiled for vectors of sixteen numbers (AVX-512), of eight (AVX2) and of
// four. The sixteen are named by their features, because clang splits them in two for x86-64-v4.
#if defined(__x86_64__)
#define BY_16 __attribute__((target( \
    "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,bmi,bmi2,lzcnt,movbe,f16c,fma")))
#define BY_8 __attribute__((target("arch=x86-64-v3")))
#define FOR_EACH_WIDTH(name, parameters, arguments)          \
    BY_16 static void name##_by_16 parameters {              \
        name arguments;                                      \
    }                                                        \
    BY_8 static void name##_by_8 parameters {                \
        name arguments;                                      \
    }                                                        \
    static void name##_by_4 parameters {                     \
        name arguments;                                      \
    }                                                        \
    void aloud_##name parameters {                           \
        switch (aloud_vector_width()) {                      \
        case 16: name##_by_16 arguments; break;              \
        case 8: name##_by_8 arguments; break;                \
        default: name##_by_4 arguments;                      \
        }                                                    \
    }
#else
#define FOR_EACH_WIDTH(name, parameters, arguments) \
    void aloud_##name parameters { name arguments; }
#endif

enum { width = ALOUD_LANES };
typedef float lanes __attribute__((ext_vector_type(ALOUD_LANES), aligned(4)));
typedef int32_t integers __attribute__((ext_vector_type(ALOUD_LANES), aligned(4)));
typedef uint32_t words __attribute__((ext_vector_type(ALOUD_LANES), aligned(4)));
typedef uint8_t bytes16 __attribute__((ext_vector_type(ALOUD_LANES), aligned(1)));

// Vectors are handed over by address: by value their place would depend on the processor.
#define INLINE static inline __attribute__((always_inline))

INLINE float sum_of(const lanes *all) {
    float sum = 0;
    for (size_t lane = 0; lane < width; lane++) sum += (*all)[lane];
    return sum;
}

INLINE float greatest_of(const lanes *all) {
    float most = (*all)[0];
    for (size_t lane = 1; lane < width; lane++) most = (*all)[lane] > most ? (*all)[lane] : most;
    return most;
}

// Puts the exponentials of numbers up to 0 in their place, to a millionth of each; less than -87
// counts as -87. The whole part of the power of two goes into the exponent's bits, the rest through
// the series.
INLINE void exponentiate(lanes *numbers) {
    lanes power = *numbers > -87.0f ? *numbers : (lanes)-87.0f;
    power *= 1.44269504f;
    integers whole = __builtin_convertvector(power - 0.5f, integers);
    lanes rest = (power - __builtin_convertvector(whole, lanes)) * 0.693147181f;
    lanes sum = 1 + rest * (1 / 6.0f);
    sum = 1 + rest * (1 / 5.0f) * sum;
    sum = 1 + rest * (1 / 4.0f) * sum;
    sum = 1 + rest * (1 / 3.0f) * sum;
    sum = 1 + rest * (1 / 2.0f) * sum;
    sum = 1 + rest * sum;
    *numbers = (lanes)((integers)sum + (whole << 23));
}

// Puts x times the normal distribution at x in its place: a polynomial between -4.5 and 4.5,
// fitted for the least maximum error by weighted least squares.
INLINE void gelu(lanes *numbers) {
    lanes x = *numbers;
    lanes near = x > -4.5f ? x : (lanes)-4.5f;
    near = near < 4.5f ? near : (lanes)4.5f;
    lanes square = near * near;
    lanes sum = -1.40006529e-12f * square + 1.6973016e-10f;
    sum = sum * square - 9.1937391e-09f;
    sum = sum * square + 2.95889635e-07f;
    sum = sum * square - 6.36525283e-06f;
    sum = sum * square + 9.7871336e-05f;
    sum = sum * square - 0.00112267828f;
    sum = sum * square + 0.00983318407f;
    sum = sum * square - 0.0663370565f;
    sum = sum * square + 0.39888379f;
    lanes share = 0.5f + near * sum;
    share = share > 0 ? share : (lanes)0;
    share = share < 1 ? share : (lanes)1;
    *numbers = x * share;
}

// Turns a row into bytes; gives its scale.
INLINE float quantise_row(
    const float *row, size_t columns, const aloud_byte_range *range, uint8_t *bytes) {
    lanes most = 0;
    for (size_t column = 0; column < columns; column += width) {
        lanes magnitude = __builtin_elementwise_abs(*(const lanes *)(row + column));
        most = magnitude > most ? magnitude : most;
    }
    float greatest = greatest_of(&most);
    // So small that its inverse would be infinite.
    float steps = greatest > 1e-30f ? range->most / greatest : 0;
    // Rounds to the nearest: the number is above zero once `zero` is added.
    float middle = (float)range->zero + 0.5f;
    for (size_t column = 0; column < columns; column += width) {
        integers whole = __builtin_convertvector(
            *(const lanes *)(row + column) * steps + middle, integers);
        *(bytes16 *)(bytes + column) = __builtin_convertvector(whole, bytes16);
    }
    return steps > 0 ? greatest / range->most : 0;
}

// Writes the layer normalisation of a row.
INLINE void normalise_row(
    const float *row, size_t columns, const float *gains, const float *offsets, float *result) {
    lanes sum = 0;
    for (size_t column = 0; column < columns; column += width) {
        sum += *(const lanes *)(row + column);
    }
    float mean = sum_of(&sum) / (float)columns;
    lanes squares = 0;
    for (size_t column = 0; column < columns; column += width) {
        lanes apart = *(const lanes *)(row + column) - mean;
        squares += apart * apart;
    }
    float scale = 1 / __builtin_sqrtf(sum_of(&squares) / (float)columns + 1e-5f);
    for (size_t column = 0; column < columns; column += width) {
        *(lanes *)(result + column) =
            (*(const lanes *)(row + column) - mean) * scale * *(const lanes *)(gains + column)
            + *(const lanes *)(offsets + column);
    }
}

#endif
