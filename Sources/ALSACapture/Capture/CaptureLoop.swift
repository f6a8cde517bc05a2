internal import Audio

/// What the capture thread does: reads the device, brings its sound to 16 kHz mono, and keeps
/// looking for the device while it is gone.
struct CaptureLoop {
    /// Opens the device, at the start and again after a loss.
    let open: @Sendable () throws(CaptureError) -> any CapturePort
    let resampler: ResamplerMaking
    let clock: any WaitingClock
    let queue: CaptureQueue
    let patience: CapturePatience

    private var overruns = 0
    /// Whether the device gave any sound since it was opened.
    private var gaveSound = false
    /// Whether the reader was told that the device is lost, and not yet that it is back.
    private var isLost = false

    init(
        clock: any WaitingClock, queue: CaptureQueue, patience: CapturePatience,
        resampler: @escaping ResamplerMaking,
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
    /// - Parameter opened: told once how the first opening went; after a failure the loop ends.
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
            // One that can be opened and fails at once would be asked for thousands of times.
            if !gaveSound { queue.sleep(seconds: patience.reopenSeconds) }
            port = reopen()
            // One that was opened before and gave nothing is back when it gives sound, and no
            // sooner.
            if gaveSound, port != nil { tellReturn() }
        }
    }

    /// Passes sound on until the device is lost, and closes it, or it would be busy by us when it
    /// is asked for again; why it was lost, or nil after a stop.
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
                // A device that runs over at every read gives no sound either.
                if pace.sinceLastSound > patience.silence {
                    return "the device ran over again and again"
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

    /// Looks for the device until it is there; nil after a stop.
    private func reopen() -> (any CapturePort)? {
        while !queue.isStopped {
            if let port = try? open() { return port }
            queue.sleep(seconds: patience.reopenSeconds)
        }
        return nil
    }
}

/// Brings a device's sound to mono at 16 kHz.
struct DeviceSound {
    private let format: CaptureFormat
    private var mixer: ChannelMixer
    private let resampler: (any Resampling)?

    init(_ format: CaptureFormat, resampler: ResamplerMaking) throws {
        self.format = format
        mixer = ChannelMixer(
            channels: format.channel == nil ? format.channels : 1, sampleRate: format.sampleRate)
        self.resampler =
            format.sampleRate == speechRate ? nil : try resampler(format.sampleRate, speechRate)
    }

    /// The mono sound of interleaved frames; may be empty, for a resampler looks ahead.
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

/// Keeps a device from running ahead of time, and knows since when it is silent.
///
/// A microphone can't be read faster than the sound sounds, but ALSA's `file` plugin can: it
/// hands over a whole recording at once. So the thread waits until the sound just read is due. A
/// card whose clock is fast must not be held back, or its buffer would fill: 0.2 % is left for
/// that, several times what the crystal of a sound card is off.
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

    /// Waits until so much more sound is due.
    mutating func heard(frames count: Int) {
        frames += count
        clock.wait(until: start + .seconds(Double(frames) / Double(sampleRate) / Self.fastestClock))
        lastSound = clock.now()
    }

    /// Begins to count anew, where sound is missing.
    mutating func restart() {
        start = clock.now()
        frames = 0
    }

    /// How long nothing was heard.
    fileprivate var sinceLastSound: Duration { clock.now() - lastSound }
}
