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
