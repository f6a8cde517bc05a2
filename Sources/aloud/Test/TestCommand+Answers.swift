internal import Acuity
internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Exam
internal import Foundation
internal import Platform
internal import Recognition

extension TestCommand {
    /// The source of the answers that were chosen.
    ///
    /// - Parameter stop: ends it.
    static func answerSource(
        for choice: AnswerChoice, showing optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> any AnswerSource {
        let sound: any AudioSource
        switch choice {
        case .text(let path):
            return try typed(path, optotypes, arguments, in: environment, until: stop)
        case .microphone(let device):
            sound = try microphone(device, in: environment, until: stop)
        case .recording(let path): sound = try recording(path, arguments, in: environment)
        }
        let voice = try voice(
            of: TestedPerson(), from: sound, showing: optotypes, arguments, in: environment)
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
    }

    /// Makes sure that the files that answers come from are there and hold something. A microphone
    /// may be plugged in later.
    ///
    /// - Throws: why there can be no test.
    static func checkSource(
        of choice: AnswerChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws {
        switch choice {
        case .microphone, .text("-"), .recording("-"): return
        case .text(let path): try FileInput.check(path)
        case .recording(let path):
            guard !FileInput.isPipe(path) else { return }
            // A file can have a header and no sound.
            _ = try recording(path, arguments, in: environment).read()
        }
    }

    /// Makes sure that what is listened for can be loaded, or what tells typed answers.
    ///
    /// - Throws: why there can be no test.
    static func checkHearing(
        of choice: AnswerChoice, showing optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment
    ) throws {
        guard !choice.isText else {
            let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
            _ = try HearingOptions.mapper(in: folder, environment)
            return
        }
        _ = try HearingOptions.listener(
            for: LetterChoice(toAnswer: optotypes), arguments, in: environment)
        for grammar in SettingGrammar.allCases { _ = try grammar.load(arguments, in: environment) }
    }

    /// Answers that are typed.
    static func typed(
        _ path: String, _ optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> TypedAnswers {
        let folder = try environment.grammars(named: try arguments[HearingOptions.grammars])
        return TypedAnswers(
            path == "-" ? environment.lines : LineFeed(try FileInput(path, stop: stop)),
            mapper: try HearingOptions.mapper(in: folder, environment),
            optotypes: optotypes, stop: stop,
            complain: { environment.say("Warning: \($0)") })
    }

    /// A microphone that is closed when the test ends.
    static func microphone(
        _ device: String?, in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> any LiveAudioSource {
        let microphone = try environment.instruments.microphone(device)
        stop.whenRequested { microphone.stop() }
        return microphone
    }

    /// What a person is heard to say, where letters or directions are asked for.
    static func voice(
        of person: TestedPerson, from sound: any AudioSource, showing optotypes: OptotypeSet,
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> VoiceAnswers {
        let answers = VoiceAnswers(
            source: sound,
            listener: try person.listener {
                try HearingOptions.listener(
                    for: LetterChoice(toAnswer: optotypes), arguments, in: environment)
            })
        answers.onClipping = {
            environment.say(
                "Warning: the voice drives the microphone to its limits: turn it down, or sit further"
                    + " from it.")
        }
        return answers
    }

    static func recording(
        _ path: String, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> any AudioSource {
        guard path == "-" else {
            return try ChannelOption.opening(arguments, in: environment)(path)
        }
        let input = environment.input
        return RawPCMSource(name: "standard input") { try input.read(upTo: $0) }
    }
}
