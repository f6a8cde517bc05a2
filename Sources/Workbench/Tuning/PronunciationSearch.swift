internal import Acuity
internal import Evaluation
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Recognition

/// Finds ways to say words that the dictionary lacks, from recordings in which they were misheard.
///
/// Each word said is found in the frames by a forced alignment (Viterbi over the tokens of the
/// transcript). Starting from the likeliest phones there and from the ways of the dictionary, a
/// climb over exchanged, lost and added phones looks for the way that makes the word's recordings
/// most likely. A way counts only if it makes recordings of at least two speakers twice as likely,
/// and its gain exceeds the harm to other words.
struct PronunciationSearch {
    /// A pronunciation that some recordings suggest.
    struct Proposal: Codable, Equatable {
        var word: String
        var phones: [String]
        /// The gain in log probability over all recordings of the word, less the harm to others.
        var gain: Double
        /// The paths of the recordings that it makes at least twice as likely.
        var recordings: [String]
    }

    /// A word said, and the frames around it.
    private struct Window {
        var word: String
        var speaker: String
        var path: String
        var isError: Bool
        var likelihood: TokenLikelihood
        /// The log probability of the pronunciations in the dictionary.
        var log: Double
        /// The likeliest phones.
        var phones: [Int]
    }

    /// The gain above which a recording supports a way, nats: ln 2, twice as likely.
    private static let asks = 0.693
    /// Minimum gain of a way over all recordings, nats.
    private static let leastGain = 3.0
    /// Maximum number of windows of a word, and of windows of other words, that are compared.
    private static let mostOwn = 40
    private static let mostOthers = 150
    /// Ways proposed for one word.
    private static let mostWays = 2

    private let ways: [String: [[String]]]
    private let namesOf: [Letter: [String]]

    /// - Parameters:
    ///   - grammar: the words, with their pronunciations.
    ///   - names: the letter of each word that names one.
    init(grammar: ListeningGrammar, names: [String: Letter]) {
        ways = SpokenTokens.ways(in: grammar, letters: names)
        namesOf = Dictionary(grouping: names.keys.sorted()) { names[$0] ?? .a }
    }

    /// The proposals from some speakers.
    ///
    /// - Parameter errors: the paths of recordings that were not heard right.
    func proposals(from speakers: [HeardSpeaker], errors: Set<String>) -> [Proposal] {
        let windows = speakers.flatMap { speaker in
            speaker.recordings.flatMap { self.windows(of: $0, speaker.name, errors: errors) }
        }
        guard
            let tokens = speakers.lazy.flatMap(\.recordings).flatMap(\.utterances).first?.frames
                .tokens
        else { return [] }
        let asked = Set(windows.filter(\.isError).map(\.word)).sorted()
        return asked.flatMap { word in
            proposals(
                for: word, own: Array(windows.filter { $0.word == word }.prefix(Self.mostOwn)),
                others: Array(windows.filter { $0.word != word }.prefix(Self.mostOthers)), tokens)
        }
    }

    private func proposals(
        for word: String, own: [Window], others: [Window], _ tokens: [String]
    ) -> [Proposal] {
        var known = (ways[word] ?? []).map { way in way.compactMap { tokens.firstIndex(of: $0) } }
        let taken = Set(ways.values.joined())
        var own = own
        var found: [Proposal] = []
        for _ in 0..<Self.mostWays {
            let phones = Set(own.flatMap(\.phones) + known.joined()).filter {
                tokens[$0].first?.isLowercase == true
            }.sorted()
            let seeds = Set(own.filter(\.isError).map(\.phones) + known)
                .filter { $0.count > 1 && $0.allSatisfy(phones.contains) }
                .sorted { gain(of: $0, own) > gain(of: $1, own) }.prefix(4)
            let climbed = seeds.map { climb(from: $0, phones, own) }
            guard let best = climbed.max(by: { $0.gain < $1.gain }) else { break }
            let way = best.way.map { tokens[$0] }
            let asking = own.filter { gain(of: best.way, [$0]) > Self.asks }
            let harm = others.reduce(0) { $0 + gain(of: best.way, [$1]) }
            guard best.gain - harm >= Self.leastGain, !taken.contains(way),
                !known.contains(best.way),
                asking.count > 1, Set(asking.map(\.speaker)).count > 1
            else { break }
            found.append(
                Proposal(
                    word: word, phones: way.map { $0.uppercased() },
                    gain: ((best.gain - harm) * 100).rounded() / 100,
                    recordings: asking.map(\.path)))
            known.append(best.way)
            for index in own.indices {
                own[index].log = Self.sum(own[index].log, own[index].likelihood.log(of: best.way))
            }
        }
        return found
    }

