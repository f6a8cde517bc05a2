#ifndef CPAGEFONTS_H
#define CPAGEFONTS_H

#include <stddef.h>

/// A file of the fonts of the pages.
struct aloud_font {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// A file of the fonts, counted from 0; one without a name behind the last one.
struct aloud_font aloud_font_at(size_t index);

#endif
