internal import Audio
internal import Foundation
internal import HandsFree

/// What a microphone heard in a few seconds: how loud speech was, and what lay between.
struct HeardRoom: Sendable, Equatable {
    /// The level of all of it; nil where nothing came.
    var level: Level?
    /// The power of the speech alone, dB relative to full scale; nil where none was found.
    var speech: Double?
    /// Sound that was lost, and how the device fared.
    var tally = CaptureTally()
    /// Why the device stopped, if it did.
    var trouble: String?

    /// By how much speech was louder than what lay between the words, dB; nil without speech.
    var speechOverNoise: Double? {
        guard let speech, let floor = level?.noiseFloor else { return nil }
        return speech - floor
    }

    /// Measures sound.
    ///
    /// - Parameter samples: mono at 16,000 Hz.
    init(_ samples: [Float]) {
        guard !samples.isEmpty else { return }
        let seconds = Double(samples.count) / Double(speechRate)
        var meter = LevelMeter(windowSeconds: seconds)
        meter.add(samples)
        level = meter.level
        var endpointer = Endpointer()
        var segments = endpointer.take(samples)
        if let last = endpointer.finish() { segments.append(last) }
        let spoken = segments.flatMap { segment in
            samples[Self.index(segment.start, in: samples)..<Self.index(segment.end, in: samples)]
        }
        guard !spoken.isEmpty else { return }
        let power = spoken.reduce(0) { $0 + Double($1) * Double($1) } / Double(spoken.count)
        speech = Level.decibels(power: power)
    }

    private static func index(_ seconds: Double, in samples: [Float]) -> Int {
        min(samples.count, max(0, Int(seconds * Double(speechRate))))
    }
}

extension HeardRoom {
    /// Listens to a device for so much sound. A device that stays silent is not waited for longer
    /// than `patienceSeconds` beyond that.
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
            case .returned, .overrun, .dropped: break
            }
        }
        source.stop()
        var room = HeardRoom(Array(samples.prefix(wanted)))
        room.tally = source.tally
        room.trouble = trouble
        return room
    }

    /// How much longer than its sound lasts a device may take, seconds: the capture itself gives a
    /// device up after two without sound.
    private static let patienceSeconds = 3.0
}
