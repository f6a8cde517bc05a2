internal import Audio
internal import CommandLineKit
internal import Evaluation
internal import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
internal import Recognition
internal import Records

/// `aloud-workbench grammar hear`: the words of a grammar in recordings, with the evidence for each, before
/// anything is accepted.
struct GrammarHearing {
    /// The words heard in one stretch of speech, as a line of JSON.
    private struct Stretch: Encodable {
        struct Word: Encodable {
            var word: String
            var confidence: Double
            var evidence: [String: Double]
        }

        var file: String
        var start: Double
        var end: Double
        var words: [Word]
    }

    private let name: String
    private let listener: LetterListener
    private let environment: CommandEnvironment

    /// - Parameters:
    ///   - name: the grammar, by its name in the folder.
    /// - Throws: an error in a file of the folders.
    init(
        _ name: String, grammars: ResourceFolder, models: ResourceFolder,
        in environment: CommandEnvironment
    ) throws {
        self.name = name
        self.environment = environment
        let file = name.hasSuffix(".gram") ? name : name + ".gram"
        let commands = SettingGrammar.allCases.first { $0.file == file }?.commands
        let grammar =
            try commands.map { try ListeningGrammar(file, in: grammars, commands: $0) }
            ?? ListeningGrammar(file, in: grammars)
        listener = try ListenerFactory(
            grammar: grammar,
            ear: ListenerFactory.Ear(
                folder: models.path, language: try HearingLanguage.of(grammars: grammars.path)),
            mapper: try PhoneticMapper(
                grammars: grammars.path, guess: environment.instruments.pronouncer),
            engines: environment.instruments.engines
        ).make()
    }

    /// Prints an object for each stretch of speech in the recordings.
    ///
    /// - Parameter page: the file for a page of the stretches; nil for none.
    /// - Returns: failure if one of the recordings cannot be heard; the others are heard.
    func print(_ files: [String], page: ResultFile?) throws -> ExitStatus {
        var status = ExitStatus.success
        var view = HearingView(heading: "Heard by the grammar \(name)")
        for file in files {
            var endpointer = Endpointer()
            var segments: [SpeechSegment] = []
            do {
                let sound = try environment.instruments.recording(file, nil)
                while let chunk = try sound.read() { segments += endpointer.take(chunk.samples) }
            } catch {
                environment.say("Error: \(error)")
                status = .failure
            }
            if let last = endpointer.finish() { segments.append(last) }
            for segment in segments {
                let stretch = try hear(segment, of: file)
                try print(stretch)
                if page != nil { view.add(stretch) }
            }
            listener.forgetSession()
        }
        try page?.write(view.html)
        return status
    }

    private func hear(_ segment: SpeechSegment, of file: String) throws -> HeardStretch {
        try HeardStretch(segment, of: FileName.shown(file), by: listener, judging: false)
    }

    private func print(_ heard: HeardStretch) throws {
        let words = heard.words.map { word in
            Stretch.Word(
                word: word.word, confidence: Self.rounded(word.confidence),
                evidence: word.evidence.mapValues(Self.rounded))
        }
        let stretch = Stretch(
            file: heard.file, start: Self.rounded(heard.segment.start),
            end: Self.rounded(heard.segment.end), words: words)
        try environment.output.write(stretch.jsonText + "\n")
    }

    private static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}
