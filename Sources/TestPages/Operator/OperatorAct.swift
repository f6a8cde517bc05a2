public import Acuity
package import Dialogue
internal import Foundation
internal import PhoneticMapping

/// What an operator does to a test that runs.
public enum OperatorAct: Sendable, Equatable {
    /// Stops the test until `resume`.
    case pause
    /// Lets a test that is paused go on, whoever paused it.
    case resume
    /// Asks for a line once more.
    case again(shown: Int)
    /// Puts an answer in the place of what was heard for a letter of a line.
    case override(shown: Int, position: Int, Response)
    /// The person's own answer, given by hand.
    case answer(shown: Int, Letter)
    /// Ends the test.
    case abort

    private struct Body: Decodable {
        var act: String
        var shown: Int?
        var position: Int?
        var letter: String?
    }

    /// Which of all that was shown it is meant for, as the pages are told; nil where it is for
    /// none. A line may be over before the act arrives, and what was meant for one letter would be
    /// taken for another.
    package var shown: Int? {
        switch self {
        case .again(let shown), .override(let shown, _, _), .answer(let shown, _): shown
        case .pause, .resume, .abort: nil
        }
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
        case "again":
            guard let shown = read.shown else { throw .malformed }
            self = .again(shown: shown)
        case "abort": self = .abort
        case "override":
            guard let shown = read.shown, let position = read.position,
                (0..<100).contains(position)
            else { throw .malformed }
            guard let text = read.letter else {
                self = .override(shown: shown, position: position, .missed)
                return
            }
            guard text.count == 1, let character = text.first, let letter = Letter(character) else {
                throw .malformed
            }
            self = .override(shown: shown, position: position, .named(letter))
        default: throw .malformed
        }
    }

    /// What the dialogue gets for it; nil where it is none of its business.
    package var event: AnswerEvent? {
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
        case .override(_, let position, let response): .override(position: position, response)
        case .answer(_, let letter):
            .utterance(Utterance([SpokenAnswer(.letter(letter), heard: "by hand")], isFinal: true))
        case .abort: nil
        }
    }
}
