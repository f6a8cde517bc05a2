package import CommandLineKit
internal import Foundation
internal import Synchronization

/// Writes events to a reader on its own thread, so that a slow reader does not delay hearing.
///
/// With a microphone, `EventQueue` drops events if the reader is slow. With a recording, events
/// wait for the reader: nothing is lost, and the recording is read no faster than the reader takes
/// its answers.
package final class EventOutlet: Sendable {
    private struct State {
        var queue: EventQueue
        var isFinished = false
        var failure: OutputError?
    }

    private let state: Mutex<State>
    private let news = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    /// Free places in the queue for events of a recording; nil for a microphone, whose events do
    /// not wait.
    private let room: DispatchSemaphore?
    private let now: @Sendable () -> Duration

    /// Maximum number of waiting events of a recording.
    private static let most = 256

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - output: takes the lines.
    ///   - isLive: whether the sound is a microphone's, so that events are dropped if the reader is
    ///     slow.
    ///   - now: the time by a clock that never runs backwards.
    ///   - onFailure: called once, on the new thread, if the output fails; nothing is written after
    ///     that.
    package init(
        to output: any TextOutput, isLive: Bool, now: @escaping @Sendable () -> Duration,
        onFailure: @escaping @Sendable () -> Void
    ) {
        self.now = now
        state = Mutex(State(queue: EventQueue(keepsAll: !isLive)))
        room = isLive ? nil : DispatchSemaphore(value: Self.most)
        let thread = Thread { [self] in
            write(to: output, onFailure: onFailure)
            ended.signal()
        }
        thread.name = "aloud events"
        thread.start()
    }

    /// Adds an event.
    package func put(_ event: ListenEvent) {
        room?.wait()
        state.withLock { $0.queue.add(event, at: now()) }
        news.signal()
    }

    /// Waits until all events are written.
    ///
    /// - Throws: the failure of the output.
    package func finish() throws(OutputError) {
        state.withLock { $0.isFinished = true }
        news.signal()
        ended.wait()
        if let failure = state.withLock(\.failure) { throw failure }
    }

    private func write(to output: any TextOutput, onFailure: () -> Void) {
        while true {
            news.wait()
            let (event, isOver) = state.withLock { state in
                let event = state.queue.take()
                return (event, event == nil && state.isFinished)
            }
            if isOver { return }
            guard let event else { continue }
            room?.signal()
            guard state.withLock({ $0.failure == nil }) else { continue }
            do throws(OutputError) {
                try output.write(event.jsonText + "\n")
            } catch {
                state.withLock { $0.failure = error }
                onFailure()
            }
        }
    }
}
