internal import Foundation

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
