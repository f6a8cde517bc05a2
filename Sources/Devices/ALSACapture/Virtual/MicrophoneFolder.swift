internal import Foundation
internal import Glibc

/// The folder of a virtual microphone among the temporary files, for its user only: a microphone
/// hears things that others should not.
///
/// A killed process leaves its folder; the next process to make a folder removes it. A lock
/// on a file in the folder (flock(2)) marks it as in use. The kernel releases the lock when the
/// process ends.
final class MicrophoneFolder: Sendable {
    let path: String
    private let lock: Int32

    /// The common prefix of the folders' names.
    static let prefix = "aloud-microphone-"
    /// The file that is locked.
    static let lockName = "lock"

    /// Removes folders that are left over, and makes a new one.
    ///
    /// - Throws: `VirtualMicrophoneError`.
    init() throws(VirtualMicrophoneError) {
        let parent = FileManager.default.temporaryDirectory.path
        Self.sweep(parent)
        let name = Self.prefix + UUID().uuidString
        path = "\(parent)/\(name)"
        // It has another name until it is locked, so that no process takes it for a leftover.
        let hidden = "\(parent)/.\(name)"
        let descriptor =
            mkdir(hidden, 0o700) == 0
            ? open("\(hidden)/\(Self.lockName)", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) : -1
        guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            rename(hidden, path) == 0
        else {
            let reason = String(cString: strerror(errno))
            if descriptor >= 0 { close(descriptor) }
            try? FileManager.default.removeItem(atPath: hidden)
            throw .setup(path: path, reason: reason)
        }
        lock = descriptor
    }

    deinit {
        remove()
        close(lock)
    }

    /// Removes it with its content.
    func remove() { Self.remove(path) }

    /// Removes a folder with its content, the lock last: if this process is killed meanwhile, the
    /// lock marks the rest as left over. Another process may remove files at the same time.
    ///
    /// - Parameter removeFile: removes the item at a path, or fails to.
    static func remove(
        _ path: String,
        by removeFile: (String) -> Void = { try? FileManager.default.removeItem(atPath: $0) }
    ) {
        func rest() -> [String] {
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
            return (names ?? []).filter { $0 != lockName }
        }
        for name in rest() { removeFile("\(path)/\(name)") }
        guard rest().isEmpty else { return }
        removeFile("\(path)/\(lockName)")
        rmdir(path)
    }

    private static func sweep(_ parent: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(parent)/\(name)"
            if isLeftOver(path) { remove(path) }
        }
    }

    /// Whether it is a folder of this user that is out of use.
    private static func isLeftOver(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid()
        else { return false }
        let descriptor = open("\(path)/\(lockName)", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
}
