internal import Foundation
internal import HandsFree
internal import LetterSpeech

extension TestCommand {
    // The one place where answer sources are made: sound is to be wired in here.
    /// The source of the answers that were chosen.
    static func answerSource(
        for choice: AnswerChoice, _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> any AnswerSource {
        switch choice {
        case .text(let path):
            let folder = try environment.grammars(named: try arguments[ResourceFolder.option])
            return TypedAnswers(
                try textInput(path, in: environment),
                mapper: try HearingOptions.mapper(in: folder, environment),
                stop: environment.stop)
        case .microphone, .recording:
            throw AnswersNotHeard()
        }
    }

    private static func textInput(
        _ path: String, in environment: CommandEnvironment
    ) throws -> any ByteInput {
        if path == "-" { return environment.input }
        return try FileInput(path, stop: environment.stop)
    }
}

/// Sound is not connected to the test.
struct AnswersNotHeard: Error, CustomStringConvertible {
    let description =
        "The test cannot listen to sound. Give the answers as text with '--answers -'."
}
