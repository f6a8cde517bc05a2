package import Audio
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A microphone, read through ALSA.
///
/// A thread of its own opens and reads the device in a format of the hardware (16 kHz mono if
/// possible) and converts the sound to 16 kHz mono. Up to ten seconds of sound wait for a late reader;
/// beyond that the oldest is dropped, counted and reported. A device that vanishes is reported as
/// `lost`, looked for once a second, and reported as `returned`.
///
/// ```swift
/// let microphone = try ALSACapture(.init("hw:1")) { try SoxrResampler(from: $0, to: $1) }
/// while let event = microphone.next() { … }
/// ```
package final class ALSACapture: LiveAudioSource {
    /// The device that was asked for.
    package let device: CaptureDevice
    /// Format of the device when it was first opened.
    package let format: CaptureFormat

    /// Seconds of sound that wait for a late reader.
    package static let queueSeconds = 10.0

    private let queue: CaptureQueue

    /// Opens a device and begins to capture. Blocks until it is open.
    ///
    /// - Parameters:
    ///   - device: to capture from.
    ///   - clock: paces a simulated device.
    ///   - resampler: makes a converter for the device's rate.
    /// - Throws: `CaptureError`.
    package convenience init(
        _ device: CaptureDevice = .systemDefault, clock: any WaitingClock = SteadyClock(),
        resampler: @escaping ResamplerFactory
    ) throws(CaptureError) {
        try self.init(
            device, clock: clock, patience: CapturePatience(), resampler: resampler
        ) { () throws(CaptureError) -> any CapturePort in
            do throws(CaptureError) {
                return try ALSAPort(device)
            } catch {
                // ALSA's own message would be about its configuration files.
                guard device.name == CaptureDevice.systemDefault.name, ALSADevices.list().isEmpty
                else { throw error }
                throw .none(advice: ALSADevices.adviceForNone)
            }
        }
    }

    /// A capture that opens the device with another function, for tests.
    init(
        _ device: CaptureDevice, clock: any WaitingClock, patience: CapturePatience,
        resampler: @escaping ResamplerFactory,
        open: @escaping @Sendable () throws(CaptureError) -> any CapturePort
    ) throws(CaptureError) {
        let queue = CaptureQueue(capacitySeconds: Self.queueSeconds)
        let opening = Opening()
        let thread = Thread {
            var loop = CaptureLoop(
                clock: clock, queue: queue, patience: patience, resampler: resampler, open: open)
            loop.run { opening.tell($0) }
        }
        thread.name = "aloud capture"
        thread.start()
        format = try opening.wait().get()
        self.device = device
        self.queue = queue
    }

    deinit { queue.stop() }

    package func next() -> CaptureEvent? { queue.pop() }

    package func hasNews(within seconds: Double) -> Bool { queue.hasNews(within: seconds) }

    /// Ends the capture. The device is closed within a tenth of a second. If ALSA's `file` plugin
    /// waits for the writer of a FIFO, the device is closed when that writer writes or closes.
    package func stop() { queue.stop() }

    package var tally: CaptureTally { queue.tally }

    package var deviceFormat: String? { format.description }
}

/// The result of the first opening, passed once from the capture thread to the thread that waits.
private final class Opening: Sendable {
    private let result = Mutex<Result<CaptureFormat, CaptureError>?>(nil)
    private let told = DispatchSemaphore(value: 0)

    func tell(_ outcome: Result<CaptureFormat, CaptureError>) {
        result.withLock { $0 = outcome }
        told.signal()
    }

    func wait() -> Result<CaptureFormat, CaptureError> {
        told.wait()
        return result.withLock { $0 }
            ?? .failure(.failed(name: "", reason: "the capture thread ended without a result"))
    }
}

/// Times after which the capture acts.
struct CapturePatience: Sendable {
    /// Silence after which a device that gave sound counts as lost.
    var silence = Duration.seconds(2)
    /// The silence after which a device that gave no sound since it was opened counts as lost. A
    /// sound server that has just started (PulseAudio 16.1) takes over two seconds, and so may a
    /// wireless microphone that changes from music to speech. Not measured.
    var firstSound = Duration.seconds(5)
    /// Seconds between two attempts to reopen a lost device.
    var reopenSeconds = 1.0
}

/// The bounded queue of events from the capture thread to the reader. If no one reads, the oldest
/// sound is dropped, and its length is reported in its place.
///
/// `@unchecked Sendable`: `state` is touched only while `lock` is held. It is a lock rather than a
/// `Mutex`, because the thread sanitizer does not see a contended `Mutex`. Waits use a clock that
/// nobody sets.
final class CaptureQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var state = CaptureQueueState()
    private let capacitySeconds: Double
    /// Signalled once for each event, and by every thread that finds the queue stopped.
    private let news = DispatchSemaphore(value: 0)
    /// Signalled by `stop`, and by every sleeper that it wakes.
    private let stopping = DispatchSemaphore(value: 0)

    /// - Parameter capacitySeconds: of sound kept for a late reader.
    init(capacitySeconds: Double) { self.capacitySeconds = capacitySeconds }

    var tally: CaptureTally { withState { $0.tally } }

    var isStopped: Bool { withState { $0.stopped } }

    /// Adds an event; never waits for the reader.
    func push(_ event: CaptureEvent) {
        withState { $0.add(event, capacitySeconds: capacitySeconds) }
        news.signal()
    }

    /// The next event; nil after `stop`. Blocks until there is one.
    func pop() -> CaptureEvent? {
        while true {
            let (isStopped, event) = withState { ($0.stopped, $0.stopped ? nil : $0.takeFirst()) }
            if let event { return event }
            guard !isStopped else {
                news.signal()
                return nil
            }
            news.wait()
        }
    }

    /// Waits up to this time for news, seconds. True if `pop` would then return at once.
    func hasNews(within seconds: Double) -> Bool {
        let end = DispatchTime.now() + seconds
        repeat {
            let (isStopped, isEmpty) = withState { ($0.stopped, $0.isEmpty) }
            if isStopped { news.signal() }
            if isStopped || !isEmpty { return true }
        } while news.wait(timeout: end) == .success
        return withState { $0.stopped || !$0.isEmpty }
    }

    /// Ends every `pop`, `hasNews` and `sleep`, now and later.
    func stop() {
        withState { $0.stopped = true }
        news.signal()
        stopping.signal()
    }

    /// Blocks the capture thread for some seconds or until `stop`.
    func sleep(seconds: Double) {
        guard !isStopped, stopping.wait(timeout: .now() + seconds) == .success else { return }
        stopping.signal()
    }

    /// Runs code on the state. The code must wait for nothing.
    private func withState<Result>(_ body: (inout CaptureQueueState) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }
}
