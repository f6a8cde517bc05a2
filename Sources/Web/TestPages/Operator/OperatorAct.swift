package import Acuity
package import Dialogue
internal import Foundation
internal import HTTP
internal import PhoneticMapping
package import Records

/// An intervention of the operator in a running test.
package enum OperatorAct: Sendable, Equatable {
    /// Pauses the test until `resume`.
    case pause
    /// Resumes a paused test, whoever paused it.
    case resume
    /// Asks for a line again.
    case again(shown: Int)
    /// Replaces the answer to a letter of a line.
    case override(shown: Int, position: Int, Response, OverrideRemark? = nil)
    /// The patient's own answer, given by hand; nil for a letter that cannot be read. `after` is its
    /// time since the letters were shown, milliseconds; nil if the page does not say.
    case answer(shown: Int, Letter?, by: HandWay = .touched, after: Int? = nil)
    /// The patient's own answer, given by hand, which replaces the previous one; nil for a letter
    /// that cannot be read.
    case correct(shown: Int, Letter?, by: HandWay)
    /// Ends the test.
    case abort

    private struct Body: Decodable {
        var act: String
        var shown: Int?
        var position: Int?
        var letter: String?
        var reason: OverrideRemark.Reason?

        var remark: OverrideRemark? { reason.map { OverrideRemark(reason: $0) } }
    }

    /// The count of shown lines or letters when the act was made; nil if the act is for none. A
    /// line may be over before the act arrives, and the act must not count for the next one.
    package var shown: Int? {
        switch self {
        case .again(let shown), .override(let shown, _, _, _), .answer(let shown, _, _, _),
            .correct(let shown, _, _):
            shown
        case .pause, .resume, .abort: nil
        }
    }

    /// Decodes the body of a request. An override without a letter means that the letter was not
    /// seen.
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
                self = .override(shown: shown, position: position, .missed, read.remark)
                return
            }
            guard text.count == 1, let character = text.first, let letter = Letter(character) else {
                throw .malformed
            }
            self = .override(shown: shown, position: position, .named(letter), read.remark)
        default: throw .malformed
        }
    }

    /// The act with the name of the operator.
    func by(_ name: String?) -> OperatorAct {
        guard let name, case .override(let shown, let position, let response, let remark) = self
        else { return self }
        return .override(
            shown: shown, position: position, response,
            OverrideRemark(by: name, reason: remark?.reason))
    }

    /// The event for the dialogue; nil for `abort`, which does not pass through it.
    ///
    /// - Parameter awaited: what the dialogue expects. Letters given by hand come one at a time, and
    ///   only the last one of a line is final.
    package func event(_ awaited: ExpectedAnswer) -> AnswerEvent? {
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
        case .override(_, let position, let response, let remark):
            .override(position: position, response, remark)
        case .answer(_, let letter, let way, let after):
            .utterance(
                Utterance(
                    [way.answer(letter)], isFinal: awaited.isLast,
                    moment: after.map { .afterLetters($0) } ?? .unknown))
        case .correct(_, let letter, let way):
            .utterance(
                Utterance(
                    [SpokenAnswer(.command(.correction), heard: way.rawValue), way.answer(letter)],
                    isFinal: false))
        case .abort: nil
        }
    }
}

/// The way in which an answer was given by hand. The record has it instead of the words of a spoken
/// answer.
package enum HandWay: String, Sendable, Decodable {
    /// On a keyboard.
    case typed
    /// With a key on a page, or by swiping.
    case touched

    /// An answer; nil for a letter that cannot be read.
    fileprivate func answer(_ letter: Letter?) -> SpokenAnswer {
        SpokenAnswer(letter.map { .letter($0) } ?? .command(.cannotSee), heard: rawValue)
    }
}

extension ExpectedAnswer {
    /// Whether one more answer completes the request.
    fileprivate var isLast: Bool {
        if case .answers(let count, _) = self { count <= 1 } else { true }
    }
}
