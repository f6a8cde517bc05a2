internal import Acuity
internal import RecordStore

extension Schema {
    private static let personFields: [Member] = [
        Member("id", .optional(.text(.line)), "The clinic's identifier, such as a chart number."),
        Member("name", .optional(.text(.line))),
        Member("birthDate", .optional(.text(.day)), "The day of birth, not in the future."),
        Member(
            "followUp", .optional(followUp),
            "How the clinic follows the person; left out in a change to leave it as it is."),
    ]

    private static let testFields: [Member] = [
        Member("id", .text(.id), required: true),
        Member("person", .optional(.text(.id)), required: true),
        Member("sitting", .text(.id), required: true, "Shared by the tests of both eyes."),
        Member("state", .choice(TestState.allCases.map(\.rawValue)), required: true),
        Member("began", .text(.moment), required: true),
        Member("ended", .optional(.text(.moment)), required: true),
        Member("version", .whole(1...Int(Int32.max)), required: true),
        Member("eye", .choice(["right", "left", "both"]), required: true),
        Member("procedure", .text(.any), required: true),
        Member("correction", .optional(correction), required: true),
        Member("distanceMetres", .number, required: true),
        Member("logMAR", .optional(.number), required: true),
        Member(
            "bound", .optional(.choice(["exact", "orBetter", "worse"])), required: true,
            "The meaning of logMAR: exact, at least this good, or worse."),
        Member("letters", .optional(.whole(-100...200)), required: true, "ETDRS letters."),
        Member(
            "estimate", .optional(.number), required: true,
            "From all answers, logMAR; null if an end of its interval is open."),
        Member(
            "low", .optional(.number), required: true,
            "The 95 % interval of the estimate; null for an open end."),
        Member("high", .optional(.number), required: true),
        Member("outcome", .text(.any), required: true, "The result in words."),
        Member(
            "enteredName", .text(.any),
            "The name or number that was typed at the lane, of a test without a person."),
        Member(
            "change", .text(.any),
            "The comparison with the baseline of the person's earlier tests, in words; left out, as the"
                + " members below, of a test that is not compared."),
        Member("changeState", .choice(["unchanged", "once", "confirmed"])),
        Member("changeDirection", .choice(["worse", "better"]), "Left out without a change."),
        Member("series", .text(.id), "The first test of the series."),
        Member("baseline", .number, "The mean of the first tests of the series, logMAR."),
        Member("limit", .number, "The largest change that chance explains, logMAR."),
        Member("since", .text(.day), "The day since which the state holds."),
        Member(
            "condition", condition, "The condition of the eye, which sets the limit."),
        Member(
            "isMeasured", .flag,
            "Whether the screen was measured, so that letters had their true size; absent without a"
                + " screen."),
        Member(
            "quantity", .choice(["contrast"]),
            "Left out for a test of acuity. A test of contrast has no acuity and no estimate."),
        Member("logCS", .number, "The contrast sensitivity; left out without one."),
        Member("logCSLow", .number, "The 95 % interval of logCS."),
        Member("logCSHigh", .number),
        Member("faintLetters", .whole(0...200), "Letters right of a low-contrast chart."),
        Member("difference", .number, "From the first test of a series of contrast."),
        Member("conditions", .text(.any), required: true),
        Member("remarks", .list(.text(.any)), required: true),
    ]

    private static let condition = Schema.choice(EyeCondition.allCases.map(\.rawValue))

    private static let followUp = Schema.object([
        Member(
            "right", .optional(condition),
            "The condition of the right eye, which sets the limits of change."),
        Member("left", .optional(condition)),
        Member(
            "rightFrom", .optional(.text(.day)),
            "The day from which tests of the right eye have a new baseline."),
        Member("leftFrom", .optional(.text(.day))),
        Member(
            "plan",
            .optional(
                .object([
                    Member(
                        "rhythm", .choice(FollowUpPlan.Rhythm.allCases.map(\.rawValue)),
                        required: true),
                    Member("from", .text(.day), required: true, "The first test is due then."),
                    Member("until", .optional(.text(.day)), "The last day of the plan."),
                ])), "When tests are due."),
    ])

