#include "CEncoderKernels.h"

// Of libgomp, whose header is the compiler's own.
extern void omp_set_num_threads(int count);

void aloud_use_one_thread(void) { omp_set_num_threads(1); }
