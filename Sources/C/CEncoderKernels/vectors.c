#include "CEncoderKernels.h"

#include <oneapi/dnnl/dnnl.h>
#include <stdatomic.h>

#if defined(__x86_64__)
static int best_width(void) {
    int allowed = (int)dnnl_get_effective_cpu_isa();
    if ((allowed & dnnl_cpu_isa_avx512_core) == dnnl_cpu_isa_avx512_core
        && __builtin_cpu_supports("x86-64-v4"))
        return 16;
    if ((allowed & dnnl_cpu_isa_avx2) == dnnl_cpu_isa_avx2
        && __builtin_cpu_supports("x86-64-v3"))
        return 8;
    return 4;
}
#else
static int best_width(void) { return 4; }
#endif

int aloud_vector_width(void) {
    // Threads that ask at once find the same.
    static atomic_int found;
    int width = atomic_load_explicit(&found, memory_order_relaxed);
    if (width == 0) {
        width = best_width();
        atomic_store_explicit(&found, width, memory_order_relaxed);
    }
    return width;
}
