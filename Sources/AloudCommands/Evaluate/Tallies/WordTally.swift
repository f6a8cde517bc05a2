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
