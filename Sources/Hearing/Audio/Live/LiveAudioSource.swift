internal import Foundation

/// Sound that comes whether or not anyone reads: a microphone.
///
/// `read` gives only the sound and waits through a loss of the device; `next` also gives the
/// events. A reader uses one of the two, on one thread at a time; any thread may call `stop`.
package protocol LiveAudioSource: AudioSource, Sendable {
    /// The next event; nil after `stop`. Blocks until there is one.
    func next() -> CaptureEvent?

    /// Waits up to this time for news, seconds. True if `next` would then return at once, or after
    /// `stop`.
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
    package var deviceFormat: String? { nil }

    /// The next sound; other events are only counted in `tally`.
    package func read() throws -> AudioChunk? {
        while let event = next() {
            if case .sound(let chunk) = event { return chunk }
        }
        return nil
    }
}

/// An event of a live source: mostly sound, but also losses, which the sound itself does not show.
package enum CaptureEvent: Sendable, Equatable {
    /// The next piece of sound.
    case sound(AudioChunk)
    /// The device overran because the program read too late, so sound is missing here.
    /// - Parameter count: overruns since the source was opened.
    case overrun(count: Int)
    /// No one read for longer than the queue holds, so its oldest sound was dropped here.
    /// - Parameter seconds: the length of the dropped sound.
    case dropped(seconds: Double)
    /// Sound until here was left out, because the program itself spoke.
    case unheard
    /// The device is gone; the source looks for it until it returns.
    /// - Parameter reason: the system's reason, in words.
    case lost(reason: String)
    /// The device is back; sound continues.
    case returned
}

/// Counts of trouble with a live source since it was opened.
package struct CaptureTally: Sendable, Equatable {
    /// Overruns of the device because the computer was late.
    package var overruns = 0
    /// Sound dropped because no one read it, seconds.
    package var droppedSeconds = 0.0
    /// Losses of the device.
    package var losses = 0

    /// No trouble.
    package init() {}
}

/// A capture device that the sound system offers.
package struct ListedDevice: Sendable, Equatable {
    /// Name to open it by.
    package var name: String
    /// Description by the sound system, in one line.
    package var description: String
    /// Whether it is the default device.
    package var isDefault: Bool

    /// A device as the sound system lists it.
    package init(name: String, description: String, isDefault: Bool) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
    }
}

/// Another source's sound at the pace of real time, as a microphone would give it.
///
/// A piece is released when its last sample is due. A late reader gets the missed pieces at once, as
/// from the buffer of a device.
package final class PacedSource: AudioSource {
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
    ///   - clock: the clock to wait by; the first read starts the sound.
    ///   - pieceSeconds: length of a piece.
    package init(
        _ source: any AudioSource, clock: any WaitingClock, pieceSeconds: Double = 0.020
    ) {
        self.source = source
        self.clock = clock
        pieceSamples = max(1, Int(pieceSeconds * Double(speechRate)))
    }

    package func read() throws -> AudioChunk? {
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
package struct SteadyClock: WaitingClock {
    private let start = ContinuousClock.now

    /// A clock that starts at zero now.
    package init() {}

    package func now() -> Duration { ContinuousClock.now - start }

    package func wait(until time: Duration) {
        let left = time - now()
        if left > .zero { Thread.sleep(forTimeInterval: left / .seconds(1)) }
    }
}

/// A clock that blocking code waits by.
package protocol WaitingClock: Sendable {
    /// Time since a fixed moment; never runs backwards.
    func now() -> Duration

    /// Blocks the calling thread until this time; returns at once if it has passed.
    func wait(until time: Duration)
}

/// An output for sound that people hear.
package protocol Loudspeaker: AnyObject, Sendable {
    /// Plays sound, and returns after its last sample or when it must stop. One thread at a time.
    ///
    /// - Parameters:
    ///   - samples: mono, 16,000 Hz, -1…1.
    ///   - goesOn: whether to continue, called ten times a second.
    func play(_ samples: [Float], while goesOn: () -> Bool) throws
}

/// A voice that turns words into sound.
package protocol Speaking: Sendable {
    /// The sound of some words: mono, 16,000 Hz, -1…1.
    ///
    /// - Parameters:
    ///   - text: words, or single capital letters, which are read as their names.
    ///   - rate: how fast; 1 is the voice's own rate, less is slower.
    func say(_ text: String, rate: Double) throws -> [Float]
}

/// A simulated microphone with both its sides.
package struct SoundLoop: Sendable {
    /// The side that is spoken into.
    package let mouth: any SoundSink
    /// The side that is listened to, as any microphone.
    package let ear: any LiveAudioSource

    /// Joins both ends of a simulated microphone: `ear` hears the sound sent to `mouth`.
    package init(mouth: any SoundSink, ear: any LiveAudioSource) {
        self.mouth = mouth
        self.ear = ear
    }
}

/// The speaking side of a simulated microphone.
package protocol SoundSink: Sendable {
    /// Writes sound that is heard at once; the writer keeps the pace.
    ///
    /// - Parameter samples: mono, 16,000 Hz, -1…1.
    func write(_ samples: [Float])

    /// Ends the sound; later sound goes unheard.
    func close()
}
