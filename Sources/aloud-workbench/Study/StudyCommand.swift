internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore
internal import Records
internal import Studies

/// `aloud-workbench study`: studies of agreement and of repeatability.
enum StudyCommand: CommandOfActs {
    static let acts: [any Command.Type] = [Plan.self, Due.self, Report.self]

    static let verb = Verb(
        "study", summary: "Plan a study of agreement with another test, and evaluate it.",
        discussion: """
              aloud-workbench study plan --people 60 --other chart >form.csv
              aloud records export --format csv --output tests.csv
              aloud-workbench study due --records tests.csv form.csv
              aloud-workbench study report --records tests.csv --html study.html form.csv

            The form has a row for each eye and visit. Fill in the result of the other method \
            (logmar, seconds, or 1 in the column unusable) and, if somebody listened to Aloud's test, \
            the number of letters misheard. The identifiers of people in the form and in the records \
            are the same.
            """)

    private static let form = Argument<String>(
        "form", .file, help: "The form of 'study plan' (CSV); '-' is standard input.")
    private static let records = Option<String?>(
        "records", .file,
        help: "Aloud's tests: the CSV table of 'aloud records export'. Default: no tests yet.")
    private static let figure = Option(
        "figure", .choice(of: AloudTest.Figure.self), default: AloudTest.Figure.score.rawValue,
        help: "The result of Aloud: the score, or the estimate that allows for misheard letters.")

    /// `aloud-workbench study plan`.
    enum Plan: Command {
        private static let people = Option<Int?>(
            "people", .whole("number", in: 2...5_000),
            help: "The number of people, called S001, S002 and so on.")
        private static let list = Option<String?>(
            "list", .file,
            help: "A table of people instead: the column person and, optionally, group.")
        private static let other = Option(
            "other", .text("name"), default: "chart", help: "The name of the other method.")
        private static let visits = Option(
            "visits", .whole("number", in: 1...20), default: "2",
            help: "The number of visits of a person.")
        private static let days = Option(
            "days", .whole("number", in: 0...365), default: "7",
            help: "The days from one visit to the next.")
        private static let eyes = Option(
            "eyes", .choice(of: StudyPlan.Eyes.self), default: StudyPlan.Eyes.one.rawValue,
            help: "One eye of each person, drawn by chance, or both.")
        private static let start = Option<CalendarDay?>(
            "start", .studyDay, help: "The day of the first visit (default: today).")
        private static let seed = Option<UInt64>(
            "seed", .whole("number", in: 0...1_000_000), default: "1",
            help: "Seed of the order of the methods and of the eyes.")

        static let verb = Verb(
            "study plan", summary: "Write the form of a study: who is measured when, and how.",
            options: [people, list, other, visits, days, eyes, start, seed],
            exclusive: [["people", "list"]])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let other = try arguments[other]
            guard other != StudyVisit.aloud else {
                throw Misuse("'--other' names the method that Aloud is compared with.")
            }
            var plan = StudyPlan(
                people: try names(arguments, in: environment), other: other,
                start: try arguments[start] ?? environment.today)
            plan.visits = try arguments[visits]
            plan.days = try arguments[days]
            plan.eyes = try arguments[eyes]
            try environment.deliver(StudyForm(plan.visits(seed: try arguments[seed])).text)
            return .success
        }

        private static func names(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> [(id: String, group: String)] {
            if let path = try arguments[list] {
                return try StudyForm.people(
                    environment.console.bytes(at: path), named: FileName.shown(path))
            }
            guard let count = try arguments[people] else {
                throw Misuse("Name the people of the study by '--people' or '--list'.")
            }
            return (1...count).map { number in
                let digits = "\(number)"
                return (
                    "S" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits, ""
                )
            }
        }
    }

    /// `aloud-workbench study due`.
    enum Due: Command {
        private static let day = Option<CalendarDay?>(
            "on", .studyDay, help: "The last day that counts as due (default: today).")

        static let verb = Verb(
            "study due", summary: "Print the visits that are due, and what each lacks, as CSV.",
            arguments: [form], options: [records, day])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let results = try results(arguments, .score, in: environment)
            let day = try arguments[day] ?? environment.today
            let heading = ["due", "person", "group", "eye", "visit", "missing"]
            let rows = results.due(by: day.description).map { visit, missing in
                [
                    visit.due.description, visit.person, visit.group, visit.eye,
                    "\(visit.visit)", missing.joined(separator: ", then "),
                ]
            }
            try environment.deliver(
                ([heading] + rows).map { SeparatedValues.commaSeparated($0) }.joined())
            return .success
        }
    }

    /// `aloud-workbench study report`.
    enum Report: Command {
        private static let json = Option.flag(
            "json", help: "Print JSON Lines: an object for each figure.")
        private static let html = Option<String?>(
            "html", .file, help: "Also write a page with the plots of Bland and Altman there.")

        static let verb = Verb(
            "study report",
            summary: "Print agreement, repeatability, times and failures, for all and by group.",
            discussion: """
                The differences between Aloud and the other method are those of the first visit at \
                which both have a result. Limits of agreement have exact 95 % intervals. They are \
                printed for 20 people or more; below 50 they are marked as wide. Two eyes of a \
                person count as one for the intervals. The finished tests of an eye belong to its \
                visits in the order of time. If a visit has none, the column due decides which; a \
                test more than 30 days from each visit is refused.
                """,
            arguments: [form], options: [records, figure, json, html])

        static func run(
            _ arguments: ParsedArguments, in environment: CommandEnvironment
        ) throws -> ExitStatus {
            let page = try arguments[html].map {
                try ResultFile($0, for: "the page", sparing: [FileIdentity(try arguments[form])])
            }
            let results = try results(arguments, arguments[figure], in: environment)
            if results.strangers > 0 {
                environment.say(
                    "Note: \(results.strangers.counting("test")) of eyes that are not in the form left"
                        + " out.")
            }
            let report = StudyReport(results)
            let written = Result { try page?.write(report.html) }
            try environment.deliver(
                arguments[json]
                    ? report.figures.map { $0.jsonText + "\n" }.joined() : report.text)
            try written.get()
            return .success
        }
    }

    /// The form joined with the tests.
    private static func results(
        _ arguments: ParsedArguments, _ figure: AloudTest.Figure, in environment: CommandEnvironment
    ) throws -> StudyResults {
        let path = try arguments[form]
        let form = try StudyForm(environment.console.bytes(at: path), named: FileName.shown(path))
        let tests = try arguments[records].map { path in
            try AloudTest.read(
                environment.console.bytes(at: path), named: FileName.shown(path), figure)
        }
        return try StudyResults(form, tests ?? [:])
    }
}

extension CommandEnvironment {
    /// The day by the clock of this machine.
    fileprivate var today: CalendarDay { Moment(console.date()).day }
}

extension ValueKind where Value == CalendarDay {
    /// A day, such as 2026-01-31.
    fileprivate static let studyDay = ValueKind("date", expected: "a day such as 2026-01-31") {
        CalendarDay($0)
    }
}
