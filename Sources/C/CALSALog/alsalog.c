#include "CALSALog.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <alsa/asoundlib.h>

static _Thread_local char text[2048];

/* Adds one line. The line is cut off at the end of the buffer; snprintf always ends the string. */
static void keep(const char *file, int line, const char *function, int error, const char *format,
                 ...) {
    (void)file, (void)line, (void)function;
    size_t used = strlen(text);
    if (used > 0 && used < sizeof text - 1) {
        text[used++] = '\n';
        text[used] = 0;
    }
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, sizeof text - used, format, args);
    va_end(args);
    used = strlen(text);
    if (error) snprintf(text + used, sizeof text - used, ": %s", snd_strerror(error));
}

void aloud_alsa_log_install(void) { snd_lib_error_set_handler(keep); }

void aloud_alsa_log_clear(void) { text[0] = 0; }

const char *aloud_alsa_log_text(void) { return text; }
