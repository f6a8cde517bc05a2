/// Something that turns sound into words of a grammar. Not thread-safe: one owner.
///
/// All sound is mono, 16,000 samples a second, -1…1. A recogniser is never told which letter is on
/// the screen: nothing in its interface could carry it.
public protocol Recognizing: AnyObject {
    /// The answers in one stretch of speech, in order; empty where none was found. An answer of
    /// several words ("i can't see it", "no en") is one `HeardWord`.
    ///
    /// - Parameters:
    ///   - samples: the stretch, with some silence at both ends.
    ///   - features: those of the same sound, where it was learnt from before; nil where it was
    ///     not.
    ///   - phones: what a second opinion makes of the phones in it, to be weighed in where words
    ///     are searched; nil where there is none.
    ///   - learning: whether it also teaches voice, room and microphone. Off where the whole sound
    ///     has been learnt beforehand.
    ///   - counts: whether it matters how sure the recogniser is of a word, one of so many: to find
    ///     that out takes about as long as to find the word.
    func hear(
        _ samples: [Float], features: SoundFeatures?, phones: PhoneLikelihoods?, learning: Bool,
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> [HeardWord]

    /// How much better talk explains the stretch that was heard last than the answers found in it
    /// do, in nats a frame (100 a second) of its speech; nil where nothing was heard, or where the
    /// recogniser knows no words of talk. Takes about as long as hearing it did.
    func likenessToTalk() throws -> Double?

    /// The answer in the stretch that was heard last if it held one and no more: what other voices
    /// add to it in a room is found as words beside it. Nil where none was found.
    func hearOneAnswer(
        confidenceCounts counts: (_ word: String, _ words: Int) -> Bool
    ) throws -> HeardWord?

    /// The stretch that was heard last as names of letters and nothing else; nil where nothing was
    /// heard, or no letters are listened for. Takes about as long as hearing it did.
    func hearLetters() throws -> LettersAlone?

    /// Learns voice, room and microphone from a stretch of speech without hearing it.
    ///
    /// - Returns: what it may be given back when it is to hear the same sound; nil where it has no
    ///   use for it.
    @discardableResult
    func attune(to samples: [Float]) throws -> SoundFeatures?

    /// Forgets what was learnt: another person, another room.
    func forgetSession()
}

extension Recognizing {
    /// The answers in one stretch of speech, by this recogniser's opinion alone.
    public func hear(_ samples: [Float], learning: Bool) throws -> [HeardWord] {
        try hear(samples, features: nil, phones: nil, learning: learning) { _, _ in true }
    }
}
