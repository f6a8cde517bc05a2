#ifndef __wasm__

#include "eye_finder.h"

// The nets themselves, for the program and its tests; a page gets them as a file.

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t nets[] = {
#embed "../../../models/eyes.net"
};

const uint8_t *aloud_eye_nets(size_t *size) {
    *size = sizeof nets;
    return nets;
}

#endif