    static let correction = Schema.choice(Correction.allCases.map(\.rawValue))

    private static func page(of name: String) -> Schema {
        .object([
            Member("items", .list(.named(name)), required: true),
            Member(
                "next", .optional(.text(.id)), required: true,
                "The value of 'after' for the next page; null at the end."),
        ])
    }

    /// The forms that others refer to, by name.
    static let named: [String: Schema] = [
        "PersonFields": .object(personFields),
        "Person": .object(
            [
                Member("key", .text(.id), required: true, "Aloud's own identifier."),
                Member("version", .whole(1...Int(Int32.max)), required: true),
            ] + personFields),
        "People": page(of: "Person"),
        "Search": .object([
            Member(
                "text", .optional(.text(.words)),
                "A part of the name, or the beginning of the clinic's identifier."),
            Member("from", .optional(.text(.day)), "The first day of a test."),
            Member("through", .optional(.text(.day)), "The last day of a test."),
            Member("after", .optional(.text(.id))),
            Member("limit", .optional(.whole(1...500))),
        ]),
        "Reason": .object([Member("reason", .text(.line), required: true)]),
        "Erased": .object([Member("tests", .whole(0...Int(Int32.max)), required: true)]),
        "Formats": .object([
            Member(
                "items",
                .list(
                    .object([
                        Member("name", .text(.line), required: true),
                        Member("summary", .text(.line), required: true),
                        Member("readers", .text(.line), required: true, "Its readers."),
                        Member("test", .optional(.named("FileType")), required: true, "Of a test."),
                        Member("list", .optional(.named("FileType")), required: true, "Of tests."),
                    ])), required: true)
        ]),
        "FileType": .object([
            Member("mediaType", .text(.line), required: true, "For the header Accept."),
            Member(
                "ending", .optional(.text(.line)), required: true,
                "Of the file's name; null for an answer of several parts."),
        ]),
        "TestSummary": .object(testFields),
        "Tests": page(of: "TestSummary"),
        "Test": .object([
            Member("summary", .named("TestSummary"), required: true),
            Member("test", .named("StoredTest"), required: true),
            Member("report", .text(.any), required: true, "The result in lines of text."),
            Member("events", .whole(0...Int(Int32.max)), required: true),
            Member("hasSound", .flag, required: true),
        ]),
        "Card": .open([
            Member("reports", .list(.open([])), required: true, "Of each eye, for the page."),
            Member("person", .optional(.text(.any)), required: true),
            Member("date", .text(.any), required: true),
            Member(
                "tests",
                .list(
                    .object([
                        Member("id", .text(.id), required: true),
                        Member("eye", .choice(Eye.allCases.map(\.rawValue)), required: true),
                    ])), required: true),
        ]),
        "StoredTest": .open([
            Member("id", .text(.id), required: true),
            Member("person", .optional(.text(.id))),
            Member("sitting", .text(.id), required: true),
            Member("state", .choice(TestState.allCases.map(\.rawValue)), required: true),
            Member("began", .text(.moment), required: true),
            Member("ended", .optional(.text(.moment))),
            Member("circumstances", .open([]), required: true),
            Member("record", .named("Record"), required: true),
            Member("version", .whole(1...Int(Int32.max)), required: true),
            Member(
                "instance", .optional(.whole(1...1_000_000)),
                "Its number among the tests of its person, for good."),
        ]),
        "Record": .open([
            Member("version", .whole(1...1), required: true, "Of the result: 'docs/events.md'."),
            Member("setup", .open([]), required: true, "The eye, the distance, the procedure."),
            Member("score", .open([]), required: true, "The acuity, with all lines."),
            Member("estimate", .optional(.open([])), "The acuity from all answers."),
            Member("lettersAskedAgain", .whole(0...Int(Int32.max)), required: true),
            Member("seconds", .number, required: true),
            Member("ended", .text(.any), required: true, "How the test ended."),
            Member("overrides", .whole(0...Int(Int32.max)), required: true),
            Member("soundsMissing", .whole(0...Int(Int32.max)), required: true),
        ]),
        "NewTest": .object([
            Member("test", .named("StoredTest"), required: true),
            Member("events", .list(.named("Event")), "All events of a test that has ended."),
        ]),
        "Event": .object([
            Member("number", .whole(0...1_000_000), required: true),
            Member("at", .text(.moment), required: true),
            Member(
                "text", .text(.any), required: true,
                "The event as JSON on one line: 'docs/events.md'."),
        ]),
        "Events": .object([Member("items", .list(.named("Event")), required: true)]),
        "NewEvent": .object([
            Member("at", .text(.moment), required: true),
            Member("text", .text(.any), required: true),
        ]),
        "Ending": .object([
            Member("state", .choice(["finished", "interrupted"]), required: true),
            Member("record", .named("Record"), required: true),
            Member("circumstances", .optional(.open([]))),
            Member("at", .text(.moment), required: true),
        ]),
        "Amendment": .object([
            Member("person", .optional(.text(.id)), "Null leaves the test without a person."),
            Member("correction", .optional(correction)),
            Member("note", .optional(.text(.line))),
            Member("state", .choice(["voided"]), "The test was a mistake."),
            Member("reason", .text(.line), required: true),
        ]),
        "Versions": .object([
            Member(
                "items",
                .list(
                    .object([
                        Member("test", .named("StoredTest"), required: true),
                        Member("changed", .text(.moment), required: true),
                        Member("by", .text(.any), required: true),
                        Member("reason", .optional(.text(.any)), required: true),
                    ])), required: true)
        ]),
        "History": .open([
            Member("person", .named("Person"), required: true),
            Member("eyes", .list(.open([])), required: true),
            Member("contrast", .list(.open([])), required: true, "Series of tests of contrast."),
            Member("running", .whole(0...Int(Int32.max)), required: true),
            Member("read", .text(.moment), required: true),
            Member("head", .text(.any), required: true),
        ]),
        "Trail": .object([
            Member("items", .list(.open([])), required: true),
            Member("next", .optional(.whole(0...Int.max >> 11)), required: true),
        ]),
        "Next": .object([
            Member("person", .optional(.text(.id))),
            Member("correction", .optional(correction)),
            Member("goesOn", .optional(.text(.id)), "An interrupted test to resume."),
            Member(
                "eyes", .optional(.list(.choice(Eye.allCases.map(\.rawValue)))),
                "The eyes in order, as the lane proposes them."),
            Member(
                "distanceMetres", .optional(.number),
                "As the lane proposes it; the lane asks if it is not 0.1 to 20."),
            Member(
                "lane", .optional(.text(.line)),
                "Another open lane, from today's list; the lane of this server by default."),
        ]),
        "Due": .object([
            Member(
                "tests",
                .list(
                    .object([
                        Member("person", .named("Person"), required: true),
                        Member(
                            "rhythm", .choice(FollowUpPlan.Rhythm.allCases.map(\.rawValue)),
                            required: true),
                        Member("due", .text(.day), required: true),
                        Member("last", .optional(.text(.day)), required: true),
                        Member("days", .whole(0...Int(Int32.max)), required: true),
                        Member(
                            "isLate", .flag, required: true,
                            "More than 2 days after the due day of a weekly test, 7 of a monthly"
                                + " one."),
                    ])), required: true),
            Member("alerts", .list(.open([])), required: true),
        ]),
        "ExpectedFields": .object(
            [Member("person", .optional(.text(.id)), "A person of the records; or:")]
                + personFields + [
                    Member("time", .optional(.text(.line)), "The time of day, such as 09:30."),
                    Member("correction", .optional(correction)),
                ]),
        "ExpectedText": .object([
            Member(
                "text", .text(.any), required: true,
                "CSV with the columns name, id, birth_date, time and correction.")
        ]),
        "ExpectedImport": .object([
            Member("added", .whole(0...Int(Int32.max)), required: true),
            Member(
                "refused",
                .list(
                    .object([
                        Member("line", .whole(1...Int(Int32.max)), required: true),
                        Member("reason", .text(.any), required: true),
                    ])), required: true),
        ]),
        "NewSignature": newSignature, "Signature": signature, "Signatures": signatures,
        "Peers": .object([
            Member(
                "items",
                .list(
                    .object([
                        Member("name", .text(.any), required: true),
                        Member("kind", .text(.any), required: true),
                        Member("address", .text(.any), required: true),
                        Member("isOn", .flag, required: true),
                        Member("waiting", .whole(0...Int(Int32.max)), required: true),
                        Member("setAside", .whole(0...Int(Int32.max)), required: true),
                        Member(
                            "uncorrected", .whole(0...Int(Int32.max)), required: true,
                            "Moved or mistaken results among them, which 'send-again' leaves."),
                        Member("oldest", .optional(.text(.moment)), required: true),
                        Member(
                            "answer", .optional(.text(.any)), required: true,
                            "The last answer that was not an acknowledgement."),
                        Member(
                            "isLate", .flag, required: true,
                            "Whether results were set aside or wait for more than 15 minutes."),
                        Member("ordersOf", .text(.moment), "The last list of orders."),
                        Member(
                            "ordersTrouble", .text(.any),
                            "The reason that there is no newer list; left out without one."),
                    ])), required: true),
            Member(
                "refused",
                .list(
                    .object([
                        Member("peer", .text(.any), required: true),
                        Member("test", .text(.id), required: true),
                        Member("version", .whole(1...1_000_000), required: true),
                        Member("at", .text(.moment), required: true),
                        Member("answer", .optional(.text(.any)), required: true),
                    ])), required: true, "Results that were set aside, at most 100."),
        ]),
        "Expected": .object([
            Member("day", .text(.day), required: true),
            Member("lane", .optional(.text(.any)), required: true, "Of this server."),
            Member(
                "lanes", .list(.text(.any)), required: true,
                "The other open lanes of these records."),
            Member(
                "lists",
                .list(
                    .object([
                        Member("peer", .text(.any), required: true),
                        Member("at", .optional(.text(.moment)), required: true),
                        Member("trouble", .text(.any), required: true),
                    ])), required: true,
                "The lists of orders of peers that do not answer, with their ages."),
            Member(
                "items",
                .list(
                    .object([
                        Member("person", .named("Person"), required: true),
                        Member("time", .optional(.text(.line)), required: true),
                        Member("correction", .optional(correction), required: true),
                        Member(
                            "state",
                            .choice(["waiting", "chosen", "sent", "taken", "running", "tested"]),
                            required: true),
                        Member(
                            "sentTo", .text(.any),
                            "The lane that a waiting test is sent to, or that has taken it."),
                        Member("since", .text(.any), "The time at which that lane took it, 09:30."),
                        Member(
                            "tests", .list(.named("TestSummary")), required: true,
                            "Finished today; none without the permission readTests."),
                    ])), required: true),
        ]),
        "Household": .open([Member("items", .list(.open([])), required: true)]),
        "NextTest": .open([Member("words", .optional(.text(.any)), required: true)]),
        "Problem": .open([
            Member("type", .text(.any), required: true),
            Member("title", .text(.any), required: true),
            Member("status", .whole(400...599), required: true),
            Member("code", .text(.any)),
            Member("errors", .list(.open([]))),
        ]),
    ]
}
