// Lists of embedded files. The C compiler embeds them, because the Swift compiler takes minutes for them.
#include "CEmbeddedFiles.h"

/// An entry of a list, from the bytes of a file.
#define EMBEDDED(name, bytes) { name, bytes, sizeof(bytes) }

/// Defines the function that gives a list.
#define LIST(function, files) \
    struct aloud_files function(void) { \
        return (struct aloud_files) { files, sizeof(files) / sizeof(*files) }; \
    }
