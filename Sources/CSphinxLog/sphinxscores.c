#define _GNU_SOURCE
#include "CSphinxLog.h"

#include <stdlib.h>
#include <string.h>

/// Two places in memory, of which so many bytes are still to be read.
typedef struct {
    const char *place[2];
    size_t left[2];
} scores;

static ssize_t read_scores(void *cookie, char *target, size_t wanted) {
    scores *from = cookie;
    size_t taken = 0;
    for (int part = 0; part < 2; part++) {
        size_t count = wanted - taken < from->left[part] ? wanted - taken : from->left[part];
        if (count == 0) continue;
        memcpy(target + taken, from->place[part], count);
        from->place[part] += count;
        from->left[part] -= count;
        taken += count;
    }
    return (ssize_t)taken;
}

static int close_scores(void *cookie) {
    free(cookie);
    return 0;
}

FILE *aloud_sphinx_scores(
    const void *header, size_t header_size, const void *records, size_t records_size) {
    scores *from = malloc(sizeof *from);
    if (!from) return NULL;
    *from = (scores){{header, records}, {header_size, records_size}};
    cookie_io_functions_t functions = {.read = read_scores, .close = close_scores};
    FILE *stream = fopencookie(from, "rb", functions);
    if (!stream) free(from);
    return stream;
}
