#ifndef ALOUD_CMIXTURES_H
#define ALOUD_CMIXTURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The loops in which most of the time of scoring sounds by mixtures of Gaussians goes.
// In C because only C can be compiled for several processors at once, of which the program takes
// the best that it finds itself on; Swift is compiled for the least of its kind, whose vectors are
// half as wide.

/// Computes a product of matrices that is too thin for a BLAS, which would take a third of the time
/// to lay out both before it multiplies them: coefficients by features.
///
/// coefficients: of four of `size` after four, for each of `columns` features the four side by side.
/// features: `columns` rows, `stride` numbers apart.
/// frames: how many numbers of each row are used, and computed, in whole sixteens.
/// values: `size` rows, `step` numbers apart.
void aloud_evaluate(
    const float *coefficients, size_t columns, size_t size, const float *features, size_t stride,
    size_t frames, float *values, size_t step);

/// How many Gaussians are looked for at most.
#define ALOUD_MOST_GAUSSIANS 8

/// A Gaussian of a codebook that counts in a frame.
typedef struct {
    int32_t density;
    /// The logarithm of the Gaussian; then what it counts.
    float value;
} aloud_gaussian;

/// Finds the best Gaussians of a codebook in each frame, the best first.
///
/// values: their logarithms, `stride` numbers a Gaussian, of which the first `frames` are read
///   eight at a time.
/// size: how many Gaussians there are, `best` to 256.
/// best: how many are looked for, 4 or 8.
/// chosen: those found, `best` a frame; frames lie `step` apart. There must be room for whole eights
///   of frames.
void aloud_choose(
    const float *values, size_t stride, size_t size, size_t frames, size_t best,
    aloud_gaussian *chosen, size_t step);

/// How many streams of features there are.
#define ALOUD_STREAMS 3

/// Adds up in each stream what the best Gaussians of a codebook make the likelihood of each of its
/// senones, and multiplies the sums.
///
/// weights: for each stream `count` numbers a Gaussian, one a senone.
/// count: how many senones there are, a multiple of eight.
/// chosen, best, step: as `aloud_choose` leaves them, the values being what they count; streams lie
///   `stream_step` apart.
/// likelihoods: `count` numbers a frame.
void aloud_mix(
    const float *const weights[ALOUD_STREAMS], size_t count, const aloud_gaussian *chosen,
    size_t stream_step, size_t step, size_t frames, size_t best, float *likelihoods);

#endif
