internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Grammar
internal import PhoneticMapping
internal import Recognition
internal import Records
internal import SimulatedPatient

/// Opens the models of hearing, and lets them hear a voice that the computer makes.
struct HearingCheck {
    let folder: ResourceFolder
    let ear: ListenerMaking.Ear
    let dictionary: String
    let instruments: Instruments
    let clock: any WaitingClock

    static let ear = "hearing"
    static let selfTest = "speech self-test"

    /// Quiet before and after a letter, seconds: what the endpointer needs to see its end.
    static let quietSeconds = 0.6

    func findings() -> [Finding] {
        do {
            let grammar = try HearingOptions.grammar(
                LetterChoice.etdrs.grammarFile, in: folder)
            let mapper = try PhoneticMapper(
                grammars: folder.path, dictionary: dictionary, guess: instruments.pronouncer)
            let start = clock.now()
            let listener = try ListenerMaking(
                grammar: grammar, ear: ear, mapper: mapper, thresholds: HearingThresholds(),
                instruments: instruments
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
