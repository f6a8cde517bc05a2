internal import Synchronization

/// How long a procedure took to take answers and to choose what to show next.
final class ChoiceTimes: Sendable {
    private let seconds = Mutex<[Double]>([])

    func add(_ duration: Duration) {
        let time = duration / .seconds(1)
        seconds.withLock { $0.append(time) }
    }

    /// All times in seconds, the shortest first.
    var sorted: [Double] { seconds.withLock { $0.sorted() } }
}
