public import Acuity
public import Records

/// Something that happened in a test, for whoever watches it.
public enum TestEvent: Sendable, Equatable {
    /// Letters are shown.
    case present(Presentation)
    /// A position of a line has this answer; a later one for the same position takes its place.
    /// `clock` is how far the sound had been listened to, in seconds; nil for typed answers.
    case answer(line: Int, position: Int, HeardAnswer, clock: Double?)
    /// The answer of a position was taken back, by the person or since the letter stays open; if
    /// there is a new one, it follows as `answer`.
    case correction(line: Int, position: Int)
    /// An operator answered for a position, in place of what was heard.
    case override(line: Int, position: Int, Response)
    /// These positions, from 0, are asked for again; answers that they had no longer count. Of the
    /// unclear ones something was said that was not understood, of the others nothing.
    case askAgain(line: Int, positions: [Int], unclear: [Int] = [])
    /// A line is finished, with so many letters right.
    case line(Int, right: Int)
    /// The test is paused.
    case pause(PauseReason)
    /// The test goes on after a pause.
    case resume
    /// Answers cannot be heard for now.
    case trouble(String)
    /// Answers can be heard again.
    case recovered
    /// A piece of the sound is lost.
    case soundMissing(String)
    /// Something in the warm-up before the test.
    case warmUp(WarmUpEvent)
    /// The test is over.
    case result(TestReport)
}

extension TestEvent {
    /// The event as one JSON object, which is one line of the JSON Lines of a test.
    public var json: JSONValue {
        switch self {
        case .present(let shown): shown.json
        case .answer(let line, let position, let answer, let clock):
            .object(Self.members(line, position, answer, clock))
        case .correction(let line, let position):
            ["event": "correction", "line": .integer(line), "position": .integer(position)]
        case .override(let line, let position, let response):
            [
                "event": "override", "line": .integer(line), "position": .integer(position),
                "letter": Self.json(response),
            ]
        case .askAgain(let line, let positions, let unclear):
            Self.askAgain(line, positions, unclear)
        case .line(let line, let right):
            ["event": "line", "line": .integer(line), "right": .integer(right)]
        case .pause(let reason): ["event": "pause", "reason": .string(reason.rawValue)]
        case .resume: ["event": "resume"]
        case .trouble(let reason): ["event": "trouble", "reason": .string(reason)]
        case .recovered: ["event": "recovered"]
        case .soundMissing(let reason):
            ["event": "soundMissing", "reason": .string(reason)]
        case .warmUp(let event): event.json
        case .result(let report): report.json
        }
    }

    private static func askAgain(
        _ line: Int, _ positions: [Int], _ unclear: [Int]
    ) -> JSONValue {
        var json: JSONValue = [
            "event": "askAgain", "line": .integer(line),
            "positions": .array(positions.map(JSONValue.integer)),
        ]
        if !unclear.isEmpty { json.add("unclear", .array(unclear.map(JSONValue.integer))) }
        return json
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

extension Presentation {
    /// What is shown, as an event. Where letters differ in size, all sizes are given beside their
    /// mean, which leads a program that knows of one size alone to neither side. The kind of
    /// optotypes is given where it is not Sloan's letters, the distance where it is not the test's.
    fileprivate var json: JSONValue {
        var json: JSONValue = [
            "event": "present", "line": .integer(line), "logMAR": .number(meanSize.value),
            "letters": .string(letters.text),
        ]
        if !isOfOneSize { json.add("sizes", .array(sizes.map { .number($0.value) })) }
        if optotypes != .sloan { json.add("optotypes", .string(optotypes.rawValue)) }
        json.add("distance", distance.map { .rounded($0.metres) })
        return json
    }
}

/// Somebody who watches a test without taking part.
public protocol TestObserver: AnyObject {
    /// Is told of an event when it happens.
    func observe(_ event: TestEvent) throws
}
