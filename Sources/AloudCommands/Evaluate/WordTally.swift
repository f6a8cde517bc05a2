internal import LetterSpeech
internal import Listening

/// How words that stand for something, "delta" or "stop", are understood.
struct WordTally: Equatable {
    var said = 0
    /// Understood, and nothing else with it.
    var right = 0
    /// Taken for something else.
    var wrong = 0
    /// Asked for again, or not noticed.
    var unheard = 0
    /// Understood where nothing is asked again: every letter counts, however unsure. Commands need to
    /// be as sure as ever.
    var rightUnasked = 0

    /// Counts recordings of one such word each.
    init(_ rows: [HeardRow], thresholds: HearingThresholds) {
        let unasking = thresholds.accepting(from: 0)
        for row in rows {
            guard let meaning = row.row.meaning else { continue }
            said += 1
            if row.kinds(at: unasking) == [meaning.kind] { rightUnasked += 1 }
            let kinds = row.kinds(at: thresholds)
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

extension HeardRow {
    /// What was understood in it.
    fileprivate func kinds(at thresholds: HearingThresholds) -> [SpokenAnswer.Kind] {
        answers(at: thresholds).map(\.kind).filter { $0 != .unclear }
    }
}
