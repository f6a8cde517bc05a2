internal import PhoneticMapping
internal import Recognition

/// How words that stand for something, "delta" or "stop", are understood.
package struct WordTally: Equatable {
    package var said = 0
    /// Understood, and nothing else with it.
    package var right = 0
    /// Taken for something else.
    package var wrong = 0
    /// Asked for again, or not noticed.
    package var unheard = 0

    /// Counts recordings of one such word each.
    init(_ rows: [HeardRow], thresholds: HearingThresholds) {
        for row in rows {
            guard let meaning = row.row.meaning else { continue }
            said += 1
            let kinds = row.answers(at: thresholds).map(\.kind).filter { $0 != .unclear }
            if kinds == [meaning.kind] {
                right += 1
            } else if kinds.isEmpty {
                unheard += 1
            } else {
                wrong += 1
            }
        }
    }
}
