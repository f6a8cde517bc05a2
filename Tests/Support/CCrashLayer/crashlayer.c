// A file layer of SQLite ("virtual file system") that shows each write, truncation, sync and deletion
// to a test before it is done. In C because it is a table of functions over structs that SQLite
// allocates.

#include "crashlayer.h"

#include <sqlite3.h>
#include <string.h>

typedef struct {
    sqlite3_file base;
    const char *path;
    sqlite3_file *real;
} watched_file;

static sqlite3_vfs layer;
static sqlite3_vfs *system_layer;
static aloud_disk_watcher watch;

static sqlite3_file *real(sqlite3_file *file) { return ((watched_file *)file)->real; }

static int file_close(sqlite3_file *file) {
    return real(file)->pMethods ? real(file)->pMethods->xClose(real(file)) : SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    int status = watch(aloud_disk_write, ((watched_file *)file)->path, offset, bytes, count);
    return status ? status : real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    int status = watch(aloud_disk_truncate, ((watched_file *)file)->path, size, 0, 0);
    return status ? status : real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
    int status = watch(aloud_disk_sync, ((watched_file *)file)->path, 0, 0, 0);
    return status ? status : real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int lock) {
    return real(file)->pMethods->xLock(real(file), lock);
}

static int file_unlock(sqlite3_file *file, int lock) {
    return real(file)->pMethods->xUnlock(real(file), lock);
}

static int file_reserved(sqlite3_file *file, int *result) {
    return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int file_device(sqlite3_file *file) {
    // No promise about the disk: each write may be torn.
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    1,          file_close, file_read,   file_write,    file_truncate, file_sync,   file_size,
    file_lock,  file_unlock, file_reserved, file_control, file_sector, file_device,
};

static int layer_open(
    sqlite3_vfs *own, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)own;
    watched_file *watched = (watched_file *)file;
    watched->base.pMethods = 0;
    watched->path = path ? path : "";
    watched->real = (sqlite3_file *)(watched + 1);
    int status = system_layer->xOpen(system_layer, path, watched->real, flags, out);
    if (watched->real->pMethods) watched->base.pMethods = &methods;
    return status;
}

static int layer_delete(sqlite3_vfs *own, const char *path, int syncs) {
    (void)own;
    int status = watch(aloud_disk_delete, path, syncs, 0, 0);
    return status ? status : system_layer->xDelete(system_layer, path, syncs);
}

int aloud_crash_layer(aloud_disk_watcher watcher) {
    watch = watcher;
    if (system_layer) return SQLITE_OK;
    system_layer = sqlite3_vfs_find(0);
    if (!system_layer) return SQLITE_ERROR;
    layer = *system_layer;
    layer.zName = "crash";
    layer.pNext = 0;
    layer.szOsFile = (int)sizeof(watched_file) + system_layer->szOsFile;
    layer.xOpen = layer_open;
    layer.xDelete = layer_delete;
    return sqlite3_vfs_register(&layer, 0);
}
