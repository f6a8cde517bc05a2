internal import RecordStore

/// A finished test of Aloud, from `aloud records export --format csv`.
package struct AloudTest: Sendable, Equatable {
    /// The person and the eye.
    package var eye: StudyEye
    /// Its beginning, ISO 8601.
    package var began: String
    /// The result, logMAR; nil if it has none, or only a bound.
    package var logMAR: Double?
    /// The length, seconds.
    package var seconds: Double?
    /// The letters shown.
    package var letters: Int
    /// The number of times that a letter was asked for again.
    package var askedAgain: Int

    /// The day of its beginning; nil if the text is not a time.
    var day: CalendarDay? { CalendarDay(String(began.prefix(10))) }

    /// The number that counts as the result of a test.
    package enum Figure: String, Sendable, CaseIterable {
        /// The score by the rule of the procedure.
        case score
        /// The estimate, which allows for misheard letters.
        case estimate
    }

    /// The tests of a table that are finished, each eye's in the order of their beginnings.
    ///
    /// - Parameters:
    ///   - name: the name of the table in messages.
    ///   - figure: the number that counts.
    /// - Throws: `StudyTableErrors` with all errors at once.
    package static func read(
        _ bytes: [UInt8], named name: String, _ figure: Figure
    ) throws(StudyTableErrors) -> [StudyEye: [AloudTest]] {
        let result = figure == .score ? "logmar" : "estimate_logmar"
        var table = try StudyTable(
            bytes, named: name,
            requiring: ["person_id", "eye", "began", "state", result, "letters_shown"])
        let tests: [AloudTest] = table.rows { cells in
            guard cells["state"] == "finished", !cells["person_id"].isEmpty else { return nil }
            let logMAR = cells.number(result, in: -1...4)
            let isBound =
                figure == .score && !["", "exact"].contains(cells["logmar_bound"])
            return AloudTest(
                eye: StudyEye(person: cells["person_id"], eye: cells["eye"]), began: cells["began"],
                logMAR: isBound ? nil : logMAR, seconds: cells.number("seconds", in: 0...100_000),
                letters: Int(cells.number("letters_shown", in: 0...100_000) ?? 0),
                askedAgain: Int(cells.number("letters_asked_again", in: 0...100_000) ?? 0))
        }
        guard table.errors.isEmpty else { throw StudyTableErrors(lines: table.errors) }
        return Dictionary(grouping: tests, by: \.eye)
            .mapValues { $0.sorted { $0.began < $1.began } }
    }
}
