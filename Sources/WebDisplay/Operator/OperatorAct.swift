public import Acuity
internal import Foundation
internal import HandsFree
internal import LetterSpeech

/// What an operator does to a test that runs.
public enum OperatorAct: Sendable, Equatable {
    case pause
    case resume
    /// Asks for the line once more.
    case again
    /// Puts an answer in the place of what was heard for a letter of the line that is shown.
    case override(position: Int, Response)
    /// The person's own answer, given by hand.
    case answer(Letter)
    /// Ends the test.
    case abort

    private struct Body: Decodable {
        var act: String
        var position: Int?
        var letter: String?
    }

    /// What stands in the body of a request. An override without a letter means that the letter
    /// was not seen.
    ///
    /// - Throws: `Refusal.malformed`.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let read = try? JSONDecoder().decode(Body.self, from: Data(body)) else {
            throw .malformed
        }
        switch read.act {
        case "pause": self = .pause
        case "resume": self = .resume
        case "again": self = .again
        case "abort": self = .abort
        case "override":
            guard let position = read.position, (0..<100).contains(position) else {
                throw .malformed
            }
            guard let text = read.letter else {
                self = .override(position: position, .missed)
                return
            }
            guard text.count == 1, let character = text.first, let letter = Letter(character) else {
                throw .malformed
            }
            self = .override(position: position, .named(letter))
        default: throw .malformed
        }
    }

    /// What the dialogue gets for it; nil where it is none of its business.
    var event: AnswerEvent? {
        func command(_ command: SpokenCommand) -> AnswerEvent {
            .utterance(
                Utterance(
                    [SpokenAnswer(.command(command), heard: HeardAnswer.operatorsWord)],
                    isFinal: false))
        }
        return switch self {
        case .pause: command(.pause)
        case .resume: command(.resume)
        case .again: command(.again)
        case .override(let position, let response): .override(position: position, response)
        case .answer(let letter):
            .utterance(Utterance([SpokenAnswer(.letter(letter), heard: "by hand")], isFinal: true))
        case .abort: nil
        }
    }
}
