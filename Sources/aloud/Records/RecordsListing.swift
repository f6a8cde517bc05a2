internal import Acuity
internal import CommandLineKit
internal import Contrast
internal import Exam
internal import Foundation
internal import RecordStore
internal import Records

extension RecordsCommand {
    /// `aloud records list`.
    enum List: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records list", summary: "List the tests, the latest first.",
            options: [person, search, from, through, limit, json, RecordOptions.file],
            stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let store = call.readers
            let person = try person(call, person)
            var query = TestQuery(
                person: person?.key, from: try call[from], through: try call[through],
                limit: try call[limit])
            var tests: [StoredTest] = []
            func latest() {
                tests.sort { $0.began > $1.began }
                tests = Array(tests.prefix(query.limit))
            }
            if let words = try call[search] {
                for person in try store.people(PersonQuery(text: words, limit: .max)) {
                    query.person = person.key
                    tests += try store.tests(query)
                    // A short text may find most people: memory holds few of their tests.
                    if tests.count > 2 * query.limit { latest() }
                }
                latest()
            } else {
                tests = try store.tests(query)
            }
            try store.note(.search, of: person?.key, by: call.author)
            if try call[json] {
                for test in tests { try call.emit(test) }
                return .success
            }
            var people: [RecordID: String] = [:]
            var table = TextTable(
                ["test", "began", "person", "eye", "result", "state"], columnsFromLeft: 6)
            for test in tests {
                if let key = test.person, people[key] == nil {
                    people[key] = try store.person(key)?.titleWithID ?? ""
                }
                table.add([
                    test.id.text, test.began.dayAndMinute,
                    test.person.flatMap { people[$0] } ?? "-", test.eye.rawValue, test.outcome,
                    test.state.words + (test.isAmended ? ", amended" : ""),
                ])
            }
            if tests.isEmpty { call.say("There are no such tests.") }
            try call.environment.print(tests.isEmpty ? [] : table.lines, keepingLines: true)
            return .success
        }
    }

    /// `aloud records show`.
    enum Show: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records show", summary: "Show the history of a person, or one test with its letters.",
            arguments: [testIfAny], options: [person, from, through, json, RecordOptions.file],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            try checkSubject(arguments, of: verb)
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            guard let person = try person(call, person) else { return try showTest(call) }
            let query = TestQuery(
                person: person.key, from: try call[from], through: try call[through],
                limit: AcuityHistory.mostTests)
            try call.readers.note(.view, of: person.key, by: call.author)
            if try call[json] {
                try call.emit(person)
                for test in try call.readers.tests(query) { try call.emit(test) }
                return .success
            }
            let history = try AcuityHistory(of: person, in: call.readers)
            var lines = [
                [
                    person.name, person.id.map { "identifier \($0)" },
                    person.birthDate.map { "born \($0)" },
                ].compactMap { $0 }.joined(separator: ", ")
            ]
            for series in history.eyes {
                let points = series.points.filter { query.days.contains($0.test.began) }
                guard !points.isEmpty else { continue }
                lines += ["", AcuityHistory.title(of: series.eye)]
                var table = TextTable(
                    [
                        "  began", "acuity", "logMAR", "95 % between", "letters", "correction",
                        "remarks",
                    ],
                    columnsFromLeft: 7)
                for point in points { table.add(row(point)) }
                lines += table.lines
                lines += points.compactMap { point in
                    guard let change = point.change, change.exceedsChance else { return nil }
                    return "  \(point.test.began.day): \(change.words)"
                }
                if let latest = points.last?.change, !latest.exceedsChance {
                    lines.append("  \(latest.words)")
                }
                lines.append("  Limits for: \(series.condition.words).")
                if let slope = series.slope { lines.append("  " + words(slope)) }
            }
            for series in try ContrastHistory(of: person, in: call.readers).series {
                let points = series.points.filter { query.days.contains($0.test.began) }
                guard !points.isEmpty else { continue }
                lines += ["", series.title]
                var table = TextTable(
                    ["  began", "result", "95 % between", "remarks"], columnsFromLeft: 4)
                for point in points {
                    let record = point.test.record
                    table.add([
                        "  " + point.test.began.dayAndMinute,
                        record.headline ?? record.contrast?.worse ?? "-",
                        record.contrast?.interval95.map { "\($0.lowerBound) and \($0.upperBound)" }
                            ?? "-",
                        record.setup.isCalibrated == false ? "screen not measured" : "",
                    ])
                }
                lines += table.lines
                lines += points.compactMap { point in
                    series.words(point).map { "  \(point.test.began.day): \($0)" }
                }
                lines.append("  Limits for: \(series.condition.words). \(ContrastSetup.ownNorms)")
            }
            if lines.count == 1 { lines.append("No tests.") }
            try call.environment.print(lines, keepingLines: true)
            return .success
        }

        /// The slope in words: "+0.05 logMAR a year, 95 % between +0.01 and +0.09 (8 tests)".
        private static func words(_ slope: SeriesSlope) -> String {
            func signed(_ value: Double) -> String { String(format: "%+.2f", value) }
            return "\(signed(slope.perYear)) logMAR a year, 95 % between"
                + " \(signed(slope.interval95.lowerBound)) and \(signed(slope.interval95.upperBound))"
                + " (\(slope.tests) tests)"
        }

        private static func row(_ point: AcuityHistory.Point) -> [String] {
            let (test, record) = (point.test, point.test.record)
            let remarks =
                (test.state == .finished ? [] : [test.state.words])
                + (test.isAmended ? ["amended"] : [])
                + (record.setup.isCalibrated == false ? ["screen not measured"] : [])
            return [
                "  " + test.began.dayAndMinute, record.headline ?? "-",
                point.figure?.description ?? "-",
                point.interval.map { "\($0.lowerBound) and \($0.upperBound)" } ?? "-",
                record.score.letterScore.map(String.init) ?? "-",
                test.circumstances.correction?.rawValue ?? "-", remarks.joined(separator: ", "),
            ]
        }

        private static func showTest(_ call: RecordsCall) throws -> ExitStatus {
            let test = try test(call)
            let events = try call.readers.events(of: test.id)
            let former = try call.readers.formerVersions(of: test.id)
            try call.readers.note(.view, of: test.id, by: call.author)
            if try call[json] {
                try call.emit(RecordLine(test, events: events, former: former))
                for signature in try call.store.signatures() where signature.object.covers(test) {
                    try call.emit(RecordLine(signature))
                }
                return .success
            }
            let person = try test.person.flatMap { try call.readers.person($0) }
            let about = test.circumstances
            var lines = [
                "Test        \(test.id), \(test.state.words)", "Began       \(test.began)",
            ]
            func add(_ name: String, _ value: String?) {
                guard let value else { return }
                lines.append(name + String(repeating: " ", count: 12 - name.count) + value)
            }
            add("Person", person.map(\.titleWithID))
            add("Correction", about.correction?.words)
            add(
                "Distance",
                about.distanceSource.map { "\(test.record.setup.distance), \($0.rawValue)" }
            )
            add("Examiner", about.examiner)
            add("Lane", about.lane)
            add(
                "Screen",
                about.screen.map {
                    "\($0.pixelsPerMillimetre) pixels per mm, \($0.widthMillimetres) mm"
                })
            add(
                "Sound",
                about.sound.map { sound in
                    [
                        sound.microphone, sound.level.map { "level \($0) dB" },
                        sound.noise.map { "noise \($0) dB" },
                    ].compactMap { $0 }.joined(separator: ", ")
                })
            add("Software", about.software)
            add("Model", about.model)
            add("Note", about.note)
            add("Events", "\(events.count)")
            for version in former {
                add(
                    "Amended",
                    "\(version.changed.dayAndMinute) by \(version.author.name):"
                        + " \(version.author.reason ?? "")")
            }
            var known: [SignedObject: String] = [:]
            for checked in try call.store.checkedSignatures(covering: test, known: &known) {
                add("Signed", checked.words)
            }
            try call.environment.print(lines + ["", test.record.text], keepingLines: true)
            return .success
        }
    }

    /// `aloud records people`.
    enum People: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records people", summary: "List the people, by name or identifier.",
            options: [search, from, through, limit, json, RecordOptions.file],
            stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let people = try call.readers.people(
                PersonQuery(
                    text: try call[search], from: try call[from], through: try call[through],
                    limit: try call[limit]))
            try call.readers.note(.search, of: nil, by: call.author)
            if try call[json] {
                for person in people { try call.emit(person) }
                return .success
            }
            var table = TextTable(["identifier", "name", "born"], columnsFromLeft: 3)
            for person in people {
                table.add([
                    person.id ?? "-", person.name ?? "-", person.birthDate?.description ?? "-",
                ])
            }
            if people.isEmpty { call.say("There are no such people.") }
            try call.environment.print(people.isEmpty ? [] : table.lines, keepingLines: true)
            return .success
        }
    }

    /// `aloud records trail`.
    enum Trail: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records trail",
            summary: "Print the audit trail: who did and saw what, when and why.",
            options: [limit, json, RecordOptions.file], stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let head = try call.readers.head()
            let limit = try call[limit]
            let entries = try call.readers.trail(after: max(0, head.number - limit), limit: limit)
            for entry in entries {
                if try call[json] {
                    try call.emit(entry)
                } else {
                    let words = [
                        "\(entry.number)", "\(entry.at)", entry.author.name,
                        entry.action.rawValue, entry.object?.text, entry.author.reason,
                    ]
                    try call.environment.print(
                        [words.compactMap { $0 }.joined(separator: "  ")], keepingLines: true)
                }
            }
            if try !call[json] { call.say("The trail ends at \(head).") }
            return .success
        }
    }

    /// Makes sure that a command line names either a person or a test.
    ///
    /// - Throws: `Misuse`.
    static func checkSubject(_ arguments: ParsedArguments, of verb: Verb) throws {
        guard try (arguments[testIfAny] == nil) == arguments.wasGiven(person) else {
            throw Misuse(
                "'\(verb.name)' requires '--person ID', or one test as 'records list' names it.")
        }
    }
}
