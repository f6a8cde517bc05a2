package import Audio
internal import Foundation
internal import Synchronization

/// The microphone of the page, as a source of live sound.
///
/// Up to ten seconds of sound wait for a late reader; beyond that the oldest is dropped, counted and
/// reported. A page that sends nothing for 1.5 s is reported as `lost`, and as `returned` when it
/// sends again.
package final class PageMicrophone: LiveAudioSource {
    private struct State {
        var queue = CaptureQueueState()
        /// When the last sound arrived; at first, when the microphone was opened.
        var arrived = ContinuousClock.now
        var isLost = false
        var overruns = 0
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// Seconds of sound that wait for a late reader.
    static let queueSeconds = 10.0
    /// The longest wait before the silence is looked at, seconds.
    private static let look = 0.1
    private static let silent = "the page sends no sound"

    init() {}

    package var deviceFormat: String? { "the page, \(speechRate) Hz, 1 channel, 16-bit" }

    package var tally: CaptureTally { state.withLock { $0.queue.tally } }

    /// Adds what has arrived.
    func take(_ events: [CaptureEvent]) {
        state.withLock { state in
            for event in events {
                switch event {
                case .sound:
                    state.arrived = .now
                    if state.isLost {
                        state.isLost = false
                        state.queue.add(.returned, capacitySeconds: Self.queueSeconds)
                    }
                    state.queue.add(event, capacitySeconds: Self.queueSeconds)
                case .overrun:
                    state.overruns += 1
                    state.queue.add(
                        .overrun(count: state.overruns), capacitySeconds: Self.queueSeconds)
                default: state.queue.add(event, capacitySeconds: Self.queueSeconds)
                }
            }
        }
        news.signal()
    }

    package func next() -> CaptureEvent? {
        while true {
            let (event, isStopped) = state.withLock { state -> (CaptureEvent?, Bool) in
                guard !state.queue.stopped else { return (nil, true) }
                Self.noticeSilence(&state)
                return (state.queue.takeFirst(), false)
            }
            if event != nil || isStopped { return event }
            _ = news.wait(timeout: .now() + Self.look)
        }
    }

    package func hasNews(within seconds: Double) -> Bool {
        let end = DispatchTime.now() + seconds
        repeat {
            let hasNews = state.withLock { state in
                Self.noticeSilence(&state)
                return state.queue.stopped || !state.queue.isEmpty
            }
            if hasNews { return true }
        } while news.wait(timeout: min(end, .now() + Self.look)) == .success
            || DispatchTime.now() < end
        return false
    }

    package func stop() {
        state.withLock { $0.queue.stopped = true }
        news.signal()
    }

    private static func noticeSilence(_ state: inout State) {
        guard !state.isLost, state.arrived.duration(to: .now) >= PageSound.patience else { return }
        state.isLost = true
        state.queue.add(.lost(reason: silent), capacitySeconds: queueSeconds)
    }
}
