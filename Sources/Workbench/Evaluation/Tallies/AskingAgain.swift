internal import Acuity
internal import PhoneticMapping
package import Recognition
internal import Transcripts

/// The results of asking again for unclear letters. The next answer is another recording of the
/// letter by the same speaker; if that is unclear too, or missing, it is the letter's code word.
/// Each answer is combined with the earlier ones. A speaker without a recording of the code word
/// borrows another's.
struct AskingAgain: Encodable {
    /// Letters, each alone in its recording.
    var letters = 0
    /// Letters finally taken for another letter, or for "can't see it".
    var wrong = 0
    /// Wrong letters that were heard as "can't see it": a test does not ask for them again.
    var notSeen = 0
    /// Letters that neither the name nor the code word made clear, or without a recording to ask
    /// for.
    var unsettled = 0
    /// The number of askings, the first time included.
    var askings = 0
    /// Letters whose second recording was by the same speaker.
    var saidAgain = 0
    /// Letters that were asked for by their code word.
    var codeWords = 0

    init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        let alone = rows.filter { $0.row.transcript.count == 1 && $0.row.letters.count == 1 }
        let spoken = Dictionary(grouping: alone) { row in
            row.row.speaker + "\t" + row.row.letters.text
        }
        let words = Dictionary(grouping: rows.filter { $0.row.meaning?.group == .codeWords }) {
            $0.row.meaning?.kind.letter
        }
        var generator = SplitMix64(seed: SpeakerBootstrap.seed)
        for (_, recordings) in spoken.sorted(by: { $0.key < $1.key }) {
            for (index, first) in recordings.enumerated() {
                guard let letter = first.row.letters.first else { continue }
                var answers = [first]
                if recordings.count > 1 {
                    answers.append(recordings[(index + 1) % recordings.count])
                }
                let own = words[letter, default: []].filter { $0.row.speaker == first.row.speaker }
                let lent = own.isEmpty ? words[letter, default: []] : own
                if !lent.isEmpty { answers.append(lent[generator.index(below: lent.count)]) }
                ask(letter, answers, thresholds)
            }
        }
    }

    private mutating func ask(
        _ letter: Letter, _ answers: [HeardRow], _ thresholds: AcceptanceThresholds
    ) {
        letters += 1
        var posterior: LetterPosterior?
        for (turn, answer) in answers.enumerated() {
            askings += 1
            if answer.row.meaning != nil { codeWords += 1 } else if turn > 0 { saidAgain += 1 }
            let answers = answer.answers(at: thresholds)
            let accepted = accepted(in: answers, after: &posterior)
            if accepted.isEmpty, answers.contains(where: \.kind.isNotSeen) {
                wrong += 1
                notSeen += 1
                return
            }
            guard accepted.isEmpty else {
                if accepted != [letter] { wrong += 1 }
                return
            }
        }
        unsettled += 1
    }

    /// The letters that are accepted in an answer, combined with the posterior before it.
    private func accepted(
        in answers: [SpokenAnswer], after posterior: inout LetterPosterior?
    ) -> [Letter] {
        guard answers.count == 1, !answers[0].kind.isNotSeen, let heard = answers[0].posterior
        else {
            return answers.compactMap(\.kind.letter)
        }
        let both = posterior?.followed(by: heard) ?? heard
        posterior = both
        return both.accepted.map { [$0.letter] } ?? []
    }
}

/// The error-reject curve: the share of wrong letters among those accepted against the share asked
/// for again, as the threshold of acceptance moves (Chow, IEEE Trans. Inf. Theory 1970).
package struct RejectionCurve {
    /// The results at one threshold.
    package struct Point {
        /// The confidence from which letters are accepted.
        package var accept: Double
        /// The letters of every speaker.
        package var tallies: [String: LetterTally]

        /// Every speaker's letters together.
        package var all: LetterTally { tallies.values.total }
    }

    /// The greatest number of thresholds, spread evenly over the confidences that occur.
    private static let mostPoints = 100

    /// The points from accepting everything to accepting next to nothing.
    package let points: [Point]

    /// - Parameter rows: recordings with letters in them.
    package init(_ rows: [HeardRow], thresholds: AcceptanceThresholds) {
        let sureness = Set(
            rows.flatMap { $0.heard.utterances.flatMap(\.answers) }
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
    /// laxest threshold if there is none.
    package func point(askingAgain share: Double) -> Point {
        points.last { ($0.all.askedShare ?? 0) <= share } ?? points[0]
    }

    /// The interval of the share of wrong letters among those accepted. The threshold is set for
    /// every draw of speakers, as for other people, so the interval may be wider than that at a
    /// fixed threshold.
    package func wrongInterval(askingAgain share: Double) -> ClosedRange<Double>? {
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
