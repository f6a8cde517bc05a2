internal import Acuity
internal import CommandLineKit
internal import PhoneticMapping
internal import Platform

extension SpokenTestEvaluation {
    /// Maximum numbers of people without all letters, and of misheard letters, that are named.
    private static let mostNamed = 12

    /// The evaluation as tables for people.
    var text: String {
        EvaluationWords.text([
            [measured], tableLines, summaryLines, mistakeLines, lackingLines,
            EvaluationWords.unread(unread),
        ])
    }

    private var measured: String {
        let each = testsEach > 1 ? ", \(tests.count.counting("test"))" : ""
        let seconds = Int(all.seconds.rounded())
        return "\(people.count) \(people.count == 1 ? "person takes" : "people take") a spoken test"
            + "\(each)\(warmsUp ? " after a warm-up" : ""), \(seconds) s of sound (seed \(seed))"
    }

    /// A row for each person: the means of acuities and errors over the tests, and the sums of
    /// counts.
    private var tableLines: [String] {
        let tests = Dictionary(grouping: tests, by: \.speaker)
        return PeopleTable(people: people, showsAll: true).lines(
            [
                "person", "scored", "acuity", "said", "score", "error", "estimate", "error",
                "again", "wrong", "open", "commands", "seconds",
            ], columnsFromLeft: 2
        ) { speaker, counts in
            let tests = tests[speaker, default: []]
            func mean(_ number: (TakenTest) -> Double?) -> Double? {
                Self.mean(tests.compactMap(number))
            }
            return [
                Self.scored(tests),
                fixed(mean { $0.acuity.value }, 2), fixed(mean { $0.said.logMAR?.value }, 2),
                fixed(mean { $0.score?.value }, 2), signed(mean { $0.scoreError }),
                fixed(mean { $0.estimate?.value }, 2), signed(mean { $0.estimateError }),
            ]
                + [counts.askedAgain, counts.wrong, counts.open, counts.commands]
                .map(String.init) + [fixed(counts.seconds, 0)]
        }
    }

    /// Whether a person's tests were scored, with the reason if not: "yes", "no: letters left
    /// open", "2 of 3: "stop" heard".
    private static func scored(_ tests: [TakenTest]) -> String {
        let reasons = NotScored.allCases.filter { reason in
            tests.contains { $0.notScored == reason }
        }
        guard !reasons.isEmpty else { return "yes" }
        let count = tests.count { $0.score != nil }
        let start = tests.count == 1 ? "no" : "\(count) of \(tests.count)"
        return start + ": " + reasons.map(\.words).joined(separator: ", ")
    }

    private var summaryLines: [String] {
        let again = Self.median(tests.map { Double($0.askedAgain) })
        let seconds = Self.median(tests.map(\.seconds))
        let reasons = notScored.map { "\($0.reason.words) \($0.tests)" }
        let estimates = tests.compactMap(\.estimateError).map(abs)
        var lines = ["\(all.scored) of \(tests.count.counting("test")) scored"]
        if !reasons.isEmpty { lines[0] += "; not scored: " + reasons.joined(separator: ", ") }
        lines += people.headlines
        lines.append(
            "at the median \(fixed(again, 0)) letters asked again, \(fixed(seconds, 0)) s")
        if let worst, let error = worst.scoreError {
            lines.append("worst score: \(worst.speaker), \(signed(error)) from what was said")
        }
        if let median = Self.median(estimates), let most = estimates.max() {
            lines.append(
                "estimate in \(estimates.count.counting("test")): off by \(fixed(median, 3)) at the"
                    + " median, \(fixed(most, 3)) at most")
        }
        return lines + commandLines
    }

    private var commandLines: [String] {
        let commands = commandsHeard
        guard !commands.isEmpty else { return [] }
        return [
            "commands that nobody gave: "
                + commands.map { "\($0.command.rawValue) \($0.times)" }.joined(separator: ", ")
        ]
    }

    private var mistakeLines: [String] {
        Self.line(
            "wrong at the end", mistakes.map { "\($0.mistake) \($0.times) (\($0.speaker))" })
    }

    private var lackingLines: [String] {
        Self.line(
            "left out, because a test needs all ten letters",
            lacking.map { "\($0.speaker) (lacks \($0.letters.commaText))" })
    }

    /// A line with the first `mostNamed` items and the number of the others; no line without items.
    private static func line(_ title: String, _ all: [String]) -> [String] {
        guard !all.isEmpty else { return [] }
        let named = all.prefix(mostNamed).joined(separator: ", ")
        let rest = all.count - mostNamed
        return ["\(title): \(named)" + (rest > 0 ? " and \(rest) more" : "")]
    }
}
