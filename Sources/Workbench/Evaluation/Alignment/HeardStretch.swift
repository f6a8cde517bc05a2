package import Audio
internal import Foundation
package import PhoneticMapping
package import Recognition

/// A stretch of speech as it was heard: the net's scores, the words found in them, and the answers,
/// all on one axis of time.
package struct HeardStretch {
    /// The answers in a stretch, and the thresholds that judged them.
    package struct Judged {
        /// The answers that the thresholds accept, and the unclear ones.
        package let answers: [SpokenAnswer]
        package let thresholds: AcceptanceThresholds

        /// Sets each property from the parameter of its name.
        package init(answers: [SpokenAnswer], thresholds: AcceptanceThresholds) {
            self.answers = answers
            self.thresholds = thresholds
        }
    }

    /// The name of the recording, for people.
    package let file: String
    package let segment: SpeechSegment
    /// The net's output for the samples of the segment.
    package let frames: TokenFrames
    /// The words that the search found in these frames.
    package let found: [FoundWord]
    /// The words with their probabilities, and with their times in the whole sound.
    package let words: [WordHypothesis]
    /// The answers; nil if nothing is accepted.
    package let judged: Judged?

    /// Sets each property from the parameter of its name.
    package init(
        file: String, segment: SpeechSegment, frames: TokenFrames, found: [FoundWord],
        words: [WordHypothesis], judged: Judged? = nil
    ) {
        self.file = file
        self.segment = segment
        self.frames = frames
        self.found = found
        self.words = words
        self.judged = judged
    }

    /// Hears a stretch of speech.
    ///
    /// - Parameters:
    ///   - file: the name of the recording, for people.
    ///   - judging: whether answers are accepted.
    package init(
        _ segment: SpeechSegment, of file: String, by listener: LetterListener, judging: Bool
    ) throws {
        var output: (frames: TokenFrames, found: [FoundWord])?
        listener.onFrames = { _, frames, found in output = (frames, found) }
        defer { listener.onFrames = nil }
        let (hypothesis, answers) = try listener.judge(segment)
        guard let output else { preconditionFailure("the listener has heard the stretch") }
        self.init(
            file: file, segment: segment, frames: output.frames, found: output.found,
            words: hypothesis.words,
            judged: judging ? Judged(answers: answers, thresholds: listener.thresholds) : nil)
    }

    /// The time of the first sample, seconds of the whole sound.
    var origin: Double { segment.start - segment.lead }

    /// The time of the middle of a frame, seconds of the whole sound.
    func time(ofFrame frame: Int) -> Double { origin + TokenFrames.time(ofFrame: frame) }

    /// The time from the start of the first frame to the end of the last, seconds of the whole sound.
    func time(of frames: ClosedRange<Int>) -> ClosedRange<Double> {
        let half = TokenFrames.secondsPerFrame / 2
        return time(ofFrame: frames.lowerBound) - half...time(ofFrame: frames.upperBound) + half
    }

    /// The probability of a token, by its place, in a frame, 0…1.
    func probability(_ frame: Int, _ token: Int) -> Double {
        min(1, exp(Double(frames[frame, token])))
    }
}

extension HeardStretch {
    /// Minimum probability of a token that is shown, in its likeliest frame.
    static let leastPeak = 0.1
    /// Maximum number of tokens shown, the likeliest ones.
    static let mostTokens = 24

    /// The places of the tokens to show, in the order of their likeliest frames. The blank is not
    /// among them.
    var tokens: [Int] {
        let peaks = frames.tokens.indices.compactMap { token in
            frames.tokens[token] == TokenFrames.blank
                ? nil
                : (0..<frames.frames)
                    .max { frames[$0, token] < frames[$1, token] }
                    .map { (token: token, frame: $0, probability: probability($0, token)) }
        }
        return peaks.filter { $0.probability >= Self.leastPeak }
            .sorted { $0.probability > $1.probability }.prefix(Self.mostTokens)
            .sorted { ($0.frame, $0.token) < ($1.frame, $1.token) }.map(\.token)
    }
}

/// A word of a stretch on its axis of time.
struct AlignedWord {
    /// The role of a word in the decision.
    enum Role: String {
        /// A word with a probability.
        case word
        /// Talk: sounds outside the grammar, or words of it that answer nothing.
        case talk
        /// Found, but another reading of the stretch was likelier.
        case passedOver
    }

    var role: Role
    /// The words, for people; empty for sounds outside the grammar.
    var text: String
    /// The time of the word, seconds of the whole sound.
    var time: ClosedRange<Double>
    /// The frames from its first token to its last; nil for a reading that the search did not find
    /// in the frames, such as a phrase of a list or a letter of the English net.
    var frames: ClosedRange<Int>?
    /// The probability that it was said, 0…1; nil without `Role.word`.
    var confidence: Double?
}

extension HeardStretch {
    /// The words found by the search and the words of the decision, in order of time.
    var aligned: [AlignedWord] {
        var rest = words[...]
        var aligned: [AlignedWord] = []
        var others: [AlignedWord] = []
        for word in found {
            let time = time(of: word.frames)
            if let next = rest.first, next.word == word.word, next.time.overlaps(time) {
                aligned.append(Self.decided(rest.removeFirst(), frames: word.frames))
            } else {
                others.append(
                    AlignedWord(
                        role: .talk, text: word.isFiller ? "" : word.word, time: time,
                        frames: word.frames))
            }
        }
        // The remaining words were not found in these frames: they are from another reading.
        for index in others.indices where !rest.isEmpty && !others[index].text.isEmpty {
            others[index].role = .passedOver
        }
        aligned += others + rest.map { Self.decided($0, frames: nil) }
        return aligned.sorted {
            ($0.time.lowerBound, $0.time.upperBound) < ($1.time.lowerBound, $1.time.upperBound)
        }
    }

    private static func decided(_ word: WordHypothesis, frames: ClosedRange<Int>?) -> AlignedWord {
        AlignedWord(
            role: .word, text: word.word == WordHypothesis.unknown ? "no word" : word.word,
            time: word.time, frames: frames, confidence: word.confidence * (word.presence ?? 1))
    }
}
