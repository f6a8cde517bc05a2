#include "CALSALog.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <alsa/asoundlib.h>

static _Thread_local char text[2048];

static void keep(const char *file, int line, const char *function, int error, const char *format,
                 ...) {
    (void)file, (void)line, (void)function, (void)error;
    size_t used = strlen(text);
    if (used >= sizeof text - 2) return;
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, sizeof text - used - 1, format, args);
    va_end(args);
    strcat(text, "\n");
}

void aloud_alsa_log_install(void) { snd_lib_error_set_handler(keep); }

void aloud_alsa_log_clear(void) { text[0] = 0; }

const char *aloud_alsa_log_text(void) { return text; }
