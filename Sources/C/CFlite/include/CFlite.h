#ifndef ALOUD_CFLITE_H
#define ALOUD_CFLITE_H

#include <flite/flite.h>

// The lexicon is compiled into a library whose entry point no header declares, and so is each voice;
// the voices are loaded when one is to speak.
cst_lexicon *cmu_lex_init(void);

#endif
