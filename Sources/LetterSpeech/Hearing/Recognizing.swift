/// Something that turns sound into words of a grammar. Not thread-safe: one owner.
public protocol Recognizing {
    /// The words in one stretch of speech, in order; empty where no word of the grammar was said.
    ///
    /// - Parameter samples: mono, 16,000 a second, -1…1, with some silence at both ends.
    mutating func hear(_ samples: [Float]) throws -> [HeardWord]
}
