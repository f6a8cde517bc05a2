/// Sound that comes whether or not anyone reads: a microphone.
///
/// `read` gives the sound alone and waits through a loss of the device; `next` tells what happened.
/// One of the two is called, by one thread at a time; `stop` may be called by any.
public protocol LiveAudioSource: AudioSource, Sendable {
    /// The next event; nil after `stop`. Blocks until there is one.
    func next() -> CaptureEvent?

    /// Whether `next` has something to tell, waiting for it so long at most; true after `stop`.
    func hasNews(within seconds: Double) -> Bool

    /// Ends the capture: a blocked `next` or `read` returns nil at once, and so do all later ones;
    /// a blocked `hasNews` returns.
    func stop()

    /// What happened so far.
    var tally: CaptureTally { get }

    /// How the device gives its sound, for a person: "44100 Hz, 2 channels, 16-bit"; nil where
    /// there is nothing to tell.
    var deviceFormat: String? { get }
}

extension LiveAudioSource {
    /// Not told.
    public var deviceFormat: String? { nil }

    /// The next sound; what `next` tells beside it is only counted in `tally`.
    public func read() throws -> AudioChunk? {
        while let event = next() {
            if case .sound(let chunk) = event { return chunk }
        }
        return nil
    }
}

/// What a live source has to tell: sound mostly, and everything that sound alone would hide.
public enum CaptureEvent: Sendable, Equatable {
    /// The next piece of sound.
    case sound(AudioChunk)
    /// The device ran over because the computer was late, so sound is missing here.
    /// - Parameter count: how often since the source was opened.
    case overrun(count: Int)
    /// Nobody read for longer than the queue holds, so its oldest sound was thrown away here.
    /// - Parameter seconds: how much.
    case dropped(seconds: Double)
    /// What came until here was not listened to, since the program itself spoke.
    case unheard
    /// The device is gone; it is looked for until it returns.
    /// - Parameter reason: what the system says, for a person.
    case lost(reason: String)
    /// The device is there again; sound goes on.
    case returned
}

/// How a live source fared since it was opened.
public struct CaptureTally: Sendable, Equatable {
    /// How often the device ran over because the computer was late.
    public var overruns = 0
    /// Sound thrown away because nobody read it, seconds.
    public var droppedSeconds = 0.0
    /// How often the device went away.
    public var losses = 0

    /// Of a source that nothing has happened to.
    public init() {}
}
