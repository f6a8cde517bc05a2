internal import Acuity
internal import CommandLineKit
internal import Evaluation
internal import Foundation
package import Grammar
package import Recognition
internal import Synchronization
internal import Transcripts

/// The hearing that is tuned: how listeners are made with some parts changed.
package struct TuningEar: Sendable {
    /// Hearing without a profile.
    private let factory: ListenerFactory
    /// Reads the grammar with further ways to say words.
    private let grammar:
        @Sendable (_ variants: [(word: String, phones: [String])]) throws -> ListeningGrammar
    /// The letters that are listened for.
    let letters: LetterChoice
    /// The version of the program.
    let program: String
    /// The digest of the net.
    let model: String
    /// A digest of the program, the models, the grammars and the options.
    let deciding: String

    /// Sets each property from the parameter of its name.
    package init(
        factory: ListenerFactory,
        grammar:
            @escaping @Sendable (_ variants: [(word: String, phones: [String])]) throws
            -> ListeningGrammar,
        letters: LetterChoice, program: String, model: String, deciding: String
    ) {
        self.factory = factory
        self.grammar = grammar
        self.letters = letters
        self.program = program
        self.model = model
        self.deciding = deciding
    }

    /// The parts without a profile.
    var usual: TunedParts { TunedParts(accept: factory.thresholds.accept) }

    /// The weights of the decision without a profile.
    func answerModel() throws -> AnswerModel { try factory.answerModel() }

    /// The grammar without a profile, and the letters that its words name.
    func words() throws -> (grammar: ListeningGrammar, names: [String: Letter]) {
        (try grammar([]), factory.letterNames)
    }

    /// Makes listeners with some parts changed.
    func listeners(_ parts: TunedParts) throws -> ListenerFactory {
        let card = ProfileCard(
            name: "", made: "", program: program, model: model, letters: letters,
            accept: parts.accept,
            split: ProfileCard.Split(seed: 0, train: 0, check: 0, final: 0, finalDigest: ""))
        return try listeners(parts.profile(card))
    }

    /// Makes listeners with a profile.
    func listeners(_ profile: HearingProfile) throws -> ListenerFactory {
        factory.tuned(try grammar(profile.variants), by: profile)
    }

    /// The thresholds with some parts changed.
    func thresholds(_ parts: TunedParts) -> AcceptanceThresholds {
        factory.thresholds.accepting(from: parts.accept)
    }

    /// Directions as the letters that encode them, where directions are listened for.
    func counted(_ rows: [HeardRow]) -> [HeardRow] {
        guard let optotypes = letters.pointing else { return rows }
        return rows.map { $0.namingDirections(among: optotypes) }
    }

    /// The recordings of some speakers, read again with some parts changed.
    ///
    /// - Parameter searching: whether words are searched for again.
    func read(
        _ speakers: [HeardSpeaker], with parts: TunedParts, searching: Bool, jobs: Int
    ) throws -> [[HeardRow]] {
        guard
            let tokens = speakers.lazy.flatMap(\.recordings).flatMap(\.utterances).first?.frames
                .tokens
        else { return speakers.map { _ in [] } }
        let listeners = try listeners(parts)
        let read = try ConcurrentMap.map(
            speakers, jobs: jobs,
            with: { try listeners.makeReader(tokens: tokens, searching: searching) },
            { speaker, reader in Result { try speaker.read(with: reader, searching: searching) } })
        return try read.map { counted(try $0.get()) }
    }

    /// Some speakers, with the words that are found after a change of some parts.
    func searched(
        _ speakers: [HeardSpeaker], with parts: TunedParts, jobs: Int
    ) throws -> [HeardSpeaker] {
        guard
            let tokens = speakers.lazy.flatMap(\.recordings).flatMap(\.utterances).first?.frames
                .tokens
        else { return speakers }
        let listeners = try listeners(parts)
        let searched = try ConcurrentMap.map(
            speakers, jobs: jobs,
            with: { try listeners.makeReader(tokens: tokens, searching: true) },
            { speaker, reader in Result { try speaker.searched(by: reader) } })
        return try searched.map { try $0.get() }
    }
}

/// The recordings that a profile is tuned on, and the folder for their frames.
struct TuningRecordings: Sendable {
    /// The folder for the frames.
    let folder: String
    /// The rows of each speaker.
    let rows: [String: [ReferenceRow]]
    /// The path of the recording of a row.
    let file: @Sendable (ReferenceRow) -> String
    /// Opens the recording of a row.
    let recording: @Sendable (ReferenceRow) -> Recording
    /// The channel that is heard of each recording.
    let channel: Int?
    let jobs: Int
    /// Throws if the work must stop.
    let check: @Sendable () throws -> Void

    /// Hears some speakers, unless their results are already stored.
    ///
    /// - Returns: the speakers, and a sentence for each recording that cannot be heard.
    func hear(
        _ names: [String], by ear: TuningEar, with parts: TunedParts
    ) throws -> (speakers: [HeardSpeaker], failures: [String]) {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let factory = try ear.listeners(parts)
        let failures = Failures()
        @Sendable func hear(_ name: String, by listener: LazyListener) -> Result<
            HeardSpeaker, any Error
        > {
            Result {
                let rows = rows[name] ?? []
                let path = folder + "/" + key(of: rows, ear, parts)
                if let kept = HeardSpeaker(name, rows: rows, keptAt: path) { return kept }
                try check()
                var isWhole = true
                let speaker = HeardSpeaker(name, rows: rows, by: try listener.get(), recording) {
                    failure in
                    isWhole = false
                    failures.add(failure)
                }
                if isWhole { try speaker.keep(at: path) }
                return speaker
            }
        }
        let heard = try ConcurrentMap.map(
            names, jobs: jobs, with: { LazyListener(factory) }, { hear($0, by: $1) })
        return (try heard.map { try $0.get() }, failures.all)
    }

    /// Sentences that several threads collect.
    private final class Failures: Sendable {
        private let sentences = Mutex<[String]>([])

        func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }

        var all: [String] { sentences.withLock { $0 } }
    }

    /// A listener that is made when it is needed.
    private final class LazyListener {
        private let factory: ListenerFactory
        private var made: LetterListener?

        init(_ factory: ListenerFactory) { self.factory = factory }

        func get() throws -> LetterListener {
            if let made { return made }
            let new = try factory.make()
            made = new
            return new
        }
    }

    /// A name for the frames of some rows: another one if a recording or the hearing changes.
    private func key(of rows: [ReferenceRow], _ ear: TuningEar, _ parts: TunedParts) -> String {
        let digest = ContentDigest()
        digest.add(ear.deciding)
        digest.add("\(parts.emphasis)")
        digest.add("\(channel ?? 0)")
        for row in rows { digest.add(recordingAt: file(row)) }
        return digest.text
    }
}

extension ContentDigest {
    /// Adds a recording by its path, its size and the time of its last change.
    borrowing func add(recordingAt path: String) {
        add(path)
        let about = try? FileManager.default.attributesOfItem(atPath: path)
        add("\(about?[.size] ?? 0) \(about?[.modificationDate] ?? 0)")
    }
}
