internal import Acuity
package import Audio
package import CommandLineKit
package import Exam
internal import Foundation
internal import Grammar
internal import PhoneticMapping
internal import Platform
package import Recognition
internal import Records
internal import SimulatedPatient

/// A check that opens the models and lets them hear a synthetic voice.
package struct HearingCheck {
    let folder: ResourceFolder
    let ear: ListenerFactory.Ear
    let dictionary: String
    let instruments: Instruments
    let clock: any WaitingClock

    /// Sets each property from the parameter of its name.
    package init(
        folder: ResourceFolder, ear: ListenerFactory.Ear, dictionary: String,
        instruments: Instruments, clock: any WaitingClock
    ) {
        self.folder = folder
        self.ear = ear
        self.dictionary = dictionary
        self.instruments = instruments
        self.clock = clock
    }

    static let ear = "hearing"
    static let selfTest = "speech self-test"

    /// Silence before and after a letter, seconds: the endpointer needs it.
    private static let quietSeconds = 0.6

    package func findings() -> [Finding] {
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
                Self.ear,
                "ready in \(Int(milliseconds.rounded())) ms, products by \(instruments.engines.kernel)",
                measured: MeasuredValues(milliseconds: rounded(milliseconds, places: 1)))
            return [ready, verdict(on: listener)]
        } catch is GrammarProblems {
            return Self.skipped("correct the grammar or the dictionary first")
        } catch is UnreadableResource {
            return Self.skipped("restore the grammars first")
        } catch let error as MappingFileError {
            return Self.skipped("restore \(error.file) first")
        } catch {
            return [
                .error(Self.ear, "\(error)"),
                .skipped(Self.selfTest, "the models do not open"),
            ]
        }
    }

    /// The findings if the check cannot run.
    package static func skipped(_ reason: String) -> [Finding] {
        [ear, selfTest].map { .skipped($0, reason) }
    }

    /// The finding on the ten letters of the charts, said by a synthetic voice and heard as in a
    /// test.
    private func verdict(on listener: LetterListener) -> Finding {
        let voice = instruments.voice(.rms)
        do {
            var times: [Duration] = []
            let heard = try Letter.sloan.map { letter in
                let sound = try voice.say(letter.description, rate: 1)
                let start = clock.now()
                defer { times.append(clock.now() - start) }
                return (said: letter, heard: try Self.answers(to: sound, listener))
            }
            return SelfTestVerdict.finding(on: heard, each: times.min() ?? .zero)
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

/// Judges how well the recogniser heard the synthetic voice.
enum SelfTestVerdict {
    /// Minimum number of right letters without a warning. Aloud's own models hear nine of the ten.
    static let usualRight = 8
    /// Minimum number of right letters without an error.
    private static let fewestRight = 5

    /// The time before the network can decide on a letter, seconds: the pause after the letter, and
    /// the delay of the sound. It is the result of `scripts/bench/delay` less the time of the
    /// network.
    private static let usualPause = 0.15
    /// Maximum time to decide on a letter, seconds. A longer one makes a person wait.
    private static let longestUsual = 0.4

    /// The finding on letters that were said, with the answers heard for each.
    ///
    /// - Parameter time: the time that hearing a letter takes on this processor, undisturbed.
    static func finding(
        on hearings: [(said: Letter, heard: [SpokenAnswer])], each time: Duration
    ) -> Finding {
        let wrong = hearings.filter { $0.heard.map(\.kind) != [.letter($0.said)] }
        let right = hearings.count - wrong.count
        let list = wrong.map { "\($0.said) as \(text(of: $0.heard))" }.joined(separator: ", ")
        let words =
            "heard \(right) of \(hearings.count) letters of a synthetic voice"
            + (list.isEmpty ? "" : " (\(list))") + "; " + speed(of: time)
        let measured = MeasuredValues(right: right, said: hearings.count)
        let advice = ": restore the models and grammars that came with Aloud"
        if right >= usualRight { return .ok(HearingCheck.selfTest, words, measured: measured) }
        if right >= fewestRight {
            return .warning(HearingCheck.selfTest, words + advice, measured: measured)
        }
        return .error(HearingCheck.selfTest, words + advice, measured: measured)
    }

    /// The speed of a processor in words. In a test a letter is heard together with earlier ones,
    /// which takes twice as long.
    private static func speed(of time: Duration) -> String {
        let seconds = usualPause + 2 * (time / .seconds(1))
        let remark = seconds <= longestUsual ? "" : ", a slow processor"
        return "letters are decided in about \(fixed(seconds, 1)) s on this processor\(remark)"
    }

    private static func text(of answers: [SpokenAnswer]) -> String {
        answers.isEmpty ? "nothing" : answers.map(\.kind.word).joined(separator: " ")
    }
}

/// Runs the check of the models in another process, because PocketSphinx 0.8 can crash on damaged
/// ones.
package struct DecoderTrial {
    let folder: ResourceFolder
    let model: String
    let dictionary: String
    /// The running program.
    let executable: String

    /// Sets each property from the parameter of its name.
    package init(folder: ResourceFolder, model: String, dictionary: String, executable: String) {
        self.folder = folder
        self.model = model
        self.dictionary = dictionary
        self.executable = executable
    }

    /// The option with which the other process runs.
    package static let option = Option.flag(
        "decoder-only",
        help: "Check only the models, in this process. Otherwise another process does, because"
            + " damaged models can crash it.")

    /// Time limit for the check, seconds.
    private static let patience = 600.0

    /// The findings of the other process; nil if it could not be started.
    package func findings() -> [Finding]? {
        let arguments = [
            "doctor", "--\(Self.option.name)", "--json",
            "--\(HearingOptions.grammars.name)", folder.path,
            "--\(HearingOptions.model.name)", model,
            "--\(HearingOptions.dictionary.name)", dictionary,
        ]
        guard let trial = try? Program(path: executable).run(arguments, within: Self.patience)
        else { return nil }
        let lines = trial.output.split(separator: UInt8(ascii: "\n"))
        let findings = lines.compactMap {
            try? JSONDecoder().decode(Finding.self, from: Data($0))
        }
        guard findings.isEmpty else { return findings }
        return [
            .error(
                HearingCheck.ear,
                "the models in \(model) are damaged and crash the program (\(trial.reason)):"
                    + " restore them from the release, or name another folder with"
                    + " '--\(HearingOptions.model.name)'"),
            .skipped(HearingCheck.selfTest, "the models are damaged"),
        ]
    }
}
