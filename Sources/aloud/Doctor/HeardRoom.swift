internal import Audio
internal import Foundation
internal import Platform

/// What a microphone heard in a few seconds: how loud speech was, and what lay between.
struct HeardRoom: Sendable, Equatable {
    /// The level of all of it; nil where nothing came.
    var level: Level?
    /// The power of the speech alone, dB relative to full scale; nil where none was found.
    var speech: Double?
    /// The power of what is no speech, dB relative to full scale; nil where there is too little.
    var noise: Double?
    /// Sound that was lost, and how the device fared.
    var tally = CaptureTally()
    /// Why the device stopped, if it did.
    var trouble: String?

    /// By how much speech was louder than the noise, dB, never under 0; nil without speech.
    ///
    /// What is measured during speech holds the noise, too, so its power is taken off.
    var speechOverNoise: Double? {
        guard let speech, let noise else { return nil }
        let ratio = pow(10, (speech - noise) / 10) - 1
        return ratio > 1 ? 10 * log10(ratio) : 0
    }

    /// What is kept away from either end of speech for noise, seconds: its rise and its echo.
    private static let margin = 0.1
    /// The least sound that noise is measured in, seconds.
    private static let leastNoise = 0.2

    /// Measures sound.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    init(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        var meter = LevelMeter(windowSeconds: Double(samples.count) / Double(speechRate))
        meter.add(samples)
        level = meter.level
        // All of it is there, so the noise need not be learnt while listening. What never pauses,
        // as a hum, is noise throughout.
        var spoken = Power()
        var between = Power()
        var end = 0.0
        for segment in SpeechSegment.all(in: samples) {
            between.add(samples.between(end, segment.start - Self.margin))
            spoken.add(samples.between(segment.start, segment.end))
            end = segment.end + Self.margin
        }
        between.add(samples.between(end, .infinity))
        speech = spoken.seconds > 0 ? spoken.decibels : nil
        noise = between.seconds >= Self.leastNoise ? between.decibels : nil
    }

    /// The mean power of several pieces of sound.
    private struct Power {
        var squares = 0.0
        var count = 0

        var seconds: Double { Double(count) / Double(speechRate) }
        var decibels: Double { Level.decibels(power: squares / Double(max(1, count))) }

        mutating func add(_ samples: ArraySlice<Float>) {
            squares += samples.reduce(0) { $0 + Double($1) * Double($1) }
            count += samples.count
        }
    }
}

extension [Float] {
    /// The sound from one second to another, as far as there is any.
    fileprivate func between(_ start: Double, _ end: Double) -> ArraySlice<Float> {
        let length = Double(count)
        let from = Int(Swift.min(Swift.max(start * Double(speechRate), 0), length))
        let to = Int(Swift.min(Swift.max(end * Double(speechRate), 0), length))
        return from < to ? self[from..<to] : []
    }
}

extension HeardRoom {
    /// How much longer than its sound lasts a device may take, seconds: the capture itself gives a
    /// device up after two without sound.
    private static let patienceSeconds = 3.0

    /// Listens to a device for so much sound, and stops it. A device that stays silent is not
    /// waited for.
    static func listen(
        to source: any LiveAudioSource, seconds: Double, stop: StopRequest
    ) -> HeardRoom {
        let wanted = Int(seconds * Double(speechRate))
        let deadline = DispatchTime.now() + seconds + patienceSeconds
        DispatchQueue.global().asyncAfter(deadline: deadline) { source.stop() }
        stop.whenRequested { source.stop() }
        var samples: [Float] = []
        var trouble: String?
        listening: while samples.count < wanted, let event = source.next() {
            switch event {
            case .sound(let chunk): samples += chunk.samples
            case .lost(let reason):
                trouble = reason
                break listening
            case .returned, .overrun, .dropped, .unheard: break
            }
        }
        source.stop()
        var room = HeardRoom(Array(samples.prefix(wanted)))
        room.tally = source.tally
        room.trouble = trouble
        return room
    }
}
