/// A voice that turns words into sound.
public protocol Speaking: Sendable {
    /// The sound of some words: mono, 16,000 Hz, -1…1.
    ///
    /// - Parameters:
    ///   - text: words, or single capital letters, which are read as their names.
    ///   - rate: how fast; 1 is the voice's own rate, less is slower.
    func say(_ text: String, rate: Double) throws -> [Float]
}
