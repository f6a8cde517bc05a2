public import Audio
internal import Dispatch
internal import Foundation
internal import Synchronization

/// A microphone, read through ALSA.
///
/// The device is opened and read by a thread of its own, which takes what the hardware offers
/// (16 kHz mono where it can) and brings it to 16 kHz mono. A reader that is late finds up to ten
/// seconds of sound waiting; beyond that the oldest is dropped, counted and told. A device that
/// vanishes is told as `lost`, looked for once a second, and told as `returned`.
///
/// ```swift
/// let microphone = try ALSACapture(.init("hw:1")) { try SoxrResampler(from: $0, to: $1) }
/// while let event = microphone.next() { … }
/// ```
public final class ALSACapture: LiveAudioSource {
    /// The device, as it was asked for.
    public let device: CaptureDevice
    /// What the device gave at the first opening.
    public let format: CaptureFormat

    /// Seconds of sound that wait for a reader that is late.
    public static let queueSeconds = 10.0

    private let queue: CaptureQueue

    /// Opens a device and begins to capture. Blocks until it is open.
    ///
    /// - Parameters:
    ///   - device: which.
    ///   - clock: what a device that is only simulated is held to its pace by.
    ///   - resampler: makes what converts the device's rate.
    /// - Throws: `CaptureError`.
    public convenience init(
        _ device: CaptureDevice = .systemDefault, clock: any WaitingClock = SteadyClock(),
        resampler: @escaping ResamplerMaking
    ) throws(CaptureError) {
        try self.init(
            device, clock: clock, patience: CapturePatience(), resampler: resampler
        ) { () throws(CaptureError) -> any CapturePort in
            do throws(CaptureError) {
                return try ALSAPort(device)
            } catch {
                // ALSA's own words would be of files and parameters of its configuration.
                guard device.name == CaptureDevice.systemDefault.name, ALSADevices.list().isEmpty
                else { throw error }
                throw .none(advice: ALSADevices.adviceForNone)
            }
        }
    }

    /// The same with another way to open the device.
    init(
        _ device: CaptureDevice, clock: any WaitingClock, patience: CapturePatience,
        resampler: @escaping ResamplerMaking,
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

    public func next() -> CaptureEvent? { queue.pop() }

    public func hasNews(within seconds: Double) -> Bool { queue.hasNews(within: seconds) }

    /// Ends the capture; the device is closed within a tenth of a second, or, where ALSA's `file`
    /// plugin waits for the writer of a FIFO, when that writes or closes.
    public func stop() { queue.stop() }

    public var tally: CaptureTally { queue.tally }

    public var deviceFormat: String? { format.description }
}

/// How the first opening went, told once by the capture thread to the thread that waits for it.
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
            ?? .failure(.failed(name: "", reason: "the capture thread said nothing"))
    }
}

/// How long the capture waits before it acts.
struct CapturePatience: Sendable {
    /// A device that gives nothing for so long, after it gave sound, is taken for lost.
    var silence = Duration.seconds(2)
    /// The same of one that was opened and gave nothing yet: opening it anew would only let it
    /// begin anew. A sound server just started (PulseAudio 16.1) takes over two seconds; so may a
    /// wireless microphone that changes from listening to music to speech. Aloud's own choice.
    var firstSound = Duration.seconds(5)
    /// Between two tries to open a lost device again.
    var reopenSeconds = 1.0
}
