internal import Glibc
internal import Platform
internal import Synchronization

/// A folder of results. Each file is written under a temporary name, and renamed when it is
/// complete. So no reader sees half a file, and a killed process leaves none.
package final class ResultFolder: Sendable {
    /// Its path, as it was given.
    package let path: String

    /// The folder inside it for the program's own files.
    package static let hidden = ".aloud"
    private static let drafts = hidden + "/drafts"
    /// The age from which a draft counts as left by a killed process, seconds. A draft is written
    /// and renamed within moments.
    private static let staleAge = 600

    private let number = Atomic(0)

    /// Makes the folder if it is missing, and removes the drafts of killed processes.
    package init(_ path: String) throws(ResultFileError) {
        self.path = path
        try makeFolder(of: Self.drafts + "/draft")
        guard access(FileName.cString(of: full(Self.drafts)), W_OK) == 0 else {
            throw failure(Self.drafts, errno)
        }
        removeStaleDrafts()
    }

    /// A folder that is only read. A missing folder has no files.
    package init(existing path: String) { self.path = path }

    /// Writes a file, replacing an existing one, and makes the folders on its path.
    ///
    /// - Parameter name: its path from the folder.
    package func write(_ text: String, to name: String) throws(ResultFileError) {
        try makeFolder(of: name)
        let draft = draftName()
        let descriptor = open(
            FileName.cString(of: full(draft)), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(name, errno) }
        let code = writeAll(Array(text.utf8), to: descriptor)
        // Some file systems report a full disk only here.
        let closing = close(descriptor) == 0 ? 0 : errno
        guard code == 0, closing == 0 else {
            unlink(FileName.cString(of: full(draft)))
            throw failure(name, code == 0 ? closing : code)
        }
        guard rename(FileName.cString(of: full(draft)), FileName.cString(of: full(name))) == 0
        else {
            let code = errno
            unlink(FileName.cString(of: full(draft)))
            throw failure(name, code)
        }
    }

    /// The bytes of a file; nil if it cannot be read.
    package func read(_ name: String) -> [UInt8]? {
        let descriptor = open(FileName.cString(of: full(name)), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return bytes }
            bytes += block.prefix(count)
        }
    }

    /// The size of a file, bytes; nil if there is none.
    package func size(_ name: String) -> Int? {
        var status = stat()
        guard stat(FileName.cString(of: full(name)), &status) == 0,
            status.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(status.st_size)
    }

    /// The names of the files in a folder of this one; none if there is no such folder.
    package func names(in name: String) -> [String] {
        guard let stream = opendir(FileName.cString(of: full(name))) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: entry.pointee.d_name) { name in
                Array(name.prefix { $0 != 0 })
            }
            guard bytes.first != UInt8(ascii: ".") else { continue }
            names.append(FileName.text(of: bytes))
        }
        return names.sorted()
    }

    /// The first part of a file's path that is longer than the file system takes; nil if none is.
    ///
    /// - Parameter name: the file's path from the folder.
    package func tooLongPart(of name: String) -> String? {
        let parts = name.split(separator: "/").map(String.init)
        // Each part is looked up directly in the folder: otherwise a missing folder would hide the
        // later parts.
        func isTooLong(_ name: String) -> Bool {
            var status = stat()
            return lstat(FileName.cString(of: full(name)), &status) != 0 && errno == ENAMETOOLONG
        }
        return parts.first(where: isTooLong) ?? (isTooLong(name) ? name : nil)
    }

    /// Removes a file; nothing happens if there is none.
    package func remove(_ name: String) { unlink(FileName.cString(of: full(name))) }

    private func full(_ name: String) -> String { path + "/" + name }

    /// A name that no other process, thread or machine has.
    private func draftName() -> String {
        var host = [CChar](repeating: 0, count: 256)
        gethostname(&host, host.count - 1)
        let machine = String(decoding: host.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        let own = number.add(1, ordering: .relaxed).newValue
        return Self.drafts + "/\(machine)-\(getpid())-\(own)"
    }

    private func makeFolder(of name: String) throws(ResultFileError) {
        var place = full(name)
        guard let slash = place.lastIndex(of: "/") else { return }
        place = String(place[..<slash])
        var status = stat()
        if stat(FileName.cString(of: place), &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            return
        }
        var made = place.hasPrefix("/") ? "" : "."
        for part in place.split(separator: "/") {
            made += "/" + part
            if mkdir(FileName.cString(of: made), 0o777) != 0, errno != EEXIST {
                throw ResultFileError(path: place, content: "the results", reason: .noFolder)
            }
        }
        guard stat(FileName.cString(of: place), &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else { throw ResultFileError(path: place, content: "the results", reason: .noFolder) }
    }

    private func removeStaleDrafts() {
        for name in names(in: Self.drafts) {
            let draft = FileName.cString(of: full(Self.drafts + "/" + name))
            var status = stat()
            if stat(draft, &status) == 0, time(nil) - status.st_mtim.tv_sec > Self.staleAge {
                unlink(draft)
            }
        }
    }

    private func failure(_ name: String, _ code: Int32) -> ResultFileError {
        ResultFileError(
            path: full(name), content: "the results", reason: ResultFileError.reason(code))
    }
}
