internal import Acuity
internal import Audio
internal import HandsFree
internal import LetterSpeech
internal import Listening
internal import SimulatedPatient

/// Starts the recogniser, and lets it hear a voice that the computer makes.
struct HearingCheck {
    let folder: ResourceFolder
    let model: String
    /// The file of weights of the second opinion.
    let weights: String
    let dictionary: String
    let instruments: Instruments
    let clock: any WaitingClock

    static let decoder = "decoder"
    static let secondOpinion = "letter net"
    static let selfTest = "speech self-test"

    /// Quiet before and after a letter, seconds: what the endpointer needs to see its end.
    static let quietSeconds = 0.6

    func findings() -> [Finding] {
        do {
            let grammar = try HearingOptions.grammar(
                LetterChoice.etdrs.grammarFile, in: folder)
            let start = clock.now()
            let recognizer = try instruments.recognizer(grammar, model)
            let milliseconds = (clock.now() - start) / .milliseconds(1)
            let ready: Finding = .ok(
                Self.decoder, "ready in \(Int(milliseconds.rounded())) ms",
                measured: [.init("milliseconds", .number(milliseconds, places: 1))])
            return [ready] + spoken(to: recognizer, held: grammar)
        } catch is GrammarProblems {
            return Self.skipped("mend the grammar or the dictionary first")
        } catch is UnreadableResource {
            return Self.skipped("restore the grammars first")
        } catch {
            return [
                .error(Self.decoder, "\(error)"),
                .skipped(Self.secondOpinion, "the decoder does not start"),
                .skipped(Self.selfTest, "the decoder does not start"),
            ]
        }
    }

    /// Where there is no use in trying.
    static func skipped(_ reason: String) -> [Finding] {
        [decoder, secondOpinion, selfTest].map { .skipped($0, reason) }
    }

    /// The ten letters of the charts, said by one of the computer's voices, each heard as it
    /// would be in a test.
    private func spoken(to recognizer: any Recognizing, held grammar: ListeningGrammar) -> [Finding]
    {
        let classifier: any LetterClassifying
        do {
            classifier = try instruments.classifier(weights)
        } catch {
            return [
                .error(Self.secondOpinion, "\(error)"),
                .skipped(Self.selfTest, "the letter net is missing"),
            ]
        }
        return [.ok(Self.secondOpinion, weights), verdict(on: recognizer, classifier, grammar)]
    }

    private func verdict(
        on recognizer: any Recognizing, _ classifier: any LetterClassifying,
        _ grammar: ListeningGrammar
    ) -> Finding {
        let voice = instruments.voice(.slt)
        do {
            let mapper = try PhoneticMapper(
                grammars: folder.path, dictionary: dictionary, guess: instruments.pronouncer)
            let listener = LetterListener(
                recognizer: recognizer, classifier: classifier,
                fusion: AnswerFusion(grammar: grammar, mapper: mapper), mapper: mapper)
            return SelfTestVerdict.finding(
                on: try Letter.sloan.map { letter in
                    (
                        said: letter,
                        heard: try Self.answers(
                            to: try voice.say(letter.description, rate: 1), listener)
                    )
                })
        } catch let error as MappingFileError {
            return .skipped(Self.selfTest, "restore \(error.file) first")
        } catch {
            return .error(Self.selfTest, "\(error)")
        }
    }

    private static func answers(
        to voice: [Float], _ listener: LetterListener
    ) throws -> [SpokenAnswer] {
        let quiet = [Float](repeating: 0, count: Int(quietSeconds * Double(speechRate)))
        var endpointer = Endpointer()
        var segments = endpointer.take(quiet + voice + quiet)
        if let last = endpointer.finish() { segments.append(last) }
        return try segments.flatMap { try listener.answers(in: $0, learning: true) }
    }
}
