#include "CMixtures.h"
#include "processors.h"

#include <string.h>

enum { half = width / 2 };
typedef double doubles __attribute__((ext_vector_type(half)));
typedef int64_t longs __attribute__((ext_vector_type(half)));
typedef float floats __attribute__((ext_vector_type(half)));

typedef int16_t shorts __attribute__((ext_vector_type(width), aligned(2)));

// A vector of what an expression gives for each lane.
#define EIGHT(type, lane, value)                                                              \
    ({                                                                                        \
        type all;                                                                             \
        for (size_t lane = 0; lane < width; lane++) all[lane] = (value);                      \
        all;                                                                                  \
    })

// The upper half of a number's 32 bits.
static inline uint16_t upper_half(const float *number) {
    uint32_t bits;
    memcpy(&bits, number, sizeof bits);
    return (uint16_t)(bits >> 16);
}

// Exponentials of numbers that are not far from zero, exact but for their last bit: 2^n by the
// exponent's bits, and a power series for what is left, half of ln 2 at most.
static inline __attribute__((always_inline)) floats exponentials(floats values) {
    const double log2e = 0x1.71547652b82fep0, ln2 = 0x1.62e42fefa39efp-1;
    // Added, it leaves no bits behind the point.
    const double shift = 0x1.8p52;
    doubles x = __builtin_convertvector(values, doubles);
    doubles shifted = x * log2e + shift;
    doubles rest = x - (shifted - shift) * ln2;
    doubles sum = 1.0 / 3628800;
    static const double terms[] = {1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                                   1.0 / 24,     1.0 / 6,     1.0 / 2,    1.0,       1.0};
    for (size_t term = 0; term < sizeof terms / sizeof *terms; term++) {
        sum = sum * rest + terms[term];
    }
    longs bits = (longs)sum + ((longs)shifted << 52);
    return __builtin_convertvector((doubles)bits, floats);
}

FOR_EACH_PROCESSOR
void aloud_weigh(
    aloud_gaussian *winners, size_t count, size_t frames, float farthest, float least) {
    for (size_t frame = 0; frame < frames; frame++) {
        floats best = -__builtin_inff();
        for (size_t slot = 0; slot < count; slot += half) {
            lanes pairs = *(const lanes *)(winners + slot);
            floats values = pairs.odd;
            best = values > best ? values : best;
        }
        float most = best[0];
        for (size_t lane = 1; lane < half; lane++) most = best[lane] > most ? best[lane] : most;
        float end = most - farthest;
        for (size_t slot = 0; slot < count; slot += half) {
            lanes pairs = *(const lanes *)(winners + slot);
            floats values = pairs.odd;
            pairs.odd = values > end ? exponentials(values - most) : (floats)least;
            *(lanes *)(winners + slot) = pairs;
        }
        winners += count;
    }
}

FOR_EACH_PROCESSOR
void aloud_score(
    const float *likelihoods, size_t block, const size_t *starts, size_t codebooks,
    const int16_t *table, size_t frames, int16_t *scores) {
    size_t senones = starts[codebooks];
    for (size_t frame = 0; frame < frames; frame++) {
        // Of numbers above zero the greatest has the greatest bits, which are faster to compare.
        integers best = 0;
        for (size_t codebook = 0; codebook < codebooks; codebook++) {
            size_t count = starts[codebook + 1] - starts[codebook];
            const float *row = likelihoods + block * starts[codebook] + frame * count;
            for (size_t senone = 0; senone < count; senone += width) {
                integers bits = *(const integers *)(row + senone);
                best = bits > best ? bits : best;
            }
        }
        int32_t most = 0;
        for (size_t lane = 0; lane < width; lane++) most = best[lane] > most ? best[lane] : most;
        int16_t least = table[most >> 16];
        for (size_t codebook = 0; codebook < codebooks; codebook++) {
            size_t count = starts[codebook + 1] - starts[codebook];
            const float *row = likelihoods + block * starts[codebook] + frame * count;
            int16_t *written = scores + starts[codebook];
            for (size_t senone = 0; senone < count; senone += width) {
                *(shorts *)(written + senone) =
                    EIGHT(shorts, lane, table[upper_half(row + senone + lane)]) - least;
            }
        }
        scores += senones;
    }
}

FOR_EACH_PROCESSOR
void aloud_vote(
    int16_t *restrict scores, const int32_t *restrict owners, size_t count,
    const int32_t *restrict costs, int32_t *restrict sums) {
    int32_t least = INT32_MAX;
    for (size_t senone = 0; senone < count; senone++) {
        int32_t sum = scores[senone] + costs[owners[senone]];
        sums[senone] = sum;
        least = sum < least ? sum : least;
    }
    for (size_t senone = 0; senone < count; senone++) {
        int32_t sum = sums[senone] - least;
        scores[senone] = (int16_t)(sum < INT16_MAX - 1 ? sum : INT16_MAX - 1);
    }
}

FOR_EACH_PROCESSOR
void aloud_follow(
    const int32_t *places, const float *stay, const float *come, size_t count,
    const int16_t *scores, size_t step, size_t frames, float *costs) {
    float *before = costs, *now = costs + count + 1;
    before[-1] = now[-1] = __builtin_inff();
    for (size_t state = 0; state < count; state++) costs[state] += scores[places[state]];
    for (size_t frame = 1; frame < frames; frame++) {
        const int16_t *score = scores + frame * step;
        for (size_t state = 0; state < count; state += width) {
            lanes stayed = *(const lanes *)(before + state) + *(const lanes *)(stay + state);
            lanes came = *(const lanes *)(before + state - 1) + *(const lanes *)(come + state);
            shorts own = EIGHT(shorts, lane, score[places[state + lane]]);
            *(lanes *)(now + state) =
                (came < stayed ? came : stayed) + __builtin_convertvector(own, lanes);
        }
        float *other = before;
        before = now;
        now = other;
    }
    if (before != costs) memcpy(costs, before, count * sizeof *costs);
}
