import Acuity
import Audio
import Foundation
import SoundFiles
import TestSpeech
import TestTraits
import Testing

@testable import Dialogue
@testable import Evaluation
@testable import Platform

/// The parts of a spoken test, without a listener.
@Suite(.listening) struct RecordedPatientTests {
    /// Each letter is a tone of its own frequency and length.
    private let voice = RecordedVoice(
        speaker: "ann", set: "",
        takes: Dictionary(
            uniqueKeysWithValues: Letter.sloan.enumerated().map { index, letter in
                (letter, [Self.tone(hertz: 200 + 100 * Double(index), seconds: 0.3)])
            }), speechPower: 0.02)

    private static let resampler: ResamplerFactory = { try SoxrResampler(from: $0, to: $1) }

    private static func tone(hertz: Double, seconds: Double) -> [Float] {
        (0..<Int(seconds * Double(speechRate))).map {
            Float(0.2 * sin(2 * Double.pi * hertz * Double($0) / Double(speechRate)))
        }
    }

    private func room(limit: Double = 60) -> PatientRoom {
        PatientRoom(
            RoomAcoustics(of: voice, SoundDegrading(seed: 1), seed: 1), seed: 1, limit: limit)
    }

    private func patient(
        in room: PatientRoom, stop: StopRequest = StopRequest(), acuity: Double = 0.3,
        says: @escaping (String) -> Void = { _ in }
    ) -> RecordedPatient {
        RecordedPatient(
            voice, seeing: SimulatedObserver(threshold: LogMAR(acuity), seed: 1), in: room,
            stop: stop, seed: 1, resamplingBy: Self.resampler, onSpeech: says)
    }

    /// Stretches of sound louder than the room, seconds.
    private func speech(in room: PatientRoom) throws -> [ClosedRange<Double>] {
        var stretches: [ClosedRange<Double>] = []
        while let chunk = try room.read() {
            let end = room.seconds
            guard chunk.samples.contains(where: { abs($0) > 0.03 }) else { continue }
            if let last = stretches.last, end - last.upperBound < 0.03 {
                stretches[stretches.count - 1] = last.lowerBound...end
            } else {
                stretches.append(end - 0.02...end)
            }
        }
        return stretches
    }

    private let line = Presentation(line: 3, size: LogMAR(0.8), letters: [.c, .d, .h, .k, .n])

    private func view(_ places: [Place]) -> TestView {
        TestView(presentation: line, places: places, prompt: .read)
    }

    @Test("a line is read once, letter by letter, with the pauses of a person")
    func readsOnce() throws {
        let room = room(limit: 10)
        let patient = patient(in: room)
        patient.observe(.present(line))
        try patient.show(view(Array(repeating: .waiting, count: 5)))
        try patient.show(view(Array(repeating: .waiting, count: 5)))
        let stretches = try speech(in: room)
        #expect(stretches.count == 5, "\(stretches)")
        #expect((0.5...2.6).contains(stretches[0].lowerBound))
        for stretch in stretches {
            // 0.3 s, up to 7 % faster or slower.
            #expect((0.26...0.36).contains(stretch.upperBound - stretch.lowerBound))
        }
        for (one, next) in zip(stretches, stretches.dropFirst()) {
            #expect((0.18...2.05).contains(next.lowerBound - one.upperBound))
        }
    }

    @Test("the patient repeats requested letters, and reads open ones after quiet")
    func again() throws {
        var said: [String] = []
        let room = room(limit: 30)
        let patient = patient(in: room, acuity: 0.8) { said.append($0) }
        patient.observe(.present(line))
        try patient.show(view(Array(repeating: .waiting, count: 5)))
        patient.observe(.askAgain(line: 3, positions: [1, 4]))
        try patient.show(view([.heard(.c), .asked, .heard(.h), .heard(.k), .asked]))
        #expect(try speech(in: room).count == 9)
        let first = said[0].split(separator: " ").map(String.init)
        #expect(said[1] == "\(first[1]) \(first[4])")
        #expect(said.count == 3 && said[2] == said[1], "\(said)")
        let saw = patient.saw(in: line).map(\.letterText)
        #expect(saw == first)
    }

    @Test("an unspoken 'wait' ends the test; after a silence the open letters are read")
    func pauses() throws {
        var said: [String] = []
        let stop = StopRequest()
        let patient = patient(in: room(), stop: stop) { said.append($0) }
        patient.observe(.pause(.silence))
        try patient.show(view([.waiting, .heard(.d), .heard(.h), .asked, .heard(.n)]))
        #expect(said.count == 1 && said[0].count == 3, "\(said)")
        #expect(!patient.wasPaused && !stop.isRequested)
        patient.observe(.pause(.asked))
        #expect(patient.wasPaused && stop.isRequested)
    }

    @Test("a variation changes length and pitch together, and never clips")
    func variation() throws {
        let tone = Self.tone(hertz: 400, seconds: 0.5)
        let fast = try LetterVariation(speed: 1.05, gain: 10).applied(
            to: tone, by: Self.resampler)
        #expect(abs(Double(fast.count) * 1.05 - Double(tone.count)) < 2)
        #expect(fast.allSatisfy { abs($0) <= LetterVariation.loudest + 0.001 })
        let crossings = zip(fast, fast.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(crossings - 200) <= 1)
        let same = try LetterVariation(speed: 1, gain: 0.5).applied(
            to: tone, by: Self.resampler)
        #expect(same == tone.map { $0 * 0.5 })
        var generator = SplitMix64(seed: 1)
        for _ in 0..<1000 {
            let drawn = LetterVariation(using: &generator)
            #expect((0.929...1.071).contains(drawn.speed) && (0.5...1.42).contains(drawn.gain))
        }
    }

    @Test("noise continues under speech and silence, at the requested level")
    func noise() throws {
        var generator = SeededNoise(seed: 1)
        let hiss = generator.white(rms: 0.5, count: speechRate)
        let degrading = SoundDegrading(noise: AddedNoise(noise: hiss, ratio: 10), seed: 1)
        let room = PatientRoom(RoomAcoustics(of: voice, degrading, seed: 1), seed: 1, limit: 3)
        var samples: [Float] = []
        while let chunk = try room.read() { samples += chunk.samples }
        #expect(samples.count == 3 * speechRate)
        for second in 0..<3 {
            let part = samples[second * speechRate..<(second + 1) * speechRate]
            let power = part.reduce(0) { $0 + $1 * $1 } / Float(part.count)
            #expect(abs(10 * log10(power / voice.speechPower) + 10) < 0.2)
        }
    }
}
