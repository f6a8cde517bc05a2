package import Audio
internal import Foundation
internal import HTTP
internal import Synchronization

/// The microphone of the page, as a source of live sound.
///
/// Up to ten seconds of sound wait for a late reader; beyond that the oldest is dropped, counted and
/// reported. A page that sends nothing for 1.5 s is reported as `lost`, and as `returned` when it
/// sends again.
package final class PageMicrophone: LiveAudioSource {
    private struct State {
        var queue = CaptureQueueState()
        /// The arrival of the last sound; at first, the time when the microphone was opened.
        var arrived = ContinuousClock.now
        var isLost = false
        var overruns = 0
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    /// Seconds of sound that wait for a late reader.
    static let queueSeconds = 10.0
    /// The longest wait between two checks for silence, seconds.
    private static let look = 0.1
    private static let silent = "the page sends no sound"

    init() {}

    package var deviceFormat: String? { "the page, \(speechRate) Hz, 1 channel, 16-bit" }

    package var tally: CaptureTally { state.withLock { $0.queue.tally } }

    /// Adds the events that have arrived.
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

/// The sound of the page's microphone. It goes to the present listener; without one it is dropped.
///
/// Any thread.
package final class PageSound: Sendable {
    private struct State {
        /// The capture that the last piece came from; a reload of the page begins another.
        var capture: String?
        /// The first sample that has not arrived.
        var due = 0
        var arrived: ContinuousClock.Instant?
        var listener: PageMicrophone?
    }

    private let state = Mutex(State())

    /// The silence after which the page counts as lost.
    static let patience = Duration.seconds(1.5)

    /// No sound yet.
    package init() {}

    /// Whether sound has arrived lately.
    package var isHeard: Bool {
        state.withLock { $0.arrived }.map { $0.duration(to: .now) < Self.patience } ?? false
    }

    /// Listens from now on, replacing an earlier listener.
    package func open() -> PageMicrophone {
        let microphone = PageMicrophone()
        state.withLock { $0.listener = microphone }
        return microphone
    }

    /// Takes a piece. Samples that were sent twice are dropped, missing ones are reported.
    package func take(_ piece: SoundPiece) {
        let (listener, events) = state.withLock { state in
            state.arrived = .now
            var events: [CaptureEvent] = []
            var samples = piece.samples[...]
            if state.capture != piece.capture {
                // The page was reloaded, and the length of the gap is unknown.
                if state.capture != nil { events.append(.overrun(count: 1)) }
                state.capture = piece.capture
                state.due = piece.first
            }
            let gap = piece.first - state.due
            if gap > 0 {
                events.append(.dropped(seconds: Double(gap) / Double(speechRate)))
            } else {
                samples = samples.dropFirst(-gap)
            }
            state.due = max(state.due, piece.first + piece.samples.count)
            if !samples.isEmpty {
                events.append(
                    .sound(AudioChunk(samples: Array(samples), sampleRate: speechRate)))
            }
            return (state.listener, events)
        }
        listener?.take(events)
    }
}

/// A piece of sound as the page sends it: signed 16-bit little-endian samples at 16 kHz.
package struct SoundPiece: Sendable {
    /// The name of a capture of the page.
    let capture: String
    /// The number of the first sample since the capture began.
    let first: Int
    /// Amplitudes, -1...1.
    let samples: [Float]

    /// The longest name of a capture, in characters.
    private static let longestName = 64
    /// A sample number that no capture reaches: eight years of sound.
    private static let last = 1 << 42

    /// A piece of a WebSocket: the number of its first sample in eight bytes, little-endian, and then
    /// at least one sample. Nil for anything else.
    package init?(_ bytes: [UInt8], capture: String) {
        let head = 8
        guard bytes.count > head, bytes.count.isMultiple(of: 2) else { return nil }
        let first = bytes[..<head].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard first < UInt64(Self.last) else { return nil }
        self.init(
            capture: capture, first: Int(first),
            samples: PCM16.amplitudes(littleEndian: Array(bytes[head...])))
    }

    /// A piece that is already decoded.
    init(capture: String, first: Int, samples: [Float]) {
        self.capture = capture
        self.first = first
        self.samples = samples
    }

    /// Decodes a request.
    ///
    /// - Throws: `Refusal.malformed`.
    init(_ request: Request) throws(Refusal) {
        guard let capture = request.query["capture"], capture.count <= Self.longestName,
            let first = request.query["first"].flatMap({ Int($0) }),
            (0..<Self.last).contains(first),
            request.body.count.isMultiple(of: 2)
        else { throw .malformed }
        self.init(
            capture: capture, first: first,
            samples: PCM16.amplitudes(littleEndian: request.body))
    }
}
