public import Audio

/// A recording, which mostly can be read from its start as often as needed.
public struct Recording: Sendable {
    /// What it is called in results and messages.
    public var name: String
    /// Opens it.
    public var open: @Sendable () throws -> any AudioSource

    /// Whether that can be done more than once: not where it comes through a pipe.
    public var canBeReadAgain: Bool

    /// A recording by how it is opened.
    ///
    /// - Parameters:
    ///   - name: unlike those of the others in its session.
    ///   - canBeReadAgain: whether `open` may be called more than once.
    ///   - open: gives it from its start.
    public init(
        name: String, canBeReadAgain: Bool = true,
        open: @escaping @Sendable () throws -> any AudioSource
    ) {
        self.name = name
        self.canBeReadAgain = canBeReadAgain
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
