#ifndef ALOUD_CSPHINXLOG_H
#define ALOUD_CSPHINXLOG_H

#include <stdint.h>
#include <stdio.h>

#include <pocketsphinx.h>

/// Sends PocketSphinx's log to a buffer of the calling thread and nothing to stderr.
/// In C because the callback of PocketSphinx is variadic.
void aloud_sphinx_log_install(void);

/// Empties the calling thread's buffer.
void aloud_sphinx_log_clear(void);

/// The calling thread's last errors and warnings; valid until its next PocketSphinx call.
const char *aloud_sphinx_log_text(void);

/// `ps_init`, except that a model that PocketSphinx cannot bear gives NULL too: by itself
/// PocketSphinx ends the whole program then, by `exit`. The memory that it had taken by that time is lost.
/// In C because only C may leave such a call by `longjmp`.
ps_decoder_t *aloud_sphinx_start(cmd_ln_t *config);

/// A stream of a header and, for each frame, of a record: the number of all senones, then their
/// scores, the worst for those that have none. Only one record is in memory at a time: those of a
/// long breath would be the largest thing in it.
/// In C because Swift does not see `fopencookie`.
///
/// values: `count` scores a frame.
/// numbers: the senone, below `senones`, of each.
/// Header, values and numbers must stay until the stream is closed; NULL where there is no memory
/// left.
FILE *aloud_sphinx_scores(
    const void *header, size_t header_size, const int16_t *values, size_t frames,
    const int32_t *numbers, size_t count, size_t senones);

#endif
