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
    aloud_gaussian *chosen, size_t step) {
    for (size_t first = 0; first < frames; first += width) {
        lanes found[ALOUD_MOST_GAUSSIANS];
        // Each with a number that is known here, so that all is kept in registers.
        if (best == 4) {
            find(values + first, stride, size, 4, found);
        } else {
            find(values + first, stride, size, 8, found);
        }
        for (size_t place = 0; place < best; place++) {
            words densities = (words)found[place] & mark;
            for (size_t lane = 0; lane < width; lane++) {
                uint32_t density = densities[lane];
                chosen[(first + lane) * step + place] =
                    (aloud_gaussian){density, values[density * stride + first + lane]};
            }
        }
    }
}

static inline __attribute__((always_inline)) void mix(
    const float *const weights[ALOUD_STREAMS], size_t count,
    const aloud_gaussian *restrict chosen, size_t stream_step, size_t best,
    int16_t *restrict likelihoods) {
    const float *rows[ALOUD_STREAMS][ALOUD_MOST_GAUSSIANS];
    float values[ALOUD_STREAMS][ALOUD_MOST_GAUSSIANS];
    for (size_t stream = 0; stream < ALOUD_STREAMS; stream++) {
        for (size_t place = 0; place < best; place++) {
            aloud_gaussian gaussian = chosen[stream * stream_step + place];
            rows[stream][place] = weights[stream] + (size_t)gaussian.density * count;
            values[stream][place] = gaussian.value;
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

FOR_EACH_WIDTH
void aloud_mix(
    const float *const weights[ALOUD_STREAMS], size_t count, const aloud_gaussian *chosen,
    size_t stream_step, size_t step, size_t frames, size_t best, int16_t *likelihoods,
    size_t senones) {
    for (size_t frame = 0; frame < frames; frame++) {
        // Each with a number that is known here, as above.
        if (best == 4) {
            mix(weights, count, chosen, stream_step, 4, likelihoods);
        } else {
            mix(weights, count, chosen, stream_step, 8, likelihoods);
        }
        chosen += step;
        likelihoods += senones;
    }
}
