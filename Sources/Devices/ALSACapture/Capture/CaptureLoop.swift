internal import Audio

/// The loop of the capture thread: reads the device, converts its sound to 16 kHz mono, and looks for
/// the device while it is gone.
struct CaptureLoop {
    /// Opens the device, at the start and after a loss.
    let open: @Sendable () throws(CaptureError) -> any CapturePort
    let resampler: ResamplerFactory
    let clock: any WaitingClock
    let queue: CaptureQueue
    let patience: CapturePatience

    private var overruns = 0
    /// Whether the device gave any sound since it was opened.
    private var gaveSound = false
    /// Whether the loss of the device was reported, but not yet its return.
    private var isLost = false

    init(
        clock: any WaitingClock, queue: CaptureQueue, patience: CapturePatience,
        resampler: @escaping ResamplerFactory,
        open: @escaping @Sendable () throws(CaptureError) -> any CapturePort
    ) {
        self.open = open
        self.resampler = resampler
        self.clock = clock
        self.queue = queue
        self.patience = patience
    }

    /// Captures until the queue is stopped.
    ///
    /// - Parameter opened: called once with the result of the first opening; a failure ends the loop.
    mutating func run(opened: (Result<CaptureFormat, CaptureError>) -> Void) {
        var port: (any CapturePort)?
        do {
            port = try open()
        } catch {
            opened(.failure(error))
            return
        }
        if let format = port?.format { opened(.success(format)) }
        while let reason = capture(from: &port) {
            if !isLost { queue.push(.lost(reason: reason)) }
            isLost = true
            // Without the pause, a device that fails as it opens would be reopened thousands of
            // times.
            if !gaveSound { queue.sleep(seconds: patience.reopenSeconds) }
            port = reopen()
            // A device that gave no sound after the last opening counts as returned when it gives
            // sound.
            if gaveSound, port != nil { tellReturn() }
        }
    }

    /// Passes sound on until the device is lost, then closes it: an open device is busy when
    /// reopened.
    ///
    /// - Returns: the reason of the loss; nil after a stop.
    private mutating func capture(from held: inout (any CapturePort)?) -> String? {
        guard let port = held else { return nil }
        held = nil
        gaveSound = false
        var sound: DeviceSound
        do {
            sound = try DeviceSound(port.format, resampler: resampler)
        } catch {
            return "\(error)"
        }
        var pace = CapturePace(clock: clock, sampleRate: port.format.sampleRate)
        while !queue.isStopped {
            switch port.read() {
            case .sound(let samples):
                gaveSound = true
                tellReturn()
                pace.heard(frames: samples.count / port.format.channels)
                do {
                    let mono = try sound.mono(samples)
                    if !mono.isEmpty {
                        queue.push(.sound(AudioChunk(samples: mono, sampleRate: speechRate)))
                    }
                } catch {
                    return "\(error)"
                }
            case .nothing:
                let silence = pace.sinceLastSound
                if silence > (gaveSound ? patience.silence : patience.firstSound) {
                    return "the device gave no sound for \(silence.components.seconds) s"
                }
            case .interrupted(let code):
                overruns += 1
                queue.push(.overrun(count: overruns))
                if let reason = port.recover(from: code) { return reason }
                // A device that overruns at every read gives no sound either.
                if pace.sinceLastSound > patience.silence {
                    return "the device overran again and again"
                }
                pace.restart()
            case .gone(let reason):
                return reason
            }
        }
        return nil
    }

    private mutating func tellReturn() {
        if isLost { queue.push(.returned) }
        isLost = false
    }

    /// Tries to open the device until it succeeds; nil after a stop.
    private func reopen() -> (any CapturePort)? {
        while !queue.isStopped {
            if let port = try? open() { return port }
            queue.sleep(seconds: patience.reopenSeconds)
        }
        return nil
    }
}

/// Converts a device's sound to mono at 16 kHz.
struct DeviceSound {
    private let format: CaptureFormat
    private var mixer: ChannelMixer
    private let resampler: (any Resampling)?

    init(_ format: CaptureFormat, resampler: ResamplerFactory) throws {
        self.format = format
        mixer = ChannelMixer(
            channels: format.channel == nil ? format.channels : 1, sampleRate: format.sampleRate)
        self.resampler =
            format.sampleRate == speechRate ? nil : try resampler(format.sampleRate, speechRate)
    }

    /// The mono sound of interleaved frames; may be empty, since a resampler looks ahead.
    mutating func mono(_ interleaved: [Float]) throws -> [Float] {
        var heard = interleaved
        if let channel = format.channel {
            heard = stride(from: channel - 1, to: interleaved.count, by: format.channels).map {
                interleaved[$0]
            }
        }
        let mono = mixer.mix(heard)
        return try resampler?.process(mono) ?? mono
    }
}

/// Keeps a device from running ahead of time, and measures its silence.
///
/// A microphone cannot be read faster than real time, but ALSA's `file` plugin gives a whole recording
/// at once, so the thread waits until the sound just read is due. A margin of 0.2 %, several times the
/// error of a sound card's crystal, keeps a card with a fast clock from filling its buffer.
struct CapturePace {
    private let clock: any WaitingClock
    private let sampleRate: Int
    private var start: Duration
    private var lastSound: Duration
    private var frames = 0

    private static let fastestClock = 1.002

    init(clock: any WaitingClock, sampleRate: Int) {
        self.clock = clock
        self.sampleRate = sampleRate
        start = clock.now()
        lastSound = start
    }

    /// Waits until the next frames are due.
    mutating func heard(frames count: Int) {
        frames += count
        clock.wait(until: start + .seconds(Double(frames) / Double(sampleRate) / Self.fastestClock))
        lastSound = clock.now()
    }

    /// Restarts the count after missing sound.
    mutating func restart() {
        start = clock.now()
        frames = 0
    }

    /// Time since the last sound.
    fileprivate var sinceLastSound: Duration { clock.now() - lastSound }
}
