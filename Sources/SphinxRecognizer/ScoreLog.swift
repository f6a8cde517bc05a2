internal import Foundation

/// The folder into which a decoder logs its acoustic scores, in memory where the system has a
/// file system for that. Gone with its owner.
///
/// A process that is killed cannot remove its folder. So each folder is locked by its owner (the
/// system gives a lock back when its holder ends, however it ends), and whoever makes one removes
/// those that nobody holds. Process numbers would not do: they are used again, and programs in
/// containers share a folder without sharing numbers.
struct ScoreLog: ~Copyable {
    let folder: String
    /// Open on the folder as long as this lives, with the lock.
    private let lock: Int32

    private static let prefix = "aloud-scores-"

    /// The corresponding C functions are `mkdtemp` and `flock`.
    init() throws(SphinxError) {
        let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        Self.removeAbandoned(in: base)
        (folder, lock) = try Self.make(in: base)
    }

    deinit {
        Self.remove(folder, openAs: lock)
        close(lock)
    }

    /// The scores of the last decoding, which are then removed.
    func take() -> SenoneScores? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        defer { for name in names { unlink(folder + "/" + name) } }
        guard let last = names.max(),
            let data = FileManager.default.contents(atPath: folder + "/" + last)
        else { return nil }
        return SenoneScores(log: Array(data))
    }

    private static func make(in base: String) throws(SphinxError) -> (folder: String, lock: Int32) {
        // Another process may take a folder for abandoned before it is locked; then another one
        // is made, and the other process is past it.
        for _ in 0..<100 {
            var template = Array((base + "/" + prefix + "XXXXXX").utf8CString)
            guard let made = mkdtemp(&template) else { throw .noFolder(base: base) }
            let folder = String(cString: made)
            let lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard lock >= 0 else { continue }
            // Where locks are not to be had nobody takes it for abandoned either.
            if flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
                access(folder, F_OK) == 0
            {
                return (folder, lock)
            }
            close(lock)
        }
        throw .noFolder(base: base)
    }

    /// Removes the folders of this user whose owner is no more.
    private static func removeAbandoned(in base: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = base + "/" + name
            // Anybody may put a link into such a place.
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            remove(folder, openAs: descriptor)
        }
    }

    /// Removes a folder with the logs in it, and nothing that is linked there.
    private static func remove(_ folder: String, openAs descriptor: Int32) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names { unlinkat(descriptor, name, 0) }
        rmdir(folder)
    }
}
