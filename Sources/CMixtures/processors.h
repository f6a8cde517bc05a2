#ifndef ALOUD_PROCESSORS_H
#define ALOUD_PROCESSORS_H

#include <stdint.h>

// x86-64-v3 has vectors of eight numbers, and multiplies and adds in one step (AVX2, FMA). Which to
// take is decided while the program is loaded, too early for the thread sanitizer.
#if defined(__x86_64__) && !__has_feature(thread_sanitizer)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=x86-64-v3", "default")))
// The same with vectors of sixteen numbers, too (AVX-512).
#define FOR_EACH_WIDTH \
    __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_EACH_PROCESSOR
#define FOR_EACH_WIDTH
#endif

enum { width = 8 };
typedef float lanes __attribute__((ext_vector_type(width), aligned(4)));
typedef float wide __attribute__((ext_vector_type(2 * width), aligned(4)));
typedef uint32_t words __attribute__((ext_vector_type(width), aligned(4)));
typedef uint8_t bytes __attribute__((ext_vector_type(width), aligned(1)));
typedef int16_t shorts __attribute__((ext_vector_type(width), aligned(2)));
typedef int32_t integers __attribute__((ext_vector_type(width), aligned(4)));

#endif