    /// The best pronunciation found by up to six single changes, each the best of its round.
    private func climb(
        from seed: [Int], _ phones: [Int], _ windows: [Window]
    ) -> (way: [Int], gain: Double) {
        var best = (way: seed, gain: gain(of: seed, windows))
        for _ in 0..<6 {
            var next = best
            for way in Self.neighbours(of: best.way, phones) {
                let gain = gain(of: way, windows)
                if gain > next.gain + 1e-9 { next = (way, gain) }
            }
            guard next.way != best.way else { break }
            best = next
        }
        return best
    }

    /// The pronunciations with one phone exchanged, lost or added.
    private static func neighbours(of way: [Int], _ phones: [Int]) -> [[Int]] {
        var ways: [[Int]] = []
        for place in 0...way.count {
            for phone in phones {
                ways.append(Array(way[..<place]) + [phone] + Array(way[place...]))
                if place < way.count, way[place] != phone {
                    var exchanged = way
                    exchanged[place] = phone
                    ways.append(exchanged)
                }
            }
            if place < way.count, way.count > 2 {
                ways.append(Array(way[..<place]) + Array(way[(place + 1)...]))
            }
        }
        return ways.filter { $0.count <= 16 }
    }

    /// The gain in log probability of some windows if their words may be said in this way, too.
    private func gain(of way: [Int], _ windows: [Window]) -> Double {
        windows.reduce(0) { sum, window in
            let log = window.likelihood.log(of: way)
            return log == -.infinity ? sum : sum + Self.sum(window.log, log) - window.log
        }
    }

    /// ln(e^a + e^b); an impossible word counts as very unlikely.
    private static func sum(_ a: Double, _ b: Double) -> Double {
        let most = max(a, b)
        return most + log(exp(max(a, -1e3) - most) + exp(b - most))
    }
}

extension PronunciationSearch {
    /// The words said in a recording, each with the frames around it; none if one of them is not in
    /// the dictionary.
    private func windows(
        of recording: HeardSpeaker.Heard, _ speaker: String, errors: Set<String>
    ) -> [Window] {
        guard let tokens = recording.utterances.first?.frames.tokens else { return [] }
        let frames = TokenFrames(
            tokens: tokens, values: recording.utterances.flatMap(\.frames.values))
        let letters = recording.row.letters.map(\.description)
        let isSpelled = letters == recording.row.transcript.map { $0.uppercased() }
        let words = recording.row.transcript.map { said -> String? in
            if isSpelled, let letter = said.first.flatMap({ Letter($0) }) {
                return namesOf[letter]?.first
            }
            let word = said.lowercased()
            return ways[word] == nil ? nil : word
        }
        let known = words.compactMap(\.self)
        guard known.count == words.count, !known.isEmpty,
            let blank = tokens.firstIndex(of: TokenFrames.blank)
        else { return [] }
        func places(_ way: [String]) -> [Int] { way.compactMap { tokens.firstIndex(of: $0) } }
        let paths = known.map { places(ways[$0]?.first ?? []) }
        let ends =
            known.count == 1
            ? [frames.frames - 1]
            : ForcedAlignment.ends(of: paths, in: frames, blank: blank)
        guard let ends else { return [] }
        return known.indices.map { index in
            let first = index > 0 ? ends[index - 1] + 1 : 0
            let last = index == known.count - 1 ? frames.frames : ends[index] + 1
            let likelihood = TokenLikelihood(frames, frames: first..<max(last, first), blank: blank)
            // A spelled letter may have been said by any of its names.
            let candidates =
                isSpelled
                ? recording.row.letters[index].description.first.flatMap { Letter($0) }
                    .flatMap { namesOf[$0] } ?? [] : [known[index]]
            let logs = candidates.map { name in
                (ways[name] ?? []).map { likelihood.log(of: places($0)) }
                    .reduce(-1e3) { Self.sum($0, $1) }
            }
            let best = logs.indices.max { logs[$0] < logs[$1] } ?? 0
            return Window(
                word: candidates.indices.contains(best) ? candidates[best] : known[index],
                speaker: speaker, path: recording.row.path,
                isError: errors.contains(recording.row.path), likelihood: likelihood,
                log: logs.max() ?? -1e3,
                phones: Self.greedy(frames, first..<max(last, first), blank: blank))
        }
    }

