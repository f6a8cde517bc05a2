internal import Acuity
internal import Dialogue
internal import Platform

/// Sees what stands at each position of the first line of a test; once that line is finished, it asks the
/// test to stop.
final class LineWatcher: Display, TestObserver {
    /// What stands when the first reading is over: when something is asked for again, or the line is
    /// finished.
    private(set) var first: [Place]?
    /// What was shown last.
    private(set) var last: [Place] = []
    /// The positions, from 0, of each asking.
    private(set) var asked: [[Int]] = []
    /// Whether the person asked for a pause.
    private(set) var wasPaused = false
    /// Why sound is missing, if it is.
    private(set) var missing: String?
    let stop = StopRequest()
    private var line: Int?
    private var readingIsOver = false

    func observe(_ event: TestEvent) {
        switch event {
        case .present(let shown): line = line ?? shown.line
        case .askAgain(_, let positions, _):
            asked.append(positions)
            readingIsOver = true
        case .line:
            readingIsOver = true
            stop.request()
        case .soundMissing(let reason): missing = reason
        case .pause(.asked): wasPaused = true
        case .answer, .correction, .override, .pause, .resume, .trouble, .recovered, .warmUp,
            .result:
            break
        }
    }

    /// The places come with every change of them; after an asking or the end of a line, with what that
    /// made of them.
    func show(_ view: TestView) {
        guard let shown = view.presentation, shown.line == line else { return }
        last = view.places
        if readingIsOver, first == nil { first = last }
    }
}
