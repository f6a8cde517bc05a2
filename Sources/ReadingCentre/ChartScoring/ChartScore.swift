internal import Acuity
internal import Foundation
internal import Platform
internal import Records

/// The score of one recording of a chart.
package struct ChartScore: Sendable {
    /// Whether there is a score.
    package enum Status: String, Sendable, CaseIterable, Codable {
        /// There is one score.
        case scored
        /// The score depends on letters that a person has not judged yet.
        case range
        /// There is no score, for a reason.
        case withheld
        /// The recording could not be heard.
        case failed
    }

    let recording: ChartRecording
    let status: Status
    /// The reasons that there is no score, and remarks for a reader of the score: a sentence each.
    let reasons: [String]
    let remarks: [String]
    /// The letters; nil if the recording could not be heard.
    let read: ReadChart?
    /// The length of the sound, seconds.
    let duration: Double?
    /// The score if all unclear letters are wrong, and if all are right; equal without unclear
    /// letters, else widened by the letters that may be misheard. Sizes allow for the distance.
    let worst: LogMAR?
    let best: LogMAR?
    /// Letters read rightly or credited, with the same range.
    let letters: ClosedRange<Int>?
    /// Whether the acuity may be better than the score, because the reading ends before its rule.
    let isBound: Bool
    /// The estimate that allows for mishearing.
    let estimate: AcuityEstimate?
    /// The reading as the record of a test; nil without one score, or for a chart that has no name
    /// or is not read at its own distance.
    private let record: TestRecord?

    /// A recording that could not be heard.
    init(_ recording: ChartRecording, failure: String) {
        self.recording = recording
        status = .failed
        reasons = [failure]
        remarks = []
        read = nil
        duration = nil
        worst = nil
        best = nil
        letters = nil
        isBound = false
        estimate = nil
        record = nil
    }

    /// The score of a chart as it was read.
    ///
    /// - Parameters:
    ///   - isChartSure: whether the chart is named, or no other fits about as well.
    ///   - missing: the reason that the sound is not complete; nil if it is.
    ///   - hearing: how often letters are misheard.
    init(
        _ recording: ChartRecording, isChartSure: Bool = true, _ read: ReadChart,
        duration: Double, missing: String?, hearing: RecognitionErrorModel
    ) {
        self.recording = recording
        self.read = read
        self.duration = duration
        let low = Self.scored(recording, read) { _ in .missed }
        let high = Self.scored(recording, read) { .named($0) }
        let middle = Self.scored(recording, read) { _ in nil }
        let estimate = middle.procedure.estimate(hearing: hearing)
        let scores = [low.procedure.score, high.procedure.score]
        var reasons = Self.faults(of: read)
        if reasons.isEmpty, !isChartSure {
            reasons = [
                "Several of charts 1, 2 and R fit the letters. Fill in the column 'chart'."
            ]
        }
        if reasons.isEmpty {
            reasons += estimate.reasonsToWithhold.map { reason in
                reason == .tooManyUnclear
                    ? Self.tooManyUnclear(read) : reason.words(areTyped: false)
            }
        }
        if let missing { reasons.append("The sound is not complete. " + missing) }
        if reasons.isEmpty, scores.contains(where: { $0.logMAR == nil }) {
            reasons +=
                scores.flatMap(\.remarks).uniqued().map(\.words).filter { !$0.isEmpty }
            if reasons.isEmpty { reasons = ["Too little of the chart was read."] }
        }
        let hasScore = reasons.isEmpty
        let counts = scores.map { $0.lettersRight + $0.lettersCredited }
        let isOne = hasScore && scores[0].logMAR == scores[1].logMAR
        let misheard =
            isOne
            ? nil
            : MisheardLetters(
                among: read.heardLetters(inLines: middle.lines), hearing: hearing)
        let (fewer, more) = (
            min(misheard?.wrongNamed ?? 0, counts[0]), misheard?.rightNamed ?? 0
        )
        worst = hasScore ? scores[0].logMAR.map { recording.at($0, letters: -fewer) } : nil
        best = hasScore ? scores[1].logMAR.map { recording.at($0, letters: more) } : nil
        letters = hasScore ? counts[0] - fewer...max(counts[0], counts[1]) + more : nil
        isBound = hasScore && scores[1].isBound
        self.reasons = reasons
        self.estimate = hasScore && estimate.letters > 0 ? estimate : nil
        status = hasScore ? (isOne ? .scored : .range) : .withheld
        record =
            isOne
            ? Self.record(
                of: recording, high.procedure.score, estimate: self.estimate, duration: duration)
            : nil
        remarks =
            (recording.namesChart
                ? [] : ["Chart \(recording.chartName) fits best; the table names none."])
            + Self.remarks(scores[1], read, unreadAfter: high.leftOver)
    }

    private static func record(
        of recording: ChartRecording, _ score: AcuityScore, estimate: AcuityEstimate?,
        duration: Double
    ) -> TestRecord? {
        guard let chart = ChartName(named: recording.chartName), chart != .random,
            recording.shift == 0
        else { return nil }
        return TestRecord(
            setup: TestSetup(
                eye: recording.eye, distance: recording.distance, chart: chart,
                stopRule: recording.stop), score: score, lettersAskedAgain: 0,
            duration: .milliseconds(Int(duration * 1_000)),
            end: score.end.map { .finished($0) } ?? .answersEnded, estimate: estimate)
    }

    /// The reading as the record of a test, for the records; nil if there is none.
    package var test: ScoredTest? { record.map { ScoredTest(recording, $0) } }

    /// A reading taken by the procedure of the chart.
    private struct Taken {
        var procedure: ChartReading
        /// The numbers of the lines that count.
        var lines: Set<Int>
        /// Letters that were read after the procedure had ended.
        var leftOver: Int
    }

    /// Takes the answers of a reading by the procedure of the chart.
    ///
    /// - Parameter open: the response to a letter that is unclear.
    private static func scored(
        _ recording: ChartRecording, _ read: ReadChart, open: (Letter) -> Response?
    ) -> Taken {
        let lines = read.lines
        let wasRead = lines.map { line in line.contains { $0.outcome != .unread } }
        let first = wasRead.firstIndex(of: true) ?? 0
        var procedure = ChartReading(
            chart: recording.chart, start: SnellenLine.all[first], stopRule: recording.stop,
            distance: recording.distance, openLetters: .former)
        var taken: Set<Int> = []
        while let next = procedure.next, wasRead[next.line - 1] {
            taken.insert(next.line)
            let answers = lines[next.line - 1].map { letter -> Answer in
                switch letter.outcome {
                case .right, .wrong:
                    Answer(letter.named.map { .named($0) }, confidence: letter.confidence)
                case .missed: Answer(.missed)
                case .unclear, .unread: Answer(open(letter.shown))
                }
            }
            // Does not throw: there is an answer for each letter of the line.
            guard (try? procedure.take(answers)) != nil else { break }
        }
        let leftOver = lines.enumerated().filter { !taken.contains($0.offset + 1) }
            .reduce(0) { $0 + $1.element.count { $0.outcome == .right } }
        return Taken(procedure: procedure, lines: taken, leftOver: leftOver)
    }

    /// Minimum number of letters in a reading.
    private static let fewestLetters = 3
    /// The largest share of the letters heard that may fit no place of the chart: chosen.
    private static let mostExtras = 0.2

    /// The reason to withhold a score because the reader is heard badly.
    private static func tooManyUnclear(_ read: ReadChart) -> String {
        "\(read.count(.unclear).counting("letter")) of \(read.heardLetters) heard are unclear. Judge"
            + " them, or repeat the recording in a quieter room, closer to the microphone."
    }

    /// The reasons to distrust the alignment.
    private static func faults(of read: ReadChart) -> [String] {
        guard read.heardLetters >= fewestLetters else {
            return [
                "Hardly a letter was heard (\(read.heardLetters)). Check the file, the channel and"
                    + " the times."
            ]
        }
        switch read.betterFit {
        case .chart(let name):
            return [
                "The letters fit chart \(name.rawValue) far better. Check the column 'chart'."
            ]
        case .rightToLeft:
            return [
                "The lines were read from right to left. Score the recording by hand, or repeat it"
                    + " from left to right."
            ]
        case nil: break
        }
        var faults: [String] = []
        let extras = read.extras.count { $0.heard != "?" && $0.heard.count == 1 }
        if Double(extras) > mostExtras * Double(read.heardLetters) {
            faults.append(
                "\(extras) of \(read.heardLetters.counting("letter")) heard fit no place of the"
                    + " chart. Check the chart and the channel, or set 'start' and 'end'.")
        }
        let wasRead = read.lines.map { line in line.contains { $0.outcome != .unread } }
        if let first = wasRead.firstIndex(of: true), let last = wasRead.lastIndex(of: true),
            let skipped = wasRead[first...last].firstIndex(of: false)
        {
            faults.append("Line \(skipped + 1) was passed over, and smaller lines were read.")
        }
        return faults
    }

    private static func remarks(
        _ score: AcuityScore, _ read: ReadChart, unreadAfter leftOver: Int
    ) -> [String] {
        // The range of the score already shows that letters are open.
        var remarks = score.remarks.filter { $0 != .lettersLeftOpen }.map(\.words)
        if leftOver > 0 {
            remarks.append(
                "\(leftOver.counting("letter")) read after the end of the test"
                    + (leftOver == 1 ? " is" : " are") + " not counted.")
        }
        if read.changed > 0 {
            remarks.append("\(read.changed.counting("letter")) read again with another answer.")
        }
        return remarks
    }
}

extension ChartRecording {
    /// Converts an acuity at the chart's own distance to the distance of this reading.
    ///
    /// - Parameter letters: letters of 0.02 logMAR that are read in addition.
    func at(_ acuity: LogMAR, letters: Int = 0) -> LogMAR {
        LogMAR(hundredths: Int(((acuity.value + shift) * 100).rounded()) - 2 * letters)
    }
}

extension Sequence where Element: Hashable {
    fileprivate func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
