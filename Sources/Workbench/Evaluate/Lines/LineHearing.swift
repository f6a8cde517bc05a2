internal import Acuity
package import Dialogue
package import Recognition
internal import Records

/// Hears recordings as the first line of a test each: a test of letters with its dialogue, by somebody of
/// whom nothing is known yet. What is on the chart changes nothing of what is heard.
package struct LineHearing {
    /// A recording of a line, and what is said in it.
    package struct Line: Sendable {
        package var row: ReferenceRow
        package var recording: Recording

        /// The parameters as the properties of their names.
        package init(row: ReferenceRow, recording: Recording) {
            self.row = row
            self.recording = recording
        }
    }

    /// What was heard, and what could not be read.
    package struct Result: Sendable {
        package var heard: [HeardLine] = []
        package var failures: [String] = []
    }

    /// How many recognisers listen side by side.
    package var jobs: Int

    /// The parameters as the properties of their names.
    package init(jobs: Int) {
        self.jobs = jobs
    }

    /// Hears all lines. The result does not depend on `jobs`: a line is heard by one recogniser, which
    /// forgets it before the next.
    package func hear(
        _ lines: [Line], with listener: @Sendable () throws -> LetterListener
    ) throws -> Result {
        try SideBySide.map(lines, jobs: jobs, with: listener) { line, listener in
            do {
                return Result(heard: [try Self.hear(line, with: listener)])
            } catch {
                return Result(failures: [String(describing: error)])
            }
        }.reduce(into: Result()) { all, result in
            all.heard += result.heard
            all.failures += result.failures
        }
    }

    private static func hear(_ line: Line, with listener: LetterListener) throws -> HeardLine {
        listener.forgetSession()
        let voice = VoiceAnswers(source: try line.recording.open(), listener: listener)
        return try test(by: QuietAtEnd(voice), reading: line)
    }

    /// Runs a test until its first line is finished or nothing more is said.
    ///
    /// - Throws: `UnreadLine` where the recording could not be heard to its end.
    package static func test(by source: any AnswerSource, reading line: Line) throws -> HeardLine {
        let watcher = LineWatcher()
        let setup = TestSetup(eye: .right, chart: .one)
        var conductor = TestConductor(
            setup: setup,
            procedure: ChartReading(chart: Chart(.one), distance: setup.distance),
            source: source, display: watcher, observers: [watcher], stop: watcher.stop)
        let report = try conductor.run()
        // What is missing was perhaps said, and must not count as open.
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
