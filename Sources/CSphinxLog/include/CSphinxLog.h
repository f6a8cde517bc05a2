#ifndef ALOUD_CSPHINXLOG_H
#define ALOUD_CSPHINXLOG_H

/// Sends PocketSphinx's log to a buffer of the calling thread and nothing to stderr.
/// In C because the callback that PocketSphinx wants is variadic.
void aloud_sphinx_log_install(void);

/// Empties the calling thread's buffer.
void aloud_sphinx_log_clear(void);

/// The calling thread's last errors and warnings; valid until its next PocketSphinx call.
const char *aloud_sphinx_log_text(void);

#endif
