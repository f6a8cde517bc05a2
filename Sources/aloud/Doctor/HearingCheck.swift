internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Exam
internal import Grammar
internal import PhoneticMapping
internal import Recognition
internal import Records
internal import SimulatedPatient

/// Opens the models of hearing, and lets them hear a voice that the computer makes.
struct HearingCheck {
    let folder: ResourceFolder
    let ear: ListenerFactory.Ear
    let dictionary: String
    let instruments: Instruments
    let clock: any WaitingClock

    static let ear = "hearing"
    static let selfTest = "speech self-test"

    /// Quiet before and after a letter, seconds: what the endpointer needs to see its end.
    private static let quietSeconds = 0.6

    func findings() -> [Finding] {
        do {
            let grammar = try ListeningGrammar(
                LetterChoice.etdrs.grammarFile, in: folder)
            let mapper = try PhoneticMapper(
                grammars: folder.path, dictionary: dictionary, guess: instruments.pronouncer)
            let start = clock.now()
            let listener = try ListenerFactory(
                grammar: grammar, ear: ear, mapper: mapper, engines: instruments.engines
            ).make()
            let milliseconds = (clock.now() - start) / .milliseconds(1)
            let ready: Finding = .ok(
                Self.ear, "ready in \(Int(milliseconds.rounded())) ms",
                measured: [.init("milliseconds", .number(milliseconds, places: 1))])
            return [ready, verdict(on: listener)]
        } catch is GrammarProblems {
            return Self.skipped("mend the grammar or the dictionary first")
        } catch is UnreadableResource {
            return Self.skipped("restore the grammars first")
        } catch let error as MappingFileError {
            return Self.skipped("restore \(error.file) first")
        } catch {
            return [
                .error(Self.ear, "\(error)"),
                .skipped(Self.selfTest, "the models of hearing do not open"),
            ]
        }
    }

    /// Where there is no use in trying.
    static func skipped(_ reason: String) -> [Finding] {
        [ear, selfTest].map { .skipped($0, reason) }
    }

    /// The ten letters of the charts, said by one of the computer's voices, each heard as it
    /// would be in a test.
    private func verdict(on listener: LetterListener) -> Finding {
        let voice = instruments.voice(.rms)
        do {
            return SelfTestVerdict.finding(
                on: try Letter.sloan.map { letter in
                    (
                        said: letter,
                        heard: try Self.answers(
                            to: try voice.say(letter.description, rate: 1), listener)
                    )
                })
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
        return try segments.flatMap { try listener.answers(in: $0) }
    }
}

/// Judges how well the recogniser heard the computer's voice.
enum SelfTestVerdict {
    /// The models and grammars that come with Aloud hear nine of the ten letters of the voice, which
    /// is not a person's.
    static let usualRight = 8
    /// With fewer the recogniser hears hardly anything; by chance it would be one.
    private static let fewestRight = 5

    /// What was said, letter by letter, and what was heard each time.
    static func finding(on hearings: [(said: Letter, heard: [SpokenAnswer])]) -> Finding {
        let wrong = hearings.filter { $0.heard.map(\.kind) != [.letter($0.said)] }
        let right = hearings.count - wrong.count
        let list = wrong.map { "\($0.said) as \(text(of: $0.heard))" }.joined(separator: ", ")
        let words =
            "\(right) of \(hearings.count) letters of a synthetic voice heard"
            + (list.isEmpty ? "" : " (\(list))")
        let measured: [JSONValue.Member] = [
            .init("right", .integer(right)), .init("said", .integer(hearings.count)),
        ]
        let advice = "; take the models and the grammars that came with Aloud"
        if right >= usualRight { return .ok(HearingCheck.selfTest, words, measured: measured) }
        if right >= fewestRight {
            return .warning(HearingCheck.selfTest, words + advice, measured: measured)
        }
        return .error(HearingCheck.selfTest, words + advice, measured: measured)
    }

    private static func text(of answers: [SpokenAnswer]) -> String {
        answers.isEmpty ? "nothing" : answers.map(\.kind.word).joined(separator: " ")
    }
}
