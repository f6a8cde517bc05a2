#include "CMixtures.h"
#include "processors.h"

// Four Gaussians in sixteen frames at once, so that each number is used several times once it is
// fetched.
FOR_EACH_WIDTH
void aloud_evaluate(
    const float *coefficients, size_t columns, size_t size, const float *features, size_t stride,
    size_t frames, float *values, size_t step) {
    for (size_t frame = 0; frame < frames; frame += 2 * width) {
        const float *coefficient = coefficients;
        for (size_t density = 0; density < size; density += 4) {
            wide sums[4] = {0};
            for (size_t column = 0; column < columns; column++) {
                wide feature = *(const wide *)(features + column * stride + frame);
                for (size_t row = 0; row < 4; row++) sums[row] += coefficient[row] * feature;
                coefficient += 4;
            }
            for (size_t row = 0; row < 4; row++) {
                *(wide *)(values + (density + row) * step + frame) = sums[row];
            }
        }
    }
}

// The last bits of a logarithm say whose it is while the best are looked for: two may be taken for
// each other that differ by no more than a 30,000th.
static const uint32_t mark = 0xFF;

// Each frame is a lane. Gaussian after Gaussian passes by the best so far, which keep the greater
// number and hand on the less: always the same steps, where a search for the best in one frame
// turns on every number.
static inline __attribute__((always_inline)) void find(
    const float *values, size_t stride, size_t size, size_t best, lanes *found) {
    lanes kept[ALOUD_MOST_GAUSSIANS];
    for (size_t place = 0; place < best; place++) kept[place] = (lanes)(-__builtin_inff());
    for (size_t density = 0; density < size; density++) {
        words bits = *(const words *)(values + density * stride);
        lanes value = (lanes)((bits & ~mark) | (uint32_t)density);
        for (size_t place = 0; place < best; place++) {
            lanes less = kept[place] < value ? kept[place] : value;
            kept[place] = value > kept[place] ? value : kept[place];
            value = less;
        }
    }
    for (size_t place = 0; place < best; place++) found[place] = kept[place];
}

FOR_EACH_PROCESSOR
void aloud_choose(
    const float *values, size_t stride, size_t size, size_t frames, size_t best,
    aloud_winners chosen, float *most) {
    for (size_t first = 0; first < frames; first += width) {
        lanes found[ALOUD_MOST_GAUSSIANS];
        // Each with a number that is known here, so that all is kept in registers.
        if (best == 4) {
            find(values + first, stride, size, 4, found);
        } else {
            find(values + first, stride, size, 8, found);
        }
        lanes greatest = *(const lanes *)(most + first);
        for (size_t place = 0; place < best; place++) {
            words densities = (words)found[place] & mark;
            lanes own;
            for (size_t lane = 0; lane < width; lane++) {
                own[lane] = values[densities[lane] * stride + first + lane];
            }
            size_t start = place * chosen.stride + first;
            *(bytes *)(chosen.densities + start) = __builtin_convertvector(densities, bytes);
            *(lanes *)(chosen.values + start) = own;
            greatest = own > greatest ? own : greatest;
        }
        *(lanes *)(most + first) = greatest;
    }
}

// Puts the exponentials of numbers from -80 to 0 in their place, to four millionths of each (those from
// -10 on to one): the whole part of the power of two goes into the exponent's bits, the rest through
// the series.
static inline __attribute__((always_inline)) void exponentiate(lanes *numbers) {
    lanes power = *numbers * 1.44269504f;
    integers whole = __builtin_convertvector(power - 0.5f, integers);
    lanes rest = (power - __builtin_convertvector(whole, lanes)) * 0.693147181f;
    lanes sum = 1 + rest / 7;
    for (int term = 6; term > 0; term--) sum = 1 + rest * (1.0f / (float)term) * sum;
    *numbers = (lanes)((integers)sum + (whole << 23));
}

FOR_EACH_PROCESSOR
void aloud_weigh(
    aloud_winners winners, size_t best, size_t frames, const float *most, float farthest) {
    for (size_t place = 0; place < best; place++) {
        for (size_t first = 0; first < frames; first += width) {
            float *values = winners.values + place * winners.stride + first;
            lanes behind = *(const lanes *)values - *(const lanes *)(most + first);
            behind = behind > -farthest ? behind : (lanes)-farthest;
            exponentiate(&behind);
            *(lanes *)values = behind;
        }
    }
}

static inline __attribute__((always_inline)) void mix(
    const float *const weights[ALOUD_STREAMS], size_t count,
    const aloud_winners chosen[ALOUD_STREAMS], size_t frame, size_t best,
    int16_t *restrict likelihoods) {
    const float *rows[ALOUD_STREAMS][ALOUD_MOST_GAUSSIANS];
    float values[ALOUD_STREAMS][ALOUD_MOST_GAUSSIANS];
    for (size_t stream = 0; stream < ALOUD_STREAMS; stream++) {
        for (size_t place = 0; place < best; place++) {
            size_t winner = place * chosen[stream].stride + frame;
            rows[stream][place] = weights[stream] + chosen[stream].densities[winner] * count;
            values[stream][place] = chosen[stream].values[winner];
        }
    }
    for (size_t senone = 0; senone < count; senone += width) {
        lanes product = 1;
        for (size_t stream = 0; stream < ALOUD_STREAMS; stream++) {
            lanes sum = 0;
            for (size_t place = 0; place < best; place++) {
                sum += values[stream][place] * *(const lanes *)(rows[stream][place] + senone);
            }
            product *= sum;
        }
        *(shorts *)(likelihoods + senone) =
            __builtin_convertvector((integers)product >> 16, shorts);
    }
}

// The weights of all Gaussians are more than a processor's caches hold: those of a frame are asked
// for while the frame before it is weighed.
static inline __attribute__((always_inline)) void fetch(
    const float *const weights[ALOUD_STREAMS], size_t count,
    const aloud_winners chosen[ALOUD_STREAMS], size_t frame, size_t best) {
    for (size_t stream = 0; stream < ALOUD_STREAMS; stream++) {
        for (size_t place = 0; place < best; place++) {
            size_t density = chosen[stream].densities[place * chosen[stream].stride + frame];
            const float *row = weights[stream] + density * count;
            for (size_t senone = 0; senone < count; senone += 16) __builtin_prefetch(row + senone);
        }
    }
}

FOR_EACH_WIDTH
void aloud_mix(
    const float *const weights[ALOUD_STREAMS], size_t count,
    const aloud_winners chosen[ALOUD_STREAMS], size_t frames, size_t best, int16_t *likelihoods,
    size_t senones) {
    for (size_t frame = 0; frame < frames; frame++) {
        if (frame + 1 < frames) fetch(weights, count, chosen, frame + 1, best);
        // Each with a number that is known here, as above.
        if (best == 4) {
            mix(weights, count, chosen, frame, 4, likelihoods);
        } else {
            mix(weights, count, chosen, frame, 8, likelihoods);
        }
        likelihoods += senones;
    }
}
