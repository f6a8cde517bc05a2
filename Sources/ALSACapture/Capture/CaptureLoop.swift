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
