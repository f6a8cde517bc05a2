internal import Audio

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

    static let fastestClock = 1.002

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
    var sinceLastSound: Duration { clock.now() - lastSound }
}
