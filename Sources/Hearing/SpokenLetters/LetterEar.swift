public import Acuity
internal import Audio
internal import Foundation
internal import Grammar
internal import PhoneticMapping
package import Recognition
internal import SpeechEncoder
internal import SphinxRecognizer

/// Hears the letters and directions that somebody speaks. Not thread-safe: one owner.
///
///     let ear = try LetterEar(.etdrs, grammars: "grammars", models: "models")
///     for answer in try ear.answers(in: samples) { print(answer.meaning, answer.start) }
///
/// Sound is mono at 16,000 Hz, with samples of -1...1.
public final class LetterEar {
    /// The letters or directions to listen for: those of `LetterChoice`, as a type of its own, because a
    /// user of this library does not import its inner modules.
    public enum Choice: String, CaseIterable, Sendable {
        /// The ten letters of Sloan's set; any other letter is heard as the most similar of them.
        case etdrs
        /// All 26.
        case alphabet
        /// All 26 for reading a chart: Sloan's ten, and the other sixteen if they are plainly said.
        case chart
        /// The four letters of children's tests.
        case hotv
        /// Up, down, left and right.
        case directions
        /// The four directions and the diagonals between them.
        case diagonals
    }

    /// The letters or directions that it listens for.
    public let choice: Choice
    package let listener: LetterListener
    private var endpointer = Endpointer()
    /// The second of the live sound at which the person was forgotten last.
    private var forgottenAt = 0.0

    /// - Parameters:
    ///   - choice: the letters to listen for.
    ///   - grammars: the folder of grammars and dictionaries, `grammars` of this package for
    ///     English, and a folder in it for another language, such as `grammars/de`.
    ///   - models: the folder of the models, `models` of this package.
    /// - Throws: an error that names the file that is missing or damaged.
    public init(_ choice: Choice, grammars: String, models: String) throws {
        func bytes(_ name: String) throws -> (bytes: [UInt8], file: String) {
            let path = "\(grammars)/\(name)"
            guard let data = FileManager.default.contents(atPath: path) else {
                throw UnreadableFile(path: path)
            }
            return (Array(data), path)
        }
        self.choice = choice
        let words = try bytes("letters.dict")
        let grammar = try bytes("\(choice.rawValue).gram")
        listener = try ListenerFactory(
            grammar: ListeningGrammar(
                bytes: grammar.bytes, file: grammar.file,
                dictionary: PronunciationDictionary.load(bytes: words.bytes, file: words.file),
                commands: SpokenCommand.allCases.map(\.rawValue)),
            ear: ListenerFactory.Ear(
                folder: models, language: HearingLanguage.of(grammars: grammars)),
            mapper: PhoneticMapper(grammars: grammars, guess: NoGuess()),
            engines: ListenerFactory.Engines(
                encoder: { try SpeechEncoder(contentsOf: $0) },
                search: { try TokenSearch(model: $1, grammar: $0, letters: $2) })
        ).make()
    }

    /// The answers in a whole recording, in order.
    ///
    /// - Returns: answers with times in seconds of the recording.
    /// - Throws: an error of the search.
    public func answers(in recording: [Float]) throws -> [Answer] {
        listener.forgetSession()
        return try SpeechSegment.all(in: recording).flatMap { try answers(to: $0) }
    }

    /// Takes the next samples of a live sound.
    ///
    /// - Returns: the answers that have ended, with times in seconds since the first sample.
    /// - Throws: an error of the search.
    public func take(_ samples: [Float]) throws -> [Answer] {
        try endpointer.take(samples).flatMap { try liveAnswers(to: $0) }
    }

    /// Ends a live sound; the next one begins at 0 s.
    ///
    /// - Returns: the answers that were not given yet.
    /// - Throws: an error of the search.
    public func finish() throws -> [Answer] {
        let last = try endpointer.finish().map { try liveAnswers(to: $0) } ?? []
        endpointer = Endpointer()
        forgottenAt = 0
        return last
    }

    /// Forgets the person: somebody else speaks from now on.
    public func forget() {
        listener.forgetSession()
        forgottenAt = endpointer.time
    }

    private func liveAnswers(to segment: SpeechSegment) throws -> [Answer] {
        // The person who was forgotten was still speaking.
        defer { if segment.start < forgottenAt { listener.forgetSession() } }
        return try answers(to: segment)
    }

    private func answers(to segment: SpeechSegment) throws -> [Answer] {
        try listener.answers(in: segment).map(Answer.init)
    }
}

extension LetterEar {
    /// One answer of a person.
    public struct Answer: Sendable, Equatable {
        /// The meaning of an answer.
        public enum Meaning: Sendable, Equatable {
            case letter(Letter)
            case direction(Direction)
            /// "I can't see it", or "I can't see any".
            case cannotSee
            /// A command of a test: "again", "correction", "pause", "resume" or "stop".
            case command(String)
            /// Speech that may be an answer: ask again.
            case unclear
        }

        /// The meaning.
        public let meaning: Meaning
        /// The start of the answer, seconds.
        public let start: Double
        /// The end of the answer, seconds.
        public let end: Double
        /// The probability that it is this answer, 0...1.
        public let confidence: Double
        /// The words, as they were heard.
        public let heard: String

        init(_ spoken: SpokenAnswer) {
            meaning =
                switch spoken.kind {
                case .letter(let letter): .letter(letter)
                case .direction(let direction): .direction(direction)
                case .command(.cannotSee), .command(.cannotSeeAny): .cannotSee
                case .command(let command): .command(command.rawValue)
                case .unclear: .unclear
                }
            start = spoken.time?.lowerBound ?? 0
            end = spoken.time?.upperBound ?? 0
            confidence = spoken.confidence
            heard = spoken.heard
        }
    }
}

/// An error: a file of the folder of grammars cannot be read.
private struct UnreadableFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): the file cannot be read. Give the folder of the grammars." }
}

/// The dictionary has the names of all letters, so no sound is guessed.
private struct NoGuess: Pronouncing {
    func pronunciation(of word: String) -> Pronunciation? { nil }
}
