internal import Foundation

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

/// Another source's sound at the pace of real time, as a microphone would give it.
///
/// A piece is released when its last sample is due. A late reader gets the missed pieces at once, as
/// from the buffer of a device.
public final class PacedSource: AudioSource {
    private let source: any AudioSource
    private let clock: any WaitingClock
    private let pieceSamples: Int
    private var rest: ArraySlice<Float> = []
    private var start: Duration?
    private var released = 0

    /// Wraps a source.
    ///
    /// - Parameters:
    ///   - source: read as the sound falls due.
    ///   - clock: to wait by; the first read starts the sound.
    ///   - pieceSeconds: length of a piece.
    public init(
        _ source: any AudioSource, clock: any WaitingClock, pieceSeconds: Double = 0.020
    ) {
        self.source = source
        self.clock = clock
        pieceSamples = max(1, Int(pieceSeconds * Double(speechRate)))
    }

    public func read() throws -> AudioChunk? {
        let start = start ?? clock.now()
        self.start = start
        var piece: [Float] = []
        while piece.count < pieceSamples {
            if rest.isEmpty {
                guard let chunk = try source.read() else { break }
                rest = chunk.samples[...]
            }
            let taken = rest.prefix(pieceSamples - piece.count)
            piece += taken
            rest = rest.dropFirst(taken.count)
        }
        guard !piece.isEmpty else { return nil }
        released += piece.count
        clock.wait(until: start + .seconds(1) * released / speechRate)
        return AudioChunk(samples: piece, sampleRate: speechRate)
    }
}

/// The computer's monotonic clock, which ignores changes of the date.
public struct SteadyClock: WaitingClock {
    private let start = ContinuousClock.now

    /// A clock that starts at zero now.
    public init() {}

    public func now() -> Duration { ContinuousClock.now - start }

    public func wait(until time: Duration) {
        let left = time - now()
        if left > .zero { Thread.sleep(forTimeInterval: left / .seconds(1)) }
    }
}

/// A clock that blocking code waits by.
public protocol WaitingClock: Sendable {
    /// Time since some moment that stays the same; never runs backwards.
    func now() -> Duration

    /// Blocks the calling thread until then; returns at once where that is past.
    func wait(until time: Duration)
}

/// An output for sound that people hear.
public protocol Loudspeaker: AnyObject, Sendable {
    /// Plays sound, and returns after its last sample or when it is to stop. One thread at a time.
    ///
    /// - Parameters:
    ///   - samples: mono, 16,000 Hz, -1…1.
    ///   - goesOn: whether to play on, asked ten times a second.
    func play(_ samples: [Float], while goesOn: () -> Bool) throws
}

/// A voice that turns words into sound.
public protocol Speaking: Sendable {
    /// The sound of some words: mono, 16,000 Hz, -1…1.
    ///
    /// - Parameters:
    ///   - text: words, or single capital letters, which are read as their names.
    ///   - rate: how fast; 1 is the voice's own rate, less is slower.
    func say(_ text: String, rate: Double) throws -> [Float]
}

/// A simulated microphone with both its sides.
public struct SoundLoop: Sendable {
    /// The side that is spoken into.
    public let mouth: any SoundSink
    /// The side that is listened to, as any microphone.
    public let ear: any LiveAudioSource

    /// Both sides of such a microphone: what `mouth` is given, `ear` hears.
    public init(mouth: any SoundSink, ear: any LiveAudioSource) {
        self.mouth = mouth
        self.ear = ear
    }
}

/// The speaking side of a simulated microphone.
public protocol SoundSink: Sendable {
    /// Writes sound that is heard at once; the writer keeps the pace.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func write(_ samples: [Float])

    /// Ends the sound; later sound goes unheard.
    func close()
}
