import Acuity
import Audio
import FliteVoice
import Synchronization
import Testing

@testable import SimulatedPatient

@Suite("How the patient sounds", .timeLimit(.minutes(1)))
struct RoomTests {
    func rms(_ samples: [Float]) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
    }

    @Test("The room has the configured level, and is the same for the same seed")
    func noise() {
        for seed in UInt64(0)..<5 {
            var room = RoomNoise(amplitude: 0.01, seed: seed)
            var same = RoomNoise(amplitude: 0.01, seed: seed)
            let heard = room.next(5 * speechRate)
            #expect(abs(rms(heard) / 0.01 - 1) < 0.05, "seed \(seed)")
            #expect(heard == same.next(5 * speechRate), "seed \(seed)")
        }
    }

    @Test("Each utterance is heard once, in order, above the noise")
    func speech() throws {
        let room = Room(noise: RoomNoise(amplitude: 0, seed: 1))
        room.say([0.5, 0.25], after: 0.001)
        room.say([Float](repeating: 0.125, count: 400), after: 0)
        let heard = (room.read()?.samples ?? []) + (room.read()?.samples ?? [])
        let silence = [Float](repeating: 0, count: 16)
        let rest = [Float](repeating: 0, count: heard.count - 418)
        #expect(
            heard == silence + [0.5, 0.25] + [Float](repeating: 0.125, count: 400) + rest)
        #expect(room.read()?.samples.allSatisfy { $0 == 0 } == true)
    }

    @Test("Every voice separates its letters, at the configured amplitude")
    func voices() throws {
        for name in FliteVoice.Name.allCases {
            var voice = PatientVoice(FliteVoice(name), seed: 3)
            let sound = try voice.sound(of: Remark(["N", "C", "K"]))
            #expect(abs((sound.map(abs).max() ?? 0) - 0.25) < 0.001)
            var endpointer = Endpointer()
            let room = [Float](repeating: 0, count: speechRate / 2)
            let segments = endpointer.take(room + sound + room)
            #expect(segments.count == 3, "\(name)")
            let loud = try voice.sound(of: Remark(["N"], rate: 0.75, loudness: 2))
            #expect(abs((loud.map(abs).max() ?? 0) - 0.5) < 0.001)
        }
    }

    @Test("Every listener hears the room until it is stopped")
    func roomSound() {
        let sink = KeptSound()
        let room = Room(noise: RoomNoise(amplitude: 0, seed: 1))
        room.say([Float](repeating: 0.5, count: 640), after: 0)
        let sound = RoomSound(of: room, into: sink, clock: HurriedClock())
        while sink.samples.count < 640 {}
        sound.stop()
        #expect(sink.samples.prefix(640).allSatisfy { $0 == 0.5 })
        #expect(sink.samples.dropFirst(640).allSatisfy { $0 == 0 })
        #expect(sink.isClosed)
    }
}

/// A sink that keeps what it hears.
private final class KeptSound: SoundSink {
    private let kept = Mutex<(samples: [Float], isClosed: Bool)>(([], false))
    var samples: [Float] { kept.withLock { $0.samples } }
    var isClosed: Bool { kept.withLock { $0.isClosed } }

    func write(_ samples: [Float]) { kept.withLock { $0.samples += samples } }
    func close() { kept.withLock { $0.isClosed = true } }
}

/// A clock after all time.
private struct HurriedClock: WaitingClock {
    func now() -> Duration { .zero }
    func wait(until time: Duration) {}
}
