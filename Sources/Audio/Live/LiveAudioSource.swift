/// Sound that comes whether or not anyone reads: a microphone.
///
/// `read` gives the sound alone and waits through a loss of the device; `next` also gives the events.
/// A reader uses one of the two, on one thread at a time; any thread may call `stop`.
public protocol LiveAudioSource: AudioSource, Sendable {
    /// The next event; nil after `stop`. Blocks until there is one.
    func next() -> CaptureEvent?

    /// Whether `next` would return at once, after waiting for that at most so long; true after `stop`.
    func hasNews(within seconds: Double) -> Bool

    /// Ends the capture: a blocked `next` or `read` returns nil at once, and so do all later ones;
    /// a blocked `hasNews` returns.
    func stop()

    /// Counts of the events so far.
    var tally: CaptureTally { get }

    /// Format of the device in words, such as "44100 Hz, 2 channels, 16-bit"; nil if unknown.
    var deviceFormat: String? { get }
}

extension LiveAudioSource {
    /// Unknown.
    public var deviceFormat: String? { nil }

    /// The next sound; other events are only counted in `tally`.
    public func read() throws -> AudioChunk? {
        while let event = next() {
            if case .sound(let chunk) = event { return chunk }
        }
        return nil
    }
}

/// An event of a live source: mostly sound, and everything that sound alone would hide.
public enum CaptureEvent: Sendable, Equatable {
    /// The next piece of sound.
    case sound(AudioChunk)
    /// The device overran because the computer was late, so sound is missing here.
    /// - Parameter count: overruns since the source was opened.
    case overrun(count: Int)
    /// No one read for longer than the queue holds, so its oldest sound was dropped here.
    /// - Parameter seconds: of dropped sound.
    case dropped(seconds: Double)
    /// Sound until here was left out, because the program itself spoke.
    case unheard
    /// The device is gone; it is looked for until it returns.
    /// - Parameter reason: of the system, in words.
    case lost(reason: String)
    /// The device is back; sound goes on.
    case returned
}

/// Counts of trouble with a live source since it was opened.
public struct CaptureTally: Sendable, Equatable {
    /// Overruns of the device because the computer was late.
    public var overruns = 0
    /// Sound dropped because no one read it, seconds.
    public var droppedSeconds = 0.0
    /// Losses of the device.
    public var losses = 0

    /// No trouble.
    public init() {}
}

/// A capture device that the sound system offers.
public struct ListedDevice: Sendable, Equatable {
    /// Name to open it by.
    public var name: String
    /// Description by the sound system, in one line.
    public var description: String
    /// Whether it is the default device.
    public var isDefault: Bool

    /// A device as the sound system lists it.
    public init(name: String, description: String, isDefault: Bool) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
    }
}
