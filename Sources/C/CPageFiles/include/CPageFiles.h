#ifndef CPAGEFILES_H
#define CPAGEFILES_H

#include <stddef.h>

/// A file of the pages.
struct aloud_page_file {
    const char *_Nonnull name;
    const unsigned char *_Nonnull bytes;
    size_t count;
};

/// A file of the pages, counted from 0; one without a name after the last one.
struct aloud_page_file aloud_page_file_at(size_t index);

#endif
