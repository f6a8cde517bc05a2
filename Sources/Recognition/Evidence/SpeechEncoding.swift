/// Turns sound into what a net makes of it. Not thread-safe: one owner.
///
/// It is never told which letter is on the screen, nor what is listened for.
public protocol SpeechEncoding: AnyObject {
    /// The names of the tokens.
    var tokens: [String] { get }

    /// The log probability of each token in each frame of a sound.
    ///
    /// - Parameter samples: mono, 16,000 a second, -1…1.
    func frames(of samples: [Float]) -> TokenFrames
}

/// Finds the words of a grammar in what a net made of a sound. Not thread-safe: one owner.
public protocol WordSearching: AnyObject {
    /// The best reading under the public rule of the grammar, a phrase as one word.
    func words(in frames: TokenFrames) throws -> [FoundWord]
}
