import ALSACapture
import Audio
import Foundation
import SoundFiles
import Synchronization
import TestSpeech
import Testing

/// A room that rings on after each time that the program speaks in it.
private struct RingingRoom {
    /// How long it takes to lose 60 dB, seconds.
    var decay: Double
    /// When the program speaks, seconds.
    var speeches: [ClosedRange<Double>]
    /// When somebody else does.
    var answers: [ClosedRange<Double>] = []
    var seconds: Double
    static let voice: Float = 0.05
    static let noise: Float = 0.0003

    /// The time from the end of a speech until it is 10 dB over the noise, seconds.
    var echo: Double { (20 * log10(Double(Self.voice / Self.noise)) - 10) / 60 * decay }

    /// The sound of a microphone there: noise at the level of a voice, dying away evenly.
    func sound(seed: UInt64) -> [Float] {
        var generator = SeededNoise(seed: seed)
        let count = Int(seconds * Double(speechRate))
        let hiss = generator.white(rms: Self.noise, count: count)
        return zip(generator.white(rms: Self.voice, count: count), hiss).enumerated().map {
            index, values in
            let time = Double(index) / Double(speechRate)
            let loudest = (speeches + answers).filter { $0.lowerBound <= time }.map { spoken in
                time <= spoken.upperBound ? 1 : pow(10, -3 * (time - spoken.upperBound) / decay)
            }.max()
            return values.0 * Float(loudest ?? 0) + values.1
        }
    }
}

/// A microphone in the room. It closes and opens the gate when the sound reaches the start and the
/// end of the program's speech.
private final class RoomMicrophone: LiveAudioSource {
    private let samples: [Float]
    private let speeches: [ClosedRange<Double>]
    private let gate: MicrophoneGate
    private let clock: HandClock
    private let place = Mutex(0)
    private static let piece = speechRate / 50

    init(_ room: RingingRoom, gate: MicrophoneGate, clock: HandClock) {
        samples = room.sound(seed: 11)
        speeches = room.speeches
        self.gate = gate
        self.clock = clock
    }

    func next() -> CaptureEvent? {
        let start = place.withLock { place in
            defer { place += Self.piece }
            return place
        }
        guard start + Self.piece <= samples.count else { return nil }
        let time = Double(start) / Double(speechRate)
        func isNow(_ moment: Double) -> Bool { time <= moment && moment < time + 0.02 }
        if speeches.contains(where: { isNow($0.lowerBound) }) { gate.close() }
        if speeches.contains(where: { isNow($0.upperBound) }) { gate.open() }
        clock.pass(.milliseconds(20))
        return .sound(
            AudioChunk(
                samples: Array(samples[start..<start + Self.piece]), sampleRate: speechRate))
    }

    func hasNews(within seconds: Double) -> Bool { true }
    func stop() {}
    var tally: CaptureTally { CaptureTally() }
}

@Suite("The echo of the program's own voice", .timeLimit(.minutes(1)))
struct EchoTests {
    private func echo(of room: RingingRoom) -> Double {
        let clock = HandClock()
        let gate = MicrophoneGate(clock: clock)
        let microphone = GatedMicrophone(
            RoomMicrophone(room, gate: gate, clock: clock), gate: gate)
        while microphone.next() != nil {}
        return gate.echo
    }

    @Test("The echo is measured after the first speech", arguments: [0.3, 0.6, 1.2, 2.0])
    func measured(decay: Double) {
        let room = RingingRoom(decay: decay, speeches: [0.5...2], seconds: 4.2)
        let echo = echo(of: room)
        #expect(abs(echo - room.echo) < 0.12, "\(echo) s instead of \(room.echo) s")
    }

    @Test("The echo has an assumed value until it is measured, and stays bounded")
    func bounds() {
        #expect(
            echo(of: RingingRoom(decay: 0.6, speeches: [0.5...2], seconds: 3))
                == MicrophoneGate.assumedEcho)
        #expect(echo(of: RingingRoom(decay: 0.02, speeches: [0.5...2], seconds: 4)) == 0.1)
        #expect(echo(of: RingingRoom(decay: 6, speeches: [0.5...2], seconds: 9)) == 1.5)
    }

    @Test("An immediate answer makes it seem longer only until the next measurement")
    func answered() {
        var room = RingingRoom(
            decay: 0.6, speeches: [0.5...2], answers: [2.3...3.2], seconds: 5)
        #expect(echo(of: room) > room.echo + 0.3)
        room.speeches.append(6...7)
        room.seconds = 9
        #expect(abs(echo(of: room) - room.echo) < 0.12)
    }

    @Test("A real ALSA microphone hears none of a long echo")
    func alsa() throws {
        let room = RingingRoom(decay: 1.4, speeches: [0.4...1.2, 3.2...3.8], seconds: 6)
        let virtual = try VirtualMicrophone()
        defer { virtual.close() }
        let clock = HandClock()
        let gate = MicrophoneGate(clock: clock)
        let capture = SteppedMicrophone(
            try ALSACapture(virtual.device) { try SoxrResampler(from: $0, to: $1) })
        defer { capture.stop() }
        let microphone = GatedMicrophone(
            ScheduledMicrophone(
                capture, gate: gate, clock: clock, speeches: room.speeches,
                seconds: room.seconds - 0.1),
            gate: gate)
        capture.speak(room.sound(seed: 12), into: virtual)
        var loudest: Float = 0
        while true {
            guard microphone.hasNews(within: 0.2) else { continue }
            guard let event = microphone.next() else { break }
            // From the second speech on, the echo is known.
            guard gate.echo != MicrophoneGate.assumedEcho, case .sound(let chunk) = event else {
                continue
            }
            loudest = max(loudest, chunk.samples.map(abs).max() ?? 0)
        }
        #expect(abs(gate.echo - room.echo) < 0.12, "\(gate.echo) instead of \(room.echo) s")
        // The rest is too faint to begin a stretch of speech.
        #expect(loudest > 0 && loudest < RingingRoom.noise * 20, "\(loudest)")
    }
}
