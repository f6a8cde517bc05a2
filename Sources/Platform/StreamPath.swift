internal import Glibc

/// Tells paths that lead to a stream from paths of files.
package enum StreamPath {
    /// Whether what a path leads to lies in no folder with others: a pipe, whatever its name, and a
    /// file that the shell opened, "/dev/stdin" or "/dev/fd/63".
    package static func isOne(_ path: String) -> Bool {
        var status = stat()
        if stat(FileName.cString(of: path), &status) == 0,
            [S_IFIFO, S_IFCHR, S_IFSOCK].contains(status.st_mode & S_IFMT)
        {
            return true
        }
        return path == "/dev/stdin" || path.hasPrefix("/dev/fd/")
            || (path.hasPrefix("/proc/") && path.contains("/fd/"))
    }
}
