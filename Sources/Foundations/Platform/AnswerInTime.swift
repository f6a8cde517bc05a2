internal import Foundation
internal import Synchronization

/// The answer of work that may block for any time, such as a look at a folder of a server that is
/// down. The work has its own thread, which is left alone if it takes too long.
///
/// - Parameters:
///   - seconds: the longest wait.
///   - work: gives the answer.
/// - Returns: nil if the time is up first.
package func answer<Answer: Sendable>(
    within seconds: Double, from work: @escaping @Sendable () -> Answer
) -> Answer? {
    let answer = Mutex<Answer?>(nil)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        let given = work()
        answer.withLock { $0 = given }
        ended.signal()
    }
    _ = ended.wait(timeout: .now() + seconds)
    return answer.withLock { $0 }
}
