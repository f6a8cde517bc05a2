import Audio
import FliteVoice
import TestSpeech
import Testing

@Suite("A muted microphone", .timeLimit(.minutes(1)))
struct MutedMicrophoneTests {
    @Test(
        "live, the signal of a muted microphone is not room noise", arguments: [1, 3, 12])
    func between(seconds: Int) throws {
        let line = try Scene.saying(["K", "O", "R"], by: FliteVoice(.rms), before: 3, after: 0.5)
        let next = try Scene.saying(["N", "V", "H"], by: FliteVoice(.rms), before: 0.5)
        let silence = [Float](repeating: 0, count: seconds * speechRate)
        let first = line.inRoom(noise: 0.003)
        let segments = EndpointerTests.segments(
            first + silence + next.inRoom(noise: 0.003, seed: 2))
        let offset = Double((first + silence).count) / Double(speechRate)
        let places =
            line.places
            + next.places.map { $0.lowerBound + offset...$0.upperBound + offset }
        EndpointerTests.expect(
            // Until the noise is known, all of it may be speech.
            segments.filter { $0.start > 2 }, at: places, tolerance: 0.12, "\(seconds) s")
    }

    @Test("live, the noise is known 2.5 s after a microphone is unmuted")
    func before() throws {
        let scene = try Scene.saying(["K", "O", "R"], by: FliteVoice(.rms), before: 2.5)
        let silence = [Float](repeating: 0, count: 5 * speechRate)
        let segments = EndpointerTests.segments(silence + scene.inRoom(noise: 0.003))
        EndpointerTests.expect(
            segments, at: scene.places.map { $0.lowerBound + 5...$0.upperBound + 5 },
            tolerance: 0.12, "unmuted")
    }

    @Test("live, a microphone closed between words has the same noise")
    func shut() throws {
        let scene = try Scene.saying(
            ["S", "H", "C", "F", "X", "S", "H", "C"], by: FliteVoice(.rms), pause: 1.5, before: 1)
        EndpointerTests.expect(
            EndpointerTests.segments(scene.samples), at: scene.places, tolerance: 0.06, "shut")
    }
}
