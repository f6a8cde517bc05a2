internal import Acuity
internal import Audio
internal import Foundation
internal import HandsFree
internal import LetterSpeech
internal import Listening

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
        case .recording(let path): sound = try recording(path, in: environment)
        }
        let voice = try voice(
            of: TestedPerson(), from: sound, showing: optotypes, arguments, in: environment)
        return optotypes.areDirections ? DirectionAnswers(voice, among: optotypes) : voice
    }

    /// Answers that are typed.
    static func typed(
        _ path: String, _ optotypes: OptotypeSet, _ arguments: ParsedArguments,
        in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> TypedAnswers {
        let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
        return TypedAnswers(
            try textInput(path, in: environment, until: stop),
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
        answers.onMissingSound = { environment.say("Warning: \($0)") }
        return answers
    }

    static func recording(
        _ path: String, in environment: CommandEnvironment
    ) throws -> any AudioSource {
        guard path == "-" else { return try environment.instruments.recording(path) }
        let input = environment.input
        return RawPCMSource(name: "standard input") { try input.read(upTo: $0) }
    }

    private static func textInput(
        _ path: String, in environment: CommandEnvironment, until stop: StopRequest
    ) throws -> any ByteInput {
        if path == "-" { return environment.input }
        return try FileInput(path, stop: stop)
    }
}
