internal import Acuity
internal import Dialogue
internal import Platform
internal import Recognition
internal import Records
internal import Transcripts

/// Hears each recording as the first line of a letter test with its dialogue, by an unknown
/// speaker. The letters on the chart have no effect on the recognition.
struct LineHearing {
    /// A recording of a line, and its transcript.
    struct Line: Sendable {
        var row: ReferenceRow
        var recording: Recording
    }

    /// The number of recognisers that listen side by side.
    var jobs: Int

    /// Hears all lines. The result does not depend on `jobs`: a line is heard by one recogniser,
    /// which forgets it before the next.
    func hear(
        _ lines: [Line], with listener: @Sendable () throws -> LetterListener
    ) throws -> HeardAll<HeardLine> {
        try HeardAll(
            ConcurrentMap.map(lines, jobs: jobs, with: listener) { line, listener in
                do { return HeardAll(heard: [try Self.hear(line, with: listener)]) } catch {
                    return HeardAll(failures: [String(describing: error)])
                }
            })
    }

    private static func hear(_ line: Line, with listener: LetterListener) throws -> HeardLine {
        listener.forgetSession()
        let voice = VoiceAnswers(source: try line.recording.open(), listener: listener)
        return try test(by: TrailingSilence(voice), reading: line)
    }

    /// Runs a test until its first line is finished or nothing more is said.
    ///
    /// - Throws: `UnreadLine` if the recording could not be heard to its end.
    static func test(by source: any AnswerSource, reading line: Line) throws -> HeardLine {
        let watcher = LineWatcher()
        let setup = TestSetup(eye: .right, chart: .one)
        var conductor = TestConductor(
            setup: setup,
            procedure: ChartReading(
                chart: Chart(.one), distance: setup.distance, openLetters: .former),
            source: source, display: watcher, observers: [watcher], stop: watcher.stop)
        let report = try conductor.run()
        // Missing sound may have contained a letter, which must not count as open.
        if let missing = watcher.missing { throw UnreadLine(reason: missing) }
        if case .failed(let reason) = report.end { throw UnreadLine(reason: reason) }
        let heard = source.listened ?? .zero
        return HeardLine(
            row: line.row, first: watcher.first ?? watcher.last, last: watcher.last,
            asked: watcher.asked.first ?? [], wasStopped: report.end == .stoppedByPerson,
            wasPaused: watcher.wasPaused, duration: heard / .seconds(1))
    }
}

/// A recording of a line that could not be heard to its end.
struct UnreadLine: Error, CustomStringConvertible {
    /// Names the recording.
    var reason: String

    var description: String { reason }
}

/// A source with silence after its end, long enough that the test closes the reading and asks for
/// the missing letters, as at a microphone.
final class TrailingSilence: AnswerSource {
    private let source: any AnswerSource
    private var wasQuiet = false

    init(_ source: any AnswerSource) { self.source = source }

    var listened: Duration? { source.listened }

    func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
        let event = try source.next(awaited)
        guard event == .ended, !wasQuiet else { return event }
        wasQuiet = true
        switch awaited {
        case .answers: return .silence
        case .correction: return .settled
        case .resumption: return .ended
        }
    }

    func lettersAppear() { source.lettersAppear() }
}

/// A recording of a line of letters, and a test's answers for it.
struct HeardLine: Sendable {
    var row: ReferenceRow
    /// The places after the first reading.
    var first: [Place]
    /// The places at the end of the recording, which may have more readings.
    var last: [Place]
    /// The positions, from 0, that were asked for again after the first reading.
    var asked: [Int] = []
    /// Whether "stop" was heard, which ends a test.
    var wasStopped = false
    /// Whether "wait" or "pause" was heard.
    var wasPaused = false
    /// Seconds of sound.
    var duration = 0.0

    /// The letters said.
    var said: [Letter] { row.letters }

    /// The verdicts on the positions after the first reading; for talk every answer is wrong.
    var standings: [LineTally.Standing] {
        guard row.isTalk else { return LineTally.standings(said, first) }
        return first.map { $0.isAnswered ? .wrong(isDisplaced: false) : .open }
    }
}

/// Sees the positions of the first line of a test; once that line is finished, it asks the
/// test to stop.
final class LineWatcher: Display, TestObserver {
    /// The places at the end of the first reading: when letters are asked for again, or the line is
    /// finished.
    private(set) var first: [Place]?
    /// The places that were shown last.
    private(set) var last: [Place] = []
    /// The positions, from 0, of each asking.
    private(set) var asked: [[Int]] = []
    /// Whether the person asked for a pause.
    private(set) var wasPaused = false
    /// The reason that sound is missing, if it is.
    private(set) var missing: String?
    let stop = StopRequest()
    private var line: Int?
    private var readingIsOver = false

    func observe(_ event: TestEvent) {
        switch event {
        case .present(let shown): line = line ?? shown.line
        case .askAgain(_, let positions, _, _):
            asked.append(positions)
            readingIsOver = true
        case .line:
            readingIsOver = true
            stop.request()
        case .soundMissing(let reason): missing = reason
        case .pause(.asked): wasPaused = true
        case .answer, .correction, .override, .pause, .resume, .trouble, .recovered,
            .language, .warmUp, .result:
            break
        }
    }

    /// Keeps the places. A view comes after each change of the places; after a request or the end
    /// of a line, it includes the effect of that event.
    func show(_ view: TestView) {
        guard let shown = view.presentation, shown.line == line else { return }
        last = view.places
        if readingIsOver, first == nil { first = last }
    }
}
