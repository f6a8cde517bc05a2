internal import PhoneticMapping
internal import Recognition

/// The error-reject curve: the share of wrong letters among those accepted against the share asked
/// for again, as the threshold of acceptance moves (Chow, IEEE Trans. Inf. Theory 1970).
struct RejectionCurve {
    /// The results at one threshold.
    struct Point {
        /// The confidence from which letters are accepted.
        var accept: Double
        /// The letters of every speaker.
        var tallies: [String: LetterTally]

        /// Every speaker's letters together.
        var all: LetterTally { tallies.values.total }
    }

    /// The greatest number of thresholds, spread evenly over the confidences that occur.
    private static let mostPoints = 100

    /// The points from accepting everything to accepting next to nothing.
    let points: [Point]

    /// - Parameter rows: recordings with letters in them.
    init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        let sureness = Set(
            rows.flatMap { $0.heard.breaths.flatMap(\.answers) }
                .filter { $0.kind.letter != nil }.map(\.sureness)
        ).sorted()
        let step = max(1, sureness.count / Self.mostPoints)
        let accepts =
            [0] + stride(from: 0, to: sureness.count, by: step).map { sureness[$0].nextUp }
        points = accepts.map { accept in
            let moved = thresholds.accepting(from: accept)
            return Point(
                accept: accept,
                tallies: Dictionary(counting: rows, by: \.row.speaker) { $0.tally(at: moved) })
        }
    }

    /// The strictest threshold at which at most this share of the letters is asked for again; the
    /// laxest of all if more letters are missed anyway.
    func point(askingAgain share: Double) -> Point {
        points.last { ($0.all.askedShare ?? 0) <= share } ?? points[0]
    }

    /// The interval of the share of wrong letters among those accepted. The threshold is set anew
    /// for every draw of speakers, as for other people, so the interval may be wider than that at a
    /// fixed threshold.
    func wrongInterval(askingAgain share: Double) -> ClosedRange<Double>? {
        let speakers = points[0].tallies.keys.sorted()
        let counts = points.map { point in
            speakers.map { point.tallies[$0] ?? LetterTally() }
        }
        return SpeakerBootstrap.interval(over: Array(speakers.indices)) { drawn in
            let sums = counts.map { tallies in
                drawn.reduce(into: LetterTally()) { $0.addCounts(tallies[$1]) }
            }
            return (sums.last { ($0.askedShare ?? 0) <= share } ?? sums[0]).wrongOfAccepted
        }
    }
}
