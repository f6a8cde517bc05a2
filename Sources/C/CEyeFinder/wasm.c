#ifdef __wasm__

#include "eye_finder.h"

// The functions for the pages. The compiler may turn loops into calls of these two.

void *memcpy(void *to, const void *from, size_t size) {
    uint8_t *a = to;
    const uint8_t *b = from;
    while (size--) *a++ = *b++;
    return to;
}

void *memset(void *to, int value, size_t size) {
    uint8_t *a = to;
    while (size--) *a++ = (uint8_t)value;
    return to;
}

#endif
