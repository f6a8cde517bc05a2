package import Acuity
internal import Foundation
package import Grammar

/// The output of a net for a stretch of sound: the log probability of each token in each frame.
///
/// The tokens are those of connectionist temporal classification (Graves et al., ICML 2006): a
/// blank, "-", and the net's labels: "A"…"Z" for the names of letters, and phones in lower case,
/// "aa"…"zh", for all other words.
package struct TokenFrames: Sendable, Equatable {
    /// The blank token: the frame has nothing new.
    package static let blank = "-"

    /// The names of the tokens.
    package let tokens: [String]
    /// Natural logarithms of probabilities, one for each token, frame after frame.
    package let values: [Float]

    /// The scores of a stretch of sound.
    ///
    /// - Parameter values: those of frame f and token t at f * tokens.count + t.
    package init(tokens: [String], values: [Float]) {
        precondition(!tokens.isEmpty && values.count.isMultiple(of: tokens.count))
        self.tokens = tokens
        self.values = values
    }

    /// The number of frames.
    package var frames: Int { values.count / tokens.count }

    /// Minimum log probability; a smaller one counts as this.
    private static let least: Float = -500

    /// The frames of a sound without its first samples, whole frames of it. The frames before the rest
    /// are blanks: they describe the end of what is left out.
    func after(samples: Int) -> TokenFrames {
        let rest = values.dropFirst(samples / 320 * tokens.count)
        let count = min(rest.count / tokens.count, Self.silence)
        let blank = tokens.map { $0 == Self.blank ? 0 : Self.least }
        let before = (0..<count).flatMap { _ in blank }
        return TokenFrames(tokens: tokens, values: before + rest.dropFirst(count * tokens.count))
    }

    /// The time between the middles of two frames, seconds.
    package static let secondsPerFrame = 0.02
    /// The middle of the first frame, seconds from the first sample. The net hears silence before
    /// the first sample.
    package static let start = -0.1

    /// The number of frames of the silence that the net hears on each side of a sound.
    static let silence = Int((-start / secondsPerFrame).rounded())

    /// The number of frames of a sound with this many samples, at 16,000 a second.
    package static func count(ofSamples samples: Int) -> Int { (samples + 3_360) / 320 }

    /// Seconds from the first sample to the middle of a frame.
    package static func time(ofFrame frame: Int) -> Double {
        start + Double(frame) * secondsPerFrame
    }

    /// The log probability of a token, by its index, in a frame; NaN counts as `least`.
    package subscript(frame: Int, token: Int) -> Float {
        let value = values[frame * tokens.count + token]
        return value > Self.least ? value : Self.least
    }
}

/// Turns sound into token frames. Not thread-safe: one owner.
///
/// It knows neither the letter on the screen nor the grammar.
package protocol SpeechEncoding: AnyObject {
    /// The names of the tokens.
    var tokens: [String] { get }

    /// The log probability of each token in each frame of a sound, and the memory of these frames.
    ///
    /// - Parameters:
    ///   - samples: mono, 16,000 a second, -1…1.
    ///   - warp: all frequencies are multiplied by this before the net hears them: below 1 for a
    ///     shorter vocal tract than an adult's.
    ///   - memory: earlier sound of the same person, as this net remembers it.
    func hear(
        _ samples: [Float], warp: Double, after memory: SpeechMemory
    ) -> (frames: TokenFrames, memory: SpeechMemory)
}

extension SpeechEncoding {
    /// The log probability of each token in each frame of a sound by itself.
    package func frames(of samples: [Float], warp: Double = 1) -> TokenFrames {
        hear(samples, warp: warp, after: SpeechMemory()).frames
    }
}

/// Finds the words of a grammar in token frames. Not thread-safe: one owner.
package protocol WordSearching: AnyObject {
    /// The best reading under the public rule of the grammar, a phrase as one word.
    func words(in frames: TokenFrames) throws -> [FoundWord]
}

/// A word, or a phrase, that a search found in a stretch of sound.
package struct FoundWord: Sendable, Equatable {
    /// The word for sounds outside the grammar.
    package static let talk = "<talk>"

    /// The word as the grammar writes it; of a phrase its words, with blanks between.
    package var word: String
    /// The tokens of its pronunciation: ["D"], or ["n", "ow"].
    package var tokens: [String]
    /// The frames from its first token to its last.
    package var frames: ClosedRange<Int>

    /// Whether it is not a word of the grammar.
    package var isFiller: Bool { word == Self.talk }

    /// A word and its frames.
    package init(word: String, tokens: [String], frames: ClosedRange<Int>) {
        self.word = word
        self.tokens = tokens
        self.frames = frames
    }
}

/// The best way through a grammar for a stretch of sound.
package struct TokenReading: Sendable, Equatable {
    /// Its words, one by one.
    package var words: [FoundWord]
    /// The words, with those of an answer, or of talk in the grammar, joined into one.
    package var phrases: [FoundWord]
    /// The log probability of the path, less the cost of its words, in nats. It makes readings of
    /// the same sound by different searches comparable.
    package var score: Double

    /// A search result and its score, a log probability.
    package init(words: [FoundWord], phrases: [FoundWord], score: Double) {
        self.words = words
        self.phrases = phrases
        self.score = score
    }
}

