#ifndef ALOUD_CRASHLAYER_H
#define ALOUD_CRASHLAYER_H

#include <stdint.h>

/// The changes that SQLite makes to a file.
enum { aloud_disk_write = 0, aloud_disk_truncate = 1, aloud_disk_sync = 2, aloud_disk_delete = 3 };

/// Called before each of these; another result than 0 is SQLite's error, and nothing is done.
typedef int (*aloud_disk_watcher)(
    int act, const char *path, int64_t offset, const void *bytes, int count);

/// Registers the file layer "crash", which passes everything on to the system's.
/// Returns 0, or an error of SQLite.
int aloud_crash_layer(aloud_disk_watcher watcher);

#endif
