internal import Acuity
package import Records

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
