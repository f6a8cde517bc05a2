#ifndef ALOUD_CFLITE_H
#define ALOUD_CFLITE_H

#include <flite/flite.h>

// The voices and the lexicon are compiled into libraries whose entry points no header declares.
cst_voice *register_cmu_us_slt(const char *voxdir);
cst_voice *register_cmu_us_awb(const char *voxdir);
cst_voice *register_cmu_us_rms(const char *voxdir);
cst_voice *register_cmu_us_kal16(const char *voxdir);
cst_lexicon *cmu_lex_init(void);

#endif
