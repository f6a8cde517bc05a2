#include "CMixtures.h"
#include "processors.h"

#include <string.h>

// A vector of what an expression gives for each lane.
#define EIGHT(type, lane, value)                                                              \
    ({                                                                                        \
        type all;                                                                             \
        for (size_t lane = 0; lane < width; lane++) all[lane] = (value);                      \
        all;                                                                                  \
    })

FOR_EACH_PROCESSOR
void aloud_score(const int16_t *table, size_t senones, size_t frames, int16_t *scores) {
    for (size_t frame = 0; frame < frames; frame++) {
        // Of numbers above zero the greatest has the greatest bits.
        shorts best = 0;
        for (size_t senone = 0; senone < senones; senone += width) {
            shorts bits = *(const shorts *)(scores + senone);
            best = bits > best ? bits : best;
        }
        int16_t most = 0;
        for (size_t lane = 0; lane < width; lane++) most = best[lane] > most ? best[lane] : most;
        int16_t least = table[most];
        for (size_t senone = 0; senone < senones; senone++) {
            scores[senone] = table[scores[senone]] - least;
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
