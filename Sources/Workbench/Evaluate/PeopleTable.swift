internal import CommandLineKit
internal import Platform

/// The table that every kind of evaluation prints: a row for each person, each set, and all.
struct PeopleTable<Counts: ScoredTally> {
    /// Above this many people only the worst are shown, unless all are wanted.
    private static var mostPeople: Int { 40 }
    private static var worstPeople: Int { 5 }

    /// The counts of each person, by name.
    let people: [String: Counts]
    /// The counts of each set, by name.
    var sets: [String: Counts] = [:]
    /// Rows after these.
    var sums: [(name: String, counts: Counts)] = []
    /// Whether all people are shown, however many there are.
    var showsAll = false

    /// The table as lines of text.
    ///
    /// - Parameter cells: the cells of a row after its name.
    func lines(
        _ heading: [String], columnsFromLeft: Int = 1,
        _ cells: (_ name: String, _ counts: Counts) -> [String]
    ) -> [String] {
        var table = TextTable(heading, columnsFromLeft: columnsFromLeft)
        for (name, counts) in rows { table.add([name] + cells(name, counts)) }
        return table.lines
    }

    private var rows: [(name: String, counts: Counts)] {
        var shown = people.sorted { $0.key < $1.key }
        if !showsAll, shown.count > Self.mostPeople {
            shown = Array(
                shown.sorted { Self.merit($0.value) < Self.merit($1.value) }
                    .prefix(Self.worstPeople))
        }
        let apart = sets.count > 1 ? sets.sorted { $0.key < $1.key } : []
        return shown.map { ($0.key, $0.value) } + apart.map { ("set " + $0.key, $0.value) } + sums
    }

    /// The most important share, from 0 for the worst.
    private static func merit(_ counts: Counts) -> Double {
        Counts.shares.first.flatMap { $0.count(counts).value } ?? 1
    }
}

/// Lines that several kinds of evaluation print.
enum EvaluationWords {
    /// Letters taken for not seen; no line if there are none.
    static func notSeen(_ letters: Int) -> [String] {
        guard letters > 0 else { return [] }
        return ["taken for \"can't see it\", and counted as wrong: \(letters.counting("letter"))"]
    }

    /// Recordings that could not be read; no line if there are none.
    static func unread(_ recordings: Int) -> [String] {
        recordings > 0 ? ["\(recordings.counting("recording")) could not be read"] : []
    }

    /// Groups of lines with a blank line between; groups without lines are left out.
    static func text(_ groups: [[String]]) -> String {
        groups.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }
}