/// The pronunciations of a grammar's words, in the tokens of a net.
package enum SpokenTokens {
    /// Minimum number of phones of a word that tokens of letters may be a part of. A shorter word
    /// could become a letter: "thé" would be T.
    private static let fewestPhones = 4
    /// Maximum number of ways to say a word that are kept.
    private static let mostWays = 16

    /// The token sequences of each word: its phones, and for a word that names a letter or sounds like
    /// its name, also the letter's token.
    ///
    /// A part of a longer word that sounds like a letter's name may be that letter's token, too: the net
    /// has learnt both, and hears a D at the end of the French "attendez".
    ///
    /// - Parameter letters: the letter of each word that names one or sounds like its name.
    /// - Returns: the letter's own token comes first, else the phones.
    package static func ways(
        in grammar: ListeningGrammar, letters: [String: Letter]
    ) -> [String: [[String]]] {
        var phones: [String: [[String]]] = [:]
        for entry in grammar.pronunciations {
            // "aitch(2)" is "aitch".
            let word = String(entry.word.prefix { $0 != "(" })
            phones[word, default: []].append(entry.phones.map { $0.lowercased() })
        }
        var names: [[String]: String] = [:]
        for (word, letter) in letters.sorted(by: { $0.key < $1.key }) {
            for way in phones[word] ?? [] { names[way] = String(letter.rawValue) }
        }
        return Dictionary(
            uniqueKeysWithValues: phones.map { word, ways in
                guard let letter = letters[word] else {
                    return (word, ways.flatMap { spelled($0, with: names) })
                }
                return (word, [[String(letter.rawValue)]] + ways)
            })
    }

    /// The token sequences of a word: its phones, and sequences in which the token of a letter
    /// replaces the phones of its name and at least two phones are left. There are at most
    /// `mostWays`, however long the word is.
    private static func spelled(_ phones: [String], with names: [[String]: String]) -> [[String]] {
        guard phones.count >= fewestPhones else { return [phones] }
        // The ways to say the rest of the word from each phone on.
        var rests = [[[String]]](repeating: [], count: phones.count) + [[[]]]
        for start in phones.indices.reversed() {
            var ways = rests[start + 1].map { [phones[start]] + $0 }
            for end in start + 1...phones.count {
                guard let token = names[Array(phones[start..<end])] else { continue }
                ways += rests[end].map { [token] + $0 }
            }
            rests[start] = Array(ways.prefix(mostWays))
        }
        return rests[0].filter { way in way.count { $0.first?.isLowercase == true } >= 2 }
    }
}

/// The probabilities of token sequences in some frames, by the forward algorithm of connectionist
/// temporal classification, which sums over all ways to place the tokens (Graves et al., ICML 2006,
/// equations 6 and 7). Over all sequences these probabilities add up to 1.
package struct TokenLikelihood: Sendable {
    /// The probability of each token in each frame, frame after frame.
    private let values: [Double]
    private let frames: Int
    private let tokens: Int
    private let blank: Int

    /// - Parameters:
    ///   - sound: the net's output for a sound.
    ///   - range: the frames that count; frames beyond the sound are left out.
    ///   - blank: the place of the blank among the tokens.
    package init(_ sound: TokenFrames, frames range: Range<Int>, blank: Int) {
        let range = range.clamped(to: 0..<sound.frames)
        tokens = sound.tokens.count
        frames = range.count
        self.blank = blank
        values = range.flatMap { frame in
            (0..<sound.tokens.count).map { exp(Double(sound[frame, $0])) }
        }
    }

    /// The natural logarithm of the probability of a sequence, at most 0; -infinity if the frames
    /// are too few for it.
    package func log(of sequence: [Int]) -> Double {
        guard frames > 0 else { return sequence.isEmpty ? 0 : -.infinity }
        var states = [blank]
        for token in sequence { states += [token, blank] }
        var forward = [Double](repeating: 0, count: states.count)
        forward[0] = values[blank]
        if states.count > 1 { forward[1] = values[states[1]] }
        var scale = 0.0
        for frame in 0..<frames {
            if frame > 0 {
                let row = frame * tokens
                for state in states.indices.reversed() {
                    var sum = forward[state]
                    if state > 0 { sum += forward[state - 1] }
                    if state > 1, states[state] != blank, states[state] != states[state - 2] {
                        sum += forward[state - 2]
                    }
                    forward[state] = sum * values[row + states[state]]
                }
            }
            let total = forward.reduce(0, +)
            guard total > 0 else { return -.infinity }
            // Scaled to a sum of 1, because the products of a long sound would underflow.
            scale += Foundation.log(total)
            for state in states.indices { forward[state] /= total }
        }
        let end = forward[states.count - 1] + (states.count > 1 ? forward[states.count - 2] : 0)
        return end > 0 ? scale + Foundation.log(end) : -.infinity
    }

    /// The greedy decoding: the likeliest token of each frame, without blanks and repetitions.
    var greedy: [Int] {
        var found: [Int] = []
        var last = blank
        for frame in 0..<frames {
            let row = values[frame * tokens..<(frame + 1) * tokens]
            guard let best = row.indices.max(by: { row[$0] < row[$1] }) else { continue }
            let token = best - row.startIndex
            if token != blank, token != last { found.append(token) }
            last = token
        }
        return found
    }
}
