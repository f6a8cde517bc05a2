#include "CSphinxLog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <sphinxbase/err.h>

static _Thread_local char text[2048];
static _Thread_local jmp_buf *escape;

static void keep(void *user, err_lvl_t level, const char *format, ...) {
    (void)user;
    if (level < ERR_WARN) return;
    size_t used = strlen(text);
    if (used < sizeof text - 1) {
        va_list args;
        va_start(args, format);
        vsnprintf(text + used, sizeof text - used, format, args);
        va_end(args);
    }
    // Upon return the caller would end the program.
    if (level == ERR_FATAL && escape) longjmp(*escape, 1);
}

void aloud_sphinx_log_install(void) {
    err_set_logfp(NULL);
    err_set_callback(keep, NULL);
}

void aloud_sphinx_log_clear(void) { text[0] = 0; }

const char *aloud_sphinx_log_text(void) { return text; }

ps_decoder_t *aloud_sphinx_start(cmd_ln_t *config) {
    jmp_buf here;
    ps_decoder_t *volatile decoder = NULL;
    if (setjmp(here) == 0) {
        escape = &here;
        decoder = ps_init(config);
    }
    escape = NULL;
    return decoder;
}
