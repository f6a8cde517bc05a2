import FliteVoice
import TestSpeech
import Testing

@testable import Audio

@Suite("Finding speech in a whole recording", .timeLimit(.minutes(1)))
struct WholeSoundTests {
    /// Letters in a room that is not a quiet one, longer together than any answer.
    private static func letters() throws -> (sound: [Float], places: [ClosedRange<Double>]) {
        let scene = try Scene.saying(
            ["C", "D", "H", "K", "N", "R", "V", "O"], by: FliteVoice(.rms))
        let sound = scene.inRoom(noise: 0.005)
        try #require(scene.time > Endpointer.longest + 2)
        return (sound, scene.places)
    }

    private static func moved(
        _ places: [ClosedRange<Double>], by seconds: Double
    ) -> [ClosedRange<Double>] {
        places.map { $0.lowerBound + seconds...$0.upperBound + seconds }
    }

    @Test(
        "a quiet part does not change how the letters after it are cut out",
        arguments: [(0, 3), (0, 30), (0.000_03, 5), (0.000_1, 5), (0.000_3, 40)])
    func quietBefore(noise: Float, seconds: Int) throws {
        let (sound, places) = try Self.letters()
        var generator = SeededNoise(seed: 31)
        let quiet = generator.white(rms: noise, count: seconds * speechRate)
        let alone = SpeechSegment.all(in: sound)
        EndpointerTests.expect(alone, at: places, tolerance: 0.12, "alone")
        let segments = SpeechSegment.all(in: quiet + sound)
        EndpointerTests.expect(
            segments, at: Self.moved(places, by: Double(seconds)), tolerance: 0.12, "after quiet")
        for segment in segments {
            let first = Int(((segment.start - segment.lead) * Double(speechRate)).rounded())
            #expect(
                segment.samples == Array((quiet + sound)[first...].prefix(segment.samples.count)))
        }
    }

    @Test("digital silence does not change how letters are cut out")
    func silenceAfter() throws {
        let (sound, places) = try Self.letters()
        let silence = [Float](repeating: 0, count: 6 * speechRate)
        let after = Double((sound + silence).count) / Double(speechRate)
        EndpointerTests.expect(
            SpeechSegment.all(in: sound + silence), at: places, tolerance: 0.12, "before")
        EndpointerTests.expect(
            SpeechSegment.all(in: sound + silence + sound),
            at: places + Self.moved(places, by: after), tolerance: 0.12, "around")
    }

    @Test("noise that grows twice is measured twice")
    func twice() throws {
        let (sound, places) = try Self.letters()
        var generator = SeededNoise(seed: 32)
        let quiet =
            [Float](repeating: 0, count: 8 * speechRate)
            + generator.white(rms: 0.000_3, count: 8 * speechRate)
        EndpointerTests.expect(
            SpeechSegment.all(in: quiet + sound), at: Self.moved(places, by: 16), tolerance: 0.12,
            "louder twice")
    }

    @Test("talk without a pause is not a stretch, even after digital silence")
    func talk() throws {
        let letters = Array(repeating: ["K", "O", "R", "N"], count: 10).flatMap(\.self)
        let talk = try Scene.saying(letters, by: FliteVoice(.rms), pause: 0, before: 2, after: 2)
        let end = try #require(talk.places.last).upperBound
        let silence = [Float](repeating: 0, count: 5 * speechRate)
        for noise: Float in [Scene.quietRoom, 0.001] {
            let sound = talk.inRoom(noise: noise)
            #expect(SpeechSegment.all(in: sound).isEmpty)
            // The rest of the room after the talk may be a stretch.
            #expect(SpeechSegment.all(in: silence + sound).allSatisfy { $0.start > 5 + end })
        }
    }

    @Test("a new hum contains no speech")
    func hum() {
        var generator = SeededNoise(seed: 33)
        let room = generator.white(rms: Scene.quietRoom, count: 20 * speechRate)
        let hum = Tone.sine(150, seconds: 15, amplitude: 0.05)
        let sound = room[..<(5 * speechRate)] + zip(room[(5 * speechRate)...], hum).map(+)
        #expect(SpeechSegment.all(in: Array(sound)).isEmpty)
    }
}
