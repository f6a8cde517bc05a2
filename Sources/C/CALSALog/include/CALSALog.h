#ifndef ALOUD_CALSALOG_H
#define ALOUD_CALSALOG_H

/// Sends ALSA's own error lines to a buffer of the calling thread and nothing to stderr.
/// In C because the handler of ALSA is variadic.
void aloud_alsa_log_install(void);

/// Empties the calling thread's buffer.
void aloud_alsa_log_clear(void);

/// The messages of ALSA on the calling thread since the last clear.
const char *aloud_alsa_log_text(void);

#endif
