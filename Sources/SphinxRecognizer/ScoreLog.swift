internal import Foundation

/// The folder into which a decoder logs its acoustic scores, in memory where the system has a
/// file system for that. Gone with its owner.
struct ScoreLog: ~Copyable {
    let folder: String

    init() throws(SphinxError) {
        let base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        var template = Array((base + "/aloud-XXXXXX").utf8CString)
        guard let made = mkdtemp(&template) else {
            throw .noFolder(base: base)
        }
        folder = String(cString: made)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The scores of the last decoding, which are then removed.
    ///
    /// - Parameter count: how many senones the model has.
    func take(senones count: Int) -> SenoneScores? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        defer { for name in names { unlink(folder + "/" + name) } }
        guard let last = names.max(),
            let data = FileManager.default.contents(atPath: folder + "/" + last)
        else { return nil }
        return SenoneScores(log: Array(data), senones: count)
    }
}
