/// Where sound comes from: a microphone, a recording, standard input.
///
/// What every source gives is mono at 16,000 Hz, the rate that the acoustic model wants.
public protocol AudioSource: AnyObject {
    /// The next piece of sound; nil at its end. Blocks until there is one.
    func read() throws -> AudioChunk?
}

/// The rate that everything behind an `AudioSource` works at, Hz: what the en-us acoustic model
/// of PocketSphinx was trained on.
public let speechRate = 16_000
