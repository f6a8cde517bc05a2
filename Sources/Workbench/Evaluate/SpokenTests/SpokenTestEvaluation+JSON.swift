internal import Acuity
internal import PhoneticMapping
package import Records

extension SpokenTestEvaluation {
    /// The commands that were heard in all tests, and how often.
    var commandsHeard: [(command: SpokenCommand, times: Int)] {
        SpokenCommand.allCases.map { command in
            (command, tests.reduce(0) { $0 + ($1.commands[command] ?? 0) })
        }.filter { $0.1 > 0 }
    }

    /// The evaluation as one object; shares 0…1, acuities and errors in logMAR.
    package var json: JSONValue {
        var object = all.json
        object.add("people", .members(testsByPerson.map { ($0.speaker, Self.json(of: $0.tests)) }))
        object.add(
            "notScored",
            .members(notScored.map { ($0.reason.rawValue, .integer($0.tests)) }))
        object.add(
            "median",
            [
                "askedAgain": .rounded(
                    Self.median(tests.map { Double($0.askedAgain) })),
                "seconds": .rounded(Self.median(tests.map(\.seconds))),
                "estimateError": .rounded(
                    Self.median(tests.compactMap(\.estimateError).map(abs))),
            ])
        object.add("worst", .optional(worst?.speaker))
        object.add(
            "commandsHeard",
            .members(commandsHeard.map { ($0.command.rawValue, .integer($0.times)) }))
        object.add("mistakes", .array(mistakes.map(Self.json)))
        object.add(
            "leftOut", .members(lacking.map { ($0.speaker, .string($0.letters.text)) }))
        object.add("unread", .integer(unread))
        object.add("accept", .number(accept))
        object.add("seed", Int(exactly: seed).map(JSONValue.integer))
        object.add("warmedUp", .bool(warmsUp))
        object.add(
            "shares",
            .members(SpokenTestTally.shares.map { ($0.key, .share($0.count(all).value)) }))
        object.add("intervals", people.intervals)
        return object
    }

    private static func json(of tests: [TakenTest]) -> JSONValue { .array(tests.map(\.json)) }

    private static func json(
        _ mistake: (speaker: String, mistake: String, times: Int)
    ) -> JSONValue {
        [
            "person": .string(mistake.speaker), "mistake": .string(mistake.mistake),
            "times": .integer(mistake.times),
        ]
    }
}

extension SpokenTestTally {
    /// The counts.
    fileprivate var json: JSONValue {
        [
            "tests": .integer(tests), "scored": .integer(scored), "compared": .integer(compared),
            "off": .integer(off), "letters": .integer(letters), "wrong": .integer(wrong),
            "open": .integer(open), "askedAgain": .integer(askedAgain),
            "commands": .integer(commands), "seconds": .number(seconds, places: 3),
        ]
    }
}

extension TakenTest {
    /// What happened as JSON Lines, each with the person and the test.
    package var eventLines: String {
        events.map { event in
            var line: JSONValue = ["person": .string(speaker), "test": .integer(number)]
            if case .object(let members) = event {
                for member in members { line.add(member.name, member.value) }
            }
            return line.text + "\n"
        }.joined()
    }

    /// The test, without the person's name.
    fileprivate var json: JSONValue {
        var object: JSONValue = [
            "scored": .bool(score != nil), "notScored": .optional(notScored?.rawValue),
            "acuity": .rounded(acuity.value), "said": .rounded(said.logMAR?.value),
            "score": .rounded(score?.value), "error": .rounded(scoreError),
            "estimate": .rounded(estimate?.value), "estimateError": .rounded(estimateError),
            "askedAgain": .integer(askedAgain), "letters": .integer(letters),
            "wrong": .integer(wrong), "open": .integer(open),
            "mistakes": .array(lines.flatMap(\.mistakes).map(JSONValue.string)),
            "openLetters": .array(lines.flatMap(\.openLetters).map(JSONValue.string)),
            "commands": .members(
                commands.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { ($0.key.rawValue, .integer($0.value)) }),
            "seconds": .number(seconds, places: 3), "end": .string(report.end.name),
        ]
        object.add("learnt", learnt.map(JSONValue.integer))
        return object
    }
}
