public import Audio

/// A recording. It is read once: it may come through a pipe.
public struct Recording: Sendable {
    /// What it is called in results and messages.
    public var name: String
    /// Opens it.
    public var open: @Sendable () throws -> any AudioSource

    /// A recording by how it is opened.
    ///
    /// - Parameters:
    ///   - name: what it is called in results and messages.
    ///   - open: gives it from its start.
    public init(name: String, open: @escaping @Sendable () throws -> any AudioSource) {
        self.name = name
        self.open = open
    }

    /// All its sound, mono at 16,000 Hz.
    ///
    /// - Throws: what opening or reading it throws; `MissingSound` where it breaks off.
    public func readWhole() throws -> [Float] {
        let source = try open()
        let samples = try source.readAll().samples
        if let missing = MissingSound(of: source) { throw missing }
        return samples
    }
}
