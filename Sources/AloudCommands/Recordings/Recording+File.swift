internal import Audio
internal import Glibc
internal import Listening

extension Recording {
    /// A recording in a file, or what comes through a pipe.
    ///
    /// - Parameters:
    ///   - path: where it lies; also its name, unless it has another.
    ///   - open: opens a recording by its path.
    init(
        file path: String, name: String? = nil,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) {
        self.init(name: name ?? path, canBeReadAgain: Self.canBeReadAgain(path)) {
            try open(path)
        }
    }

    /// Whether the sound is still there once it was read. What is not there at all fails alike each time.
    private static func canBeReadAgain(_ path: String) -> Bool {
        var status = stat()
        guard stat(FileName.cString(of: path), &status) == 0 else { return true }
        return status.st_mode & S_IFMT == S_IFREG || status.st_mode & S_IFMT == S_IFDIR
    }
}
