/// Limits for letters whose answers were never understood. Such letters depend on the room, not on
/// the eye. No rule of a procedure counts them, and no score may depend on them.
public enum OpenLetters {
    /// A test stops after this number of them in a row. Aloud's own choice: the letters of two
    /// lines.
    static let mostInARow = 10
    /// Maximum number of letters of a test that are replaced by fresh ones. Aloud's own choice: if
    /// two of ten letters are never heard, a chart of 70 letters has 14 of them, and E-ETDRS and
    /// the adaptive test have fewer.
    public static let mostReplaced = 20
}

/// The rule for letters that were never understood.
public enum OpenLetterRule: Sendable {
    /// Fresh letters of the same size replace them, at most `OpenLetters.mostReplaced` in a test.
    case replaced
    /// The rule for scoring a recording: a chart leaves such letters open, and other tests replace
    /// any number of them.
    case former

    /// Whether a test without a chart may replace no more letters.
    func isSpent(by read: [AnsweredPresentation]) -> Bool {
        self == .replaced && read.open > OpenLetters.mostReplaced
    }

    /// Whether a chart has no score if this number of its letters stayed open.
    func withholdsScore(open: Int) -> Bool {
        // Three are more than half a line, 0.06 logMAR.
        open >= (self == .replaced ? 1 : 3)
    }

    /// Maximum number of letters that a chart replaces.
    var mostReplacedInChart: Int { self == .replaced ? OpenLetters.mostReplaced : 0 }
}

extension AnsweredPresentation {
    /// Letters that were never understood.
    var open: Int { answers.count { $0.response == nil } }
}

extension [AnsweredPresentation] {
    /// Letters that were never understood.
    var open: Int { reduce(0) { $0 + $1.open } }

    /// Whether too many letters in a row were not understood, so that the test is given up.
    var areGivenUp: Bool {
        let answers = lazy.reversed().map { $0.answers.reversed() }.joined()
        return answers.prefix { $0.response == nil }.count >= OpenLetters.mostInARow
    }

    /// The letters shown since the last one that was understood.
    var unheardLast: Set<Letter> {
        let letters = lazy.reversed().map { answered in
            zip(answered.presentation.letters, answered.answers).reversed()
        }.joined()
        return Set(letters.prefix { $0.1.response == nil }.map(\.0))
    }
}

/// A line of a chart as it was read, with the fresh letters that replace those never understood.
struct LineRead: Sendable, Equatable {
    /// The line of the chart.
    let line: AnsweredPresentation
    /// The fresh letters, one in each presentation, in the order of the test.
    fileprivate(set) var fresh: [AnsweredPresentation] = []

    /// The number of the line on its chart.
    var number: Int { line.presentation.line }
    /// Letters named rightly, fresh ones among them.
    var right: Int { line.right + fresh.lettersRight }
    /// Letters that were never understood and not replaced.
    var open: Int { line.open - fresh.count { $0.open == 0 } }
    /// The number of right letters if all open ones were right.
    var mostRight: Int { right + open }
    /// The line and its fresh letters, in the order shown.
    var read: [AnsweredPresentation] { [line] + fresh }
    /// Letters that the next fresh letter must differ from: those that were not understood, and the
    /// last fresh letter.
    fileprivate var spent: Set<Letter> {
        let unheard = read.flatMap { answered in
            zip(answered.presentation.letters, answered.answers)
                .filter { $0.1.response == nil }.map(\.0)
        }
        return Set(unheard + (fresh.last?.presentation.letters ?? []))
    }
}

/// The lines of a chart as they were read.
struct LinesRead: Sendable, Equatable {
    private(set) var lines: [LineRead] = []
    /// Whether the presentation that is shown is a fresh letter for the last line.
    private(set) var showsFresh = false

    /// All that was shown and answered, in order.
    var read: [AnsweredPresentation] { lines.flatMap(\.read) }
    /// Letters that were replaced by fresh ones.
    var replaced: Int { lines.reduce(0) { $0 + $1.fresh.count } }
    /// Letters that were never understood and not replaced.
    var open: Int { lines.reduce(0) { $0 + $1.open } }

    /// Takes the answers to what is shown: a line, or a fresh letter for the last one.
    mutating func take(_ answered: AnsweredPresentation) {
        if showsFresh {
            lines[lines.count - 1].fresh.append(answered)
        } else {
            lines.append(LineRead(line: answered))
        }
        showsFresh = false
    }

    /// The fresh letter to show next, of the size of the last line; nil if none is needed, or no
    /// more may be shown.
    ///
    /// - Parameters:
    ///   - chart: draws the letter.
    ///   - most: the maximum number of fresh letters for these lines.
    mutating func nextFresh(of chart: inout Chart, most: Int) -> Presentation? {
        guard let last = lines.last, last.open > 0, replaced < most else { return nil }
        showsFresh = true
        return fresh(of: &chart, besides: [])
    }

    /// Another fresh letter instead of the one that is shown.
    func redrawn(_ shown: Presentation, of chart: inout Chart) -> Presentation? {
        fresh(of: &chart, besides: Set(shown.letters))
    }

    private func fresh(of chart: inout Chart, besides shown: Set<Letter>) -> Presentation? {
        guard let last = lines.last else { return nil }
        let presentation = last.line.presentation
        return Presentation(
            line: presentation.line, size: presentation.size,
            letters: [chart.freshLetter(besides: last.spent.union(shown))],
            optotypes: presentation.optotypes, distance: presentation.distance, isFresh: true)
    }
}
