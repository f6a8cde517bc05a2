package import Audio
internal import Recognition

extension Recording {
    /// A recording in a file, or what comes through a pipe.
    ///
    /// - Parameters:
    ///   - path: where it lies; also its name, unless it has another.
    ///   - open: opens a recording by its path.
    package init(
        file path: String, name: String? = nil,
        open: @escaping @Sendable (String) throws -> any AudioSource
    ) {
        self.init(name: name ?? path) { try open(path) }
    }
}
