import FliteVoice
import Foundation
import TestSpeech
import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct SoundDegradingTests {
    private static let spoken = Result {
        try Scene.saying(["K", "O"], by: FliteVoice(.rms)).inRoom()
    }

    private func power(_ samples: [Float]) -> Double {
        samples.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, samples.count))
    }

    @Test("the noise has the requested level below the speech", arguments: [20.0, 10, 5, -3])
    func ratio(ratio: Double) throws {
        let speech = try Self.spoken.get()
        var generator = SeededNoise(seed: 4)
        let noise = AddedNoise(noise: generator.white(rms: 0.3, count: 5_000), ratio: ratio)
        let mixed = noise.added(to: speech, seed: 7)
        let added = zip(mixed, speech).map { $0 - $1 }
        let level = Double(try #require(AddedNoise.speechPower(speech)))
        #expect(abs(10 * log10(level / power(added)) - ratio) < 0.1)
        #expect(noise.added(to: speech, seed: 7) == mixed)
        #expect(noise.added(to: speech, seed: 8) != mixed)
    }

    @Test("the noise of a recording depends only on its name and the seed")
    func paired() throws {
        let speech = try Self.spoken.get()
        var generator = SeededNoise(seed: 4)
        let noise = AddedNoise(noise: generator.white(rms: 0.3, count: 50_000), ratio: 10)
        func noisy(_ name: String, seed: UInt64 = 1) throws -> [Float] {
            try SoundDegrading(noise: noise, seed: seed)
                .applied(to: Recording(name: name) { PieceSource(speech) }).readWhole()
        }
        let first = try noisy("a.wav")
        #expect(try noisy("a.wav") == first)
        #expect(try noisy("b.wav") != first && noisy("a.wav", seed: 2) != first)
    }

    @Test("noise longer than the limit is not read")
    func tooLong() throws {
        let source = PieceSource([Float](repeating: 0.1, count: 5 * 16_000))
        // `nonisolated(unsafe)`: `readWhole` calls the closure and reads the source on the thread of
        // this test, which looks at it only afterwards.
        nonisolated(unsafe) let opened = source
        let recording = Recording(name: "rain.wav") { opened }
        #expect(throws: TooLongSound(path: "rain.wav", option: "--noise")) {
            try recording.readWhole(for: "--noise", atMost: 2)
        }
        #expect(source.given <= 2 * 16_000 + 320)
        let short = Recording(name: "rain.wav") {
            PieceSource([Float](repeating: 0.1, count: 2 * 16_000))
        }
        #expect(try short.readWhole(for: "--noise", atMost: 2).count == 2 * 16_000)
    }

    @Test("silence and empty noise are unchanged")
    func nothing() throws {
        let speech = try Self.spoken.get()
        let none = AddedNoise(noise: [0, 0, 0], ratio: 10)
        #expect(none.added(to: speech, seed: 1) == speech)
        #expect(AddedNoise(noise: [], ratio: 10).added(to: speech, seed: 1) == speech)
        let zeros = [Float](repeating: 0, count: 16_000)
        #expect(AddedNoise(noise: [1], ratio: 10).added(to: zeros, seed: 1) == zeros)
    }

    @Test("an echo has the delay and level of the room")
    func echo() {
        var response = [Float](repeating: 0, count: 300)
        response[20] = 0.8  // the direct sound; what comes before is the way to the microphone
        response[120] = 0.6
        let room = RoomResponse(response)
        var click = [Float](repeating: 0, count: 400)
        click[10] = 1
        let heard = room.applied(to: click)
        let places = heard.indices.filter { heard[$0] != 0 }
        #expect(places == [10, 110])
        #expect(abs(heard[10] - 0.8) < 1e-6 && abs(heard[110] - 0.6) < 1e-6)
        #expect(RoomResponse([]).applied(to: click) == click)
        #expect(RoomResponse([0, 0]).applied(to: click) == click)
    }

    @Test("babble has other speakers, equally loud, and is the same for the same seed")
    func babble() throws {
        let rows = (0..<9).map { index in
            ReferenceRow(path: "\(index)", transcript: ["YES"], speaker: "s\(index)", set: "")
        }
        var asked: [String] = []
        func make(_ listened: Set<String>, seed: UInt64 = 1) throws -> [Float] {
            asked = []
            return try Babble.make(of: rows, leavingOut: listened, seed: seed) { row in
                asked.append(row.path)
                var generator = SeededNoise(seed: UInt64(row.path) ?? 0)
                return generator.white(rms: 0.01 * (1 + Float(row.path.count)), count: 32_000)
            }
        }
        let first = try make(["s0", "s1", "s2"])
        #expect(Set(asked) == ["3", "4", "5", "6", "7", "8"])
        #expect(try make(["s0", "s1", "s2"]) == first)
        #expect(try make(["s0"], seed: 2) != first)
        // Six voices of power 0.05² each.
        #expect(abs(power(first) / (6 * 0.05 * 0.05) - 1) < 0.1)
        // Nobody talks over themselves: with too few others there is no babble.
        #expect(throws: TooFewTalkers(others: 5)) {
            try make(Set(rows.dropLast(5).map(\.speaker)))
        }
        #expect(throws: TooFewTalkers(others: 0)) { try make(Set(rows.map(\.speaker))) }
        #expect(asked.isEmpty)
    }

    @Test("every speaker has the same bad microphone each time")
    func badMicrophones() throws {
        let speech = try Self.spoken.get()
        let one = BadMicrophone(seed: 3)
        #expect(one.applied(to: speech) == BadMicrophone(seed: 3).applied(to: speech))
        #expect(one.applied(to: speech) != BadMicrophone(seed: 4).applied(to: speech))
        #expect(one.applied(to: speech).count == speech.count)
        #expect(one.applied(to: []).isEmpty)
        // Every one of them takes away the lowest frequencies.
        for seed in 0..<20 as Range<UInt64> {
            let taps = BadMicrophone(seed: seed).taps
            func gain(at hertz: Double) -> Double {
                let parts = taps.enumerated().map { index, tap in
                    let phase = 2 * Double.pi * hertz * Double(index) / 16_000
                    return (Double(tap) * cos(phase), Double(tap) * sin(phase))
                }
                return hypot(parts.reduce(0) { $0 + $1.0 }, parts.reduce(0) { $0 + $1.1 })
            }
            let loudest = stride(from: 100.0, to: 8_000, by: 100).map(gain).max() ?? 0
            #expect(loudest > 0.3 && gain(at: 0) < 0.5 * loudest, "seed \(seed)")
        }
    }
}
