internal import Acuity
internal import Audio
internal import Foundation
internal import PhoneticMapping
internal import Recognition

/// The sound of a chart reading as it was heard, before anything is known of the chart.
struct HeardChart: Codable, Sendable, Equatable {
    /// An answer that counts, or an unclear one.
    struct TimedAnswer: Codable, Sendable, Equatable {
        /// A letter, "?" for an unclear answer, or the name of a command or direction.
        var said: String
        /// The words of the grammar that it stems from.
        var heard: String
        /// The confidence, 0…1, that it was said.
        var confidence: Double
        /// The probability, 0…1, that it was an answer at all.
        var presence: Double
        /// The probability of each letter, if it was one.
        var letters: [String: Double]
        /// Seconds of the recording.
        var start: Double
        var end: Double
        /// Whether the examiner's channel was louder.
        var isExaminer = false
    }

    /// The answers in their order.
    var answers: [TimedAnswer]
    /// Speech without an answer, seconds of the recording: start and end.
    var speech: [[Double]]
    /// The length of the sound that was heard, seconds.
    var duration: Double
    /// The reason that the sound is not complete; nil if it is.
    var missing: String?
}

extension HeardChart {
    /// The answers that thresholds accept.
    ///
    /// - Parameter offset: the start of the part that was heard, seconds of the recording.
    init(_ heard: HeardRecording, at thresholds: AcceptanceThresholds, offset: Double) {
        duration = heard.duration
        missing = heard.missing.map { "\($0)" }
        var answers: [TimedAnswer] = []
        // The person may have read letters in a stretch that is too long to be heard.
        var speech = heard.skipped.map { [$0.lowerBound + offset, $0.upperBound + offset] }
        for utterance in heard.utterances {
            let own = thresholds.answers(to: utterance)
            answers += own.compactMap { TimedAnswer($0, offset: offset) }
            guard utterance.isSpeech else { continue }
            let rest = Self.speech(of: utterance, besides: own.compactMap(\.time))
            speech += rest.map { [$0.lowerBound + offset, $0.upperBound + offset] }
        }
        self.answers = answers.sorted { $0.start < $1.start }
        self.speech = speech.sorted { $0[0] < $1[0] }
    }

    /// Half the length of speech that is recognised at a single moment, seconds; chosen.
    private static let reach = 0.15

    /// The speech of a stretch that is not part of its answers, seconds. Without an answer it is also
    /// the whole stretch.
    private static func speech(
        of utterance: UtteranceHypothesis, besides taken: [ClosedRange<Double>]
    ) -> [ClosedRange<Double>] {
        let whole = taken.isEmpty ? utterance.stretch.map { [$0] } ?? [] : []
        let talk = utterance.talk.map { time in
            let before = taken.map(\.upperBound).filter { $0 <= time.lowerBound }.max()
            let after = taken.map(\.lowerBound).filter { $0 >= time.upperBound }.min()
            return max(
                before ?? 0, time.lowerBound - reach)...min(
                    after ?? .infinity, time.upperBound + reach)
        }
        return (whole + utterance.words.map(\.time) + talk).filter { time in
            !taken.contains { $0.lowerBound < time.upperBound && time.lowerBound < $0.upperBound }
        }
    }

    /// The answers that may be for a letter of the chart, each with its index among all answers.
    var items: [(index: Int, item: ReadItem)] {
        var items: [(index: Int, item: ReadItem)] = []
        var corrects = false
        for (index, answer) in answers.enumerated() where !answer.isExaminer {
            if answer.said == SpokenCommand.correction.rawValue {
                corrects = true
                continue
            }
            guard var item = answer.item else { continue }
            item.corrects = corrects
            corrects = false
            items.append((index, item))
        }
        return items
    }
}

extension HeardChart.TimedAnswer {
    fileprivate init?(_ answer: SpokenAnswer, offset: Double) {
        guard let time = answer.time else { return nil }
        said = answer.kind.word
        heard = answer.heard
        confidence = answer.confidence
        presence = answer.presence ?? answer.confidence
        let sum = answer.posterior?.letters.values.reduce(0, +) ?? 0
        if let posterior = answer.posterior, sum > 0 {
            letters = [:]
            for (letter, chance) in posterior.letters where chance / sum >= 0.001 {
                letters[letter.description] = (chance / sum).toFourDigits
            }
        } else if case .letter(let letter) = answer.kind {
            letters = [letter.description: 1]
        } else {
            letters = [:]
        }
        start = time.lowerBound + offset
        end = time.upperBound + offset
    }

    /// The letter, if it is one.
    var letter: Letter? { said.count == 1 ? said.first.flatMap { Letter($0) } : nil }

    fileprivate var item: ReadItem? {
        let kind: ReadItem.Kind
        switch said {
        case "?": kind = .unclear
        case SpokenCommand.cannotSee.rawValue: kind = .pass
        case SpokenCommand.cannotSeeAny.rawValue: kind = .passLine
        default:
            guard letter != nil else { return nil }
            kind = .letter
        }
        var chances: [Letter: Double] = [:]
        for (name, chance) in letters {
            if let letter = name.first.flatMap({ Letter($0) }) { chances[letter] = chance }
        }
        return ReadItem(
            kind: kind, letters: chances, presence: presence, time: start...max(start, end))
    }
}

extension Double {
    fileprivate var toFourDigits: Double { (self * 10_000).rounded() / 10_000 }
}

/// A part of a sound, from one time to another. It lacks sound only if the sound ends too early
/// before the end of the part.
final class PartOfSound: RecordedSource {
    private let source: any AudioSource
    private var toSkip: Int
    private var left: Int

    /// - Parameters:
    ///   - start: seconds from which the sound is heard.
    ///   - end: seconds at which it ends; nil for the end of the sound.
    init(of source: any AudioSource, from start: Double, to end: Double?) {
        self.source = source
        toSkip = Int(start * Double(speechRate))
        left = end.map { Int($0 * Double(speechRate)) - Int(start * Double(speechRate)) } ?? .max
    }

    func read() throws -> AudioChunk? {
        while left > 0, let chunk = try source.read() {
            let skipped = min(toSkip, chunk.samples.count)
            toSkip -= skipped
            let samples = Array(chunk.samples.dropFirst(skipped).prefix(left))
            guard !samples.isEmpty else { continue }
            left -= samples.count
            return AudioChunk(samples: samples, sampleRate: chunk.sampleRate)
        }
        return nil
    }

    /// The whole sound; nil if the part was read to its end.
    private var recorded: (any RecordedSource)? {
        left > 0 ? source as? any RecordedSource : nil
    }
    var path: String { recorded?.path ?? "" }
    var missingSeconds: Double { recorded?.missingSeconds ?? 0 }
    var damage: (any Error)? { recorded?.damage }
    var isCutOff: Bool { recorded?.isCutOff ?? false }
}
