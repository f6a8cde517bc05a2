internal import Acuity
internal import CommandLineKit
internal import Exam
internal import Foundation
internal import Platform
internal import RecordStore

extension RecordsCommand {
    /// `aloud records follow`.
    enum Follow: RecordsAct {
        static let right = Option<EyeCondition?>(
            "right", .choice(of: EyeCondition.self),
            help: "The condition of the right eye, which sets the limits of change: healthy, drusen"
                + " (or early AMD), AMD of any stage, late AMD.")
        static let left = Option<EyeCondition?>(
            "left", .choice(of: EyeCondition.self), help: "The condition of the left eye.")
        static let rightFrom = Option<BaselineDay?>(
            "right-from", .baselineDay,
            help:
                "The first day of a new baseline for the right eye, such as the day of an"
                + " operation; 'first' compares all tests again.")
        static let leftFrom = Option<BaselineDay?>(
            "left-from", .baselineDay,
            help: "The first day of a new baseline for the left eye, as for the right.")
        static let plan = Option<FollowUpPlan.Rhythm?>(
            "plan", .choice(of: FollowUpPlan.Rhythm.self),
            help: "How often a test is due: every 7 days, every 30 days, or every 7 days after a"
                + " treatment until a day.")
        static let noPlan = Option.flag("no-plan", help: "End the plan.")
        static let from = Option<CalendarDay?>(
            "from", .day, help: "The day of the first test of the plan (default: today).")
        static let until = Option<CalendarDay?>("until", .day, help: "The last day of the plan.")

        static let verb = Verb(
            "records follow",
            summary:
                "Choose the condition and baseline of each eye and the plan of tests of a person.",
            discussion: """
                The clinic chooses; Aloud never does. Without an option that changes something, the \
                choices are printed.

                  aloud records follow --person 1042 --right amd --plan weekly
                  aloud records follow --person 1042 --left-from 2026-05-04
                  aloud records follow --person 1042 --plan after-treatment --until 2026-09-30
                """,
            options: [
                person, right, left, rightFrom, leftFrom, plan, from, until, noPlan,
                RecordOptions.file,
            ],
            stopsOnRequest: true)

        static func check(_ arguments: ParsedArguments) throws {
            guard arguments.wasGiven(person) else {
                throw Misuse("'records follow' requires a person: '--person ID'.")
            }
            if try arguments[plan] != nil, try arguments[noPlan] {
                throw Misuse("'--plan' and '--no-plan' exclude each other; leave out one.")
            }
            if try arguments[plan] == nil, arguments.wasGiven(from) || arguments.wasGiven(until) {
                throw Misuse("'--from' and '--until' are the days of a plan: add '--plan'.")
            }
        }

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            guard var known = try RecordsCommand.person(call, person) else {
                throw NoSuchPerson()
            }
            var followUp = known.followUp ?? FollowUp()
            if let chosen = try call[right] { followUp.right = chosen }
            if let chosen = try call[left] { followUp.left = chosen }
            if let chosen = try call[rightFrom] { followUp.rightFrom = chosen.day }
            if let chosen = try call[leftFrom] { followUp.leftFrom = chosen.day }
            if let chosen = try call[plan] {
                let today = call.now.day
                followUp.plan = FollowUpPlan(
                    chosen, from: try call[from] ?? today, until: try call[until])
            }
            if try call[noPlan] { followUp.plan = nil }
            if followUp != known.followUp ?? FollowUp() {
                known.followUp = followUp
                known = try call.store.save(known, by: call.author)
            }
            try call.environment.output.write(words(known.followUp ?? FollowUp()) + "\n")
            return .success
        }

        private static func words(_ followUp: FollowUp) -> String {
            var lines = [Eye.right, .left].map {
                let baseline =
                    followUp.baselineDay(of: $0).map { " New baseline from \($0)." } ?? ""
                return "\(AcuityHistory.title(of: $0)): limits for:"
                    + " \(followUp.condition(of: $0).words).\(baseline)"
            }
            if let plan = followUp.plan {
                let end = plan.until.map { " until \($0)" } ?? ""
                lines.append("Tests are due \(plan.rhythm.words) from \(plan.from)\(end).")
            } else {
                lines.append("No tests are planned.")
            }
            return lines.joined(separator: "\n")
        }
    }

    /// `aloud records due`.
    enum Due: RecordsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "records due",
            summary: "List the tests that are due by plan, and the confirmed changes of 30 days.",
            discussion: """
                A weekly test is late after 2 days, a monthly one after 7. A plan counts each \
                finished test that has an acuity, of either eye. Each confirmed change is listed \
                once, with the time at which the clinic's webhook accepted it.
                """,
            options: [json, RecordOptions.file], stopsOnRequest: true)

        static func run(_ call: RecordsCall) throws -> ExitStatus {
            let today = call.now.day
            let due = try call.store.dueTests(on: today)
            let alerts = try call.store.changeAlerts(from: ChangeAlert.firstDay(before: today))
            try call.store.note(.search, of: nil, by: call.author)
            if try call[json] {
                for test in due { try call.emit(test) }
                for alert in alerts { try call.emit(alert) }
                return .success
            }
            var lines: [String] = []
            if !due.isEmpty {
                var table = TextTable(["due", "person", "last test", "state"], columnsFromLeft: 4)
                for test in due {
                    table.add([
                        test.due.description, test.person.titleWithID,
                        test.last?.description ?? "-",
                        test.isLate ? "late, \(test.days.counting("day"))" : "due",
                    ])
                }
                lines += table.lines
            }
            for alert in alerts {
                let taken = alert.taken.map { "sent \($0.dayAndMinute)" } ?? "not sent"
                lines.append(
                    "\(alert.test.began.day), \(alert.person.titleWithID), "
                        + "\(AcuityHistory.title(of: alert.test.eye).lowercased()):"
                        + " \(alert.change.words) (\(taken))")
            }
            if lines.isEmpty { call.say("No test is due, and no change was confirmed.") }
            try call.environment.print(lines, keepingLines: true)
            return .success
        }
    }
}

/// A choice of the day of a new baseline.
struct BaselineDay {
    /// The day of the new baseline; nil compares all tests.
    let day: CalendarDay?
}

extension ValueKind where Value == BaselineDay {
    static let baselineDay = ValueKind(
        "date", expected: "a day such as 2026-01-31, or 'first'"
    ) { text in
        text == "first" ? BaselineDay(day: nil) : CalendarDay(text).map { BaselineDay(day: $0) }
    }
}
