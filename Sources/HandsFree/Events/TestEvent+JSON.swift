internal import Acuity

extension TestEvent {
    /// The event as one JSON object, which is one line of the JSON Lines of a test.
    public var json: JSONValue {
        switch self {
        case .present(let shown):
            [
                "event": "present", "line": .integer(shown.line),
                "logMAR": .number(shown.size.value), "letters": .string(shown.letters.text),
            ]
        case .answer(let line, let position, let answer, let clock):
            .object(Self.members(line, position, answer, clock))
        case .correction(let line, let position):
            ["event": "correction", "line": .integer(line), "position": .integer(position)]
        case .override(let line, let position, let response):
            [
                "event": "override", "line": .integer(line), "position": .integer(position),
                "letter": Self.json(response),
            ]
        case .askAgain(let line, let positions):
            [
                "event": "askAgain", "line": .integer(line),
                "positions": .array(positions.map(JSONValue.integer)),
            ]
        case .line(let line, let right):
            ["event": "line", "line": .integer(line), "right": .integer(right)]
        case .pause(let reason): ["event": "pause", "reason": .string(reason.rawValue)]
        case .resume: ["event": "resume"]
        case .trouble(let reason): ["event": "trouble", "reason": .string(reason)]
        case .recovered: ["event": "recovered"]
        case .result(let report): report.json
        }
    }

    private static func json(_ response: Response) -> JSONValue {
        switch response {
        case .named(let letter): .string(letter.description)
        case .missed: .null
        }
    }

    private static func members(
        _ line: Int, _ position: Int, _ answer: HeardAnswer, _ clock: Double?
    ) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("event", "answer"), .init("line", .integer(line)),
            .init("position", .integer(position)),
        ]
        switch answer.response {
        case .named(let letter): members.append(.init("letter", .string(letter.description)))
        case .missed: members += [.init("letter", .null), .init("missed", true)]
        }
        members += [
            .init("confidence", .rounded(answer.confidence)), .init("heard", .string(answer.heard)),
        ]
        if let time = answer.time {
            members += [
                .init("start", .rounded(time.lowerBound)), .init("end", .rounded(time.upperBound)),
            ]
        }
        if let clock { members.append(.init("clock", .rounded(clock))) }
        return members
    }
}
