public import Acuity
package import Records

/// Something that happened in a warm-up, for whoever watches it.
public enum WarmUpEvent: Sendable, Equatable {
    /// It begins with these letters, in an order that a seed draws.
    case begin([Letter], seed: UInt64)
    /// A letter is shown; `number` counts from 1.
    case show(Letter, number: Int)
    /// Something was heard for the letter; nil for what may have been a letter and was not
    /// understood.
    case heard(Letter, as: HeardAnswer?)
    /// The letter is asked for once more, in another way where `way` is a word.
    case again(Letter, way: String?)
    /// The letter is finished: whether it was understood, so that it can be learnt from, and by
    /// which word if not by its name.
    case letter(Letter, isUnderstood: Bool, way: String?)
    /// The person is told how to be heard better.
    case advice(SoundAdvice)
    /// It is over, with so many readings learnt.
    case end(WarmUpEnd, learnt: Int)
}

extension WarmUpEvent {
    /// The event as one JSON object, a line of the JSON Lines of a test.
    package var json: JSONValue {
        switch self {
        case .begin(let letters, let seed):
            Self.step(
                "begin",
                [
                    "letters": .string(letters.text),
                    "seed": Int(exactly: seed).map(JSONValue.integer) ?? .null,
                ])
        case .show(let letter, let number):
            Self.step("show", ["number": .integer(number), "letter": Self.name(letter)])
        case .heard(let letter, let answer):
            Self.step("heard", Self.heard(letter, as: answer))
        case .again(let letter, let way):
            Self.step("again", ["letter": Self.name(letter), "way": .optional(way)])
        case .letter(let letter, let isUnderstood, let way):
            Self.step(
                "letter",
                [
                    "letter": Self.name(letter), "understood": .bool(isUnderstood),
                    "way": .optional(way),
                ])
        case .advice(let advice): Self.step("advice", ["advice": .string(advice.rawValue)])
        case .end(let end, let learnt):
            Self.step("end", ["end": .string(end.rawValue), "learnt": .integer(learnt)])
        }
    }

    private static func heard(_ letter: Letter, as answer: HeardAnswer?) -> JSONValue {
        var json: JSONValue = ["letter": name(letter)]
        switch answer?.response {
        case .named(let other): json.add("as", name(other))
        case .missed: json.add("as", "pass")
        case nil: json.add("as", .null)
        }
        if let answer {
            json.add("confidence", .rounded(answer.confidence))
            json.add("heard", .string(answer.heard))
        }
        return json
    }

    private static func name(_ letter: Letter) -> JSONValue { .string(letter.description) }

    private static func step(_ name: String, _ rest: JSONValue) -> JSONValue {
        guard case .object(let members) = rest else { return rest }
        return .object(
            [JSONValue.Member("event", "warmUp"), JSONValue.Member("step", .string(name))] + members
        )
    }
}

/// Why a warm-up ended.
public enum WarmUpEnd: String, Sendable, CaseIterable {
    /// All letters were shown.
    case finished
    /// The person said "stop", or somebody clicked it away: the test begins.
    case skipped
    /// Nothing was said for long: the test begins, and knows how to wait.
    case silence
    /// The whole test is to end, or can no longer hear.
    case stopped
}
