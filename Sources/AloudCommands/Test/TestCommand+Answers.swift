internal import Acuity
internal import Audio
internal import Foundation
internal import HandsFree
internal import LetterSpeech
internal import Listening

extension TestCommand {
    /// The source of the answers that were chosen.
    ///
    /// - Parameters:
    ///   - stop: ends it.
    ///   - person: who answers.
    ///   - gate: closed while the microphone is not to be listened to; nil where it always is.
    static func answerSource(
        for choice: AnswerChoice, showing optotypes: OptotypeSet = .sloan,
        _ arguments: ParsedArguments, in environment: CommandEnvironment, until stop: StopRequest,
        gate: HearingGate? = nil, person: TestedPerson = TestedPerson()
    ) throws -> any AnswerSource {
        switch choice {
        case .text(let path):
            let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
            return TypedAnswers(
                try textInput(path, in: environment, until: stop),
                mapper: try HearingOptions.mapper(in: folder, environment),
                areDirections: optotypes.areDirections, stop: stop,
                complain: { environment.say("Warning: \($0)") })
        case .microphone(let device):
            let listener = try person.listener {
                try HearingOptions.listener(for: .chart, arguments, in: environment)
            }
            let microphone = try environment.instruments.microphone(device)
            stop.whenRequested { microphone.stop() }
            let heard = gate.map { GatedMicrophone(microphone, gate: $0) } ?? microphone
            return voice(from: heard, listener, in: environment)
        case .recording(let path):
            let listener = try person.listener {
                try HearingOptions.listener(for: .chart, arguments, in: environment)
            }
            return voice(
                from: try recording(path, in: environment), listener, in: environment)
        }
    }

    private static func voice(
        from source: any AudioSource, _ listener: LetterListener,
        in environment: CommandEnvironment
    ) -> VoiceAnswers {
        let answers = VoiceAnswers(source: source, listener: listener)
        answers.onMissingSound = { environment.say("Warning: \($0)") }
        return answers
    }

    private static func recording(
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
