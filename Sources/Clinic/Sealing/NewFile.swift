internal import Foundation
internal import Glibc

/// A complete file that takes its name only if nothing has that name yet.
package enum NewFile {
    /// Gives a file its name, and waits until the name is on the disk.
    ///
    /// A hard link does so in one step. Some file systems have none (FAT, exFAT, some network and FUSE
    /// ones): there an empty file takes the name first, which fails if the name is taken, and the
    /// complete one replaces it.
    ///
    /// - Parameters:
    ///   - made: the file, in the same folder; its former name is gone afterwards.
    ///   - link: the operation of the system; tests give another one.
    /// - Throws: `SealingError.exists`, `.notWritten`.
    package static func place(
        _ made: String, at path: String, link: (String, String) -> Int32 = { Glibc.link($0, $1) }
    ) throws(SealingError) {
        if link(made, path) == 0 {
            unlink(made)
        } else {
            guard [EPERM, ENOTSUP, ENOSYS, EXDEV, EMLINK, EINVAL].contains(errno) else {
                throw fault(path)
            }
            let taken = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard taken >= 0 else { throw fault(path) }
            close(taken)
            guard rename(made, path) == 0 else {
                let fault = fault(path)
                unlink(path)
                throw fault
            }
        }
        sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private static func fault(_ path: String) -> SealingError {
        errno == EEXIST ? .exists(path) : .notWritten(path)
    }

    /// Waits until the names in a folder are on the disk.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
