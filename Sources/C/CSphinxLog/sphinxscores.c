#define _GNU_SOURCE
#include "CSphinxLog.h"

#include <stdlib.h>
#include <string.h>

/// The parts of a header and of scores that are still to be read.
typedef struct {
    const char *header;
    size_t header_left;
    const int16_t *scores;
    size_t frames_left;
    const int32_t *numbers;
    size_t count;
    /// Of the frame that is being read: how many bytes are left, of how many.
    size_t record_left, record_size;
    int16_t record[];
} scores;

/// Puts the next frame's scores where its record has the senones.
static void next_record(scores *from) {
    for (size_t place = 0; place < from->count; place++) {
        from->record[1 + from->numbers[place]] = from->scores[place];
    }
    from->scores += from->count;
    from->frames_left--;
    from->record_left = from->record_size;
}

static ssize_t read_scores(void *cookie, char *target, size_t wanted) {
    scores *from = cookie;
    size_t taken = wanted < from->header_left ? wanted : from->header_left;
    memcpy(target, from->header, taken);
    from->header += taken;
    from->header_left -= taken;
    while (taken < wanted) {
        if (from->record_left == 0) {
            if (from->frames_left == 0) break;
            next_record(from);
        }
        size_t rest = wanted - taken;
        size_t count = rest < from->record_left ? rest : from->record_left;
        const char *record = (const char *)from->record;
        memcpy(target + taken, record + from->record_size - from->record_left, count);
        from->record_left -= count;
        taken += count;
    }
    return (ssize_t)taken;
}

static int close_scores(void *cookie) {
    free(cookie);
    return 0;
}

FILE *aloud_sphinx_scores(
    const void *header, size_t header_size, const int16_t *values, size_t frames,
    const int32_t *numbers, size_t count, size_t senones) {
    size_t record_size = (1 + senones) * sizeof(int16_t);
    // The record, and room for the stream to take one at a time.
    scores *from = malloc(sizeof *from + 2 * record_size);
    if (!from) return NULL;
    *from = (scores){.header = header,
                     .header_left = header_size,
                     .scores = values,
                     .frames_left = frames,
                     .numbers = numbers,
                     .count = count,
                     .record_size = record_size};
    from->record[0] = (int16_t)senones;
    for (size_t senone = 0; senone < senones; senone++) from->record[1 + senone] = INT16_MAX;
    cookie_io_functions_t functions = {.read = read_scores, .close = close_scores};
    FILE *stream = fopencookie(from, "rb", functions);
    if (!stream) {
        free(from);
        return NULL;
    }
    setvbuf(stream, (char *)(from->record + 1 + senones), _IOFBF, record_size);
    return stream;
}
