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

/// The best Gaussians of a codebook: for the best, the second best and so on a number a frame,
/// `stride` numbers apart, a multiple of eight.
typedef struct {
    /// Which Gaussian it is.
    uint8_t *densities;
    /// Its logarithm; then what it counts.
    float *values;
    size_t stride;
} aloud_winners;

/// Finds the best Gaussians of a codebook in each frame.
///
/// values: their logarithms, `stride` numbers a Gaussian, of which the first `frames` are read
///   eight at a time.
/// size: how many Gaussians there are, `best` to 256.
/// best: how many are looked for, 4 or 8.
/// most: for each frame, in whole eights, the greatest logarithm so far; raised to theirs.
void aloud_choose(
    const float *values, size_t stride, size_t size, size_t frames, size_t best,
    aloud_winners chosen, float *most);

/// Puts for the logarithms of the best Gaussians of a codebook what each counts: the exponential of
/// how far it lies from the best of its frame.
///
/// most: for each frame, in whole eights, the logarithm of the best Gaussian of all codebooks.
/// farthest: further, in nats, none counts as.
void aloud_weigh(
    aloud_winners winners, size_t best, size_t frames, const float *most, float farthest);

/// How many streams of features there are.
#define ALOUD_STREAMS 3

/// Adds up in each stream what the best Gaussians of a codebook make the likelihood of each of its
/// senones, and multiplies the sums.
///
/// weights: for each stream `count` numbers a Gaussian, one a senone.
/// count: how many senones there are, a multiple of eight.
/// chosen: for each stream the Gaussians, their values being what they count.
/// likelihoods: the upper half of the 32 bits of each, of `count` senones; frames lie `senones` apart.
void aloud_mix(
    const float *const weights[ALOUD_STREAMS], size_t count,
    const aloud_winners chosen[ALOUD_STREAMS], size_t frames, size_t best, int16_t *likelihoods,
    size_t senones);

/// Puts for the likelihoods of senones their scores, 0 for the best of each frame.
///
/// table: the score for each upper half of a likelihood's 32 bits, of those above zero.
/// senones: how many a frame has, a multiple of eight.
/// scores: the upper halves, frame after frame, none of a number below zero; then the scores.
void aloud_score(const int16_t *table, size_t senones, size_t frames, int16_t *scores);

/// Adds to each score of a frame one of the frame's costs; the best is 0 again.
///
/// owners: for each of `count` senones which of the costs is its own.
/// sums: room for `count` numbers.
void aloud_vote(
    int16_t *restrict scores, const int32_t *restrict owners, size_t count,
    const int32_t *restrict costs, int32_t *restrict sums);

/// Follows chains of states through scores: what the best way costs that ends in each state (Viterbi,
/// IEEE Trans. Inf. Theory 1967).
///
/// places: for each of `count` states, a multiple of eight, where its score stands in a frame's.
/// stay: what it costs to be in a state for one more frame.
/// come: what it costs to come from the state before it, infinite for the first of a chain.
/// scores: `step` a frame, of one frame and more.
/// costs: what it costs to begin in each state; then what was found. One number lies before it that is
///   not used otherwise, and behind it as many as these and that one, which need hold nothing.
void aloud_follow(
    const int32_t *places, const float *stay, const float *come, size_t count,
    const int16_t *scores, size_t step, size_t frames, float *costs);

#endif