    /// The heard phones of words, by the dictionary's likeliest way to say each. Names of letters
    /// are left out: the net has a token for each.
    func phones(of speakers: [HeardSpeaker]) -> PhoneTally {
        let letters = Set(namesOf.values.joined())
        var tally = PhoneTally()
        for speaker in speakers {
            for recording in speaker.recordings {
                guard let tokens = recording.utterances.first?.frames.tokens else { continue }
                for window in windows(of: recording, speaker.name, errors: [])
                where !letters.contains(window.word) {
                    let said = (ways[window.word] ?? []).max { first, second in
                        let places = [first, second].map { way in
                            way.compactMap { tokens.firstIndex(of: $0) }
                        }
                        return window.likelihood.log(of: places[0])
                            < window.likelihood.log(of: places[1])
                    }
                    guard let said else { continue }
                    tally.add(said: said, heard: window.phones.map { tokens[$0] })
                }
            }
        }
        return tally
    }

    /// The likeliest phone of each frame, letters aside, without blanks and repetitions.
    private static func greedy(_ frames: TokenFrames, _ range: Range<Int>, blank: Int) -> [Int] {
        let usable = frames.tokens.indices.filter {
            $0 == blank || frames.tokens[$0].first?.isLowercase == true
        }
        var phones: [Int] = []
        var last = blank
        for frame in range {
            guard let best = usable.max(by: { frames[frame, $0] < frames[frame, $1] }) else {
                continue
            }
            if best != blank, best != last { phones.append(best) }
            last = best
        }
        return phones
    }
}

/// The most probable way to place words in frames (Viterbi, over the states of connectionist
/// temporal classification).
enum ForcedAlignment {
    /// The last frame of each word; nil if there are too few frames.
    ///
    /// - Parameter words: the tokens of each word.
    static func ends(of words: [[Int]], in frames: TokenFrames, blank: Int) -> [Int]? {
        var states = [blank]
        var owners = [-1]
        for (word, tokens) in words.enumerated() {
            for token in tokens {
                states += [token, blank]
                owners += [word, -1]
            }
        }
        guard frames.frames >= states.count / 2, states.count > 1 else { return nil }
        var best = [Double](repeating: -.infinity, count: states.count)
        best[0] = Double(frames[0, blank])
        best[1] = Double(frames[0, states[1]])
        var steps: [[Int8]] = []
        for frame in 1..<max(frames.frames, 1) {
            var next = best
            var step = [Int8](repeating: 0, count: states.count)
            for state in states.indices {
                var value = best[state]
                if state > 0, best[state - 1] > value {
                    value = best[state - 1]
                    step[state] = 1
                }
                if state > 1, states[state] != blank, states[state] != states[state - 2],
                    best[state - 2] > value
                {
                    value = best[state - 2]
                    step[state] = 2
                }
                next[state] = value + Double(frames[frame, states[state]])
            }
            best = next
            steps.append(step)
        }
        var state = states.count - 1
        if best[state - 1] > best[state] { state -= 1 }
        guard best[state] > -.infinity else { return nil }
        var ends = [Int](repeating: -1, count: words.count)
        for frame in stride(from: frames.frames - 1, through: 0, by: -1) {
            if owners[state] >= 0, ends[owners[state]] < 0 { ends[owners[state]] = frame }
            if frame > 0 { state -= Int(steps[frame - 1][state]) }
        }
        return ends.contains(-1) ? nil : ends
    }
}
