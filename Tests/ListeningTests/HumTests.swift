import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("a hum", .timeLimit(.minutes(5)))
struct HumTests {
    /// By how many decibels overtones fall from one to the next decides which vowel a hum is like.
    @Test(
        "is no letter, whatever its pitch and however bright",
        arguments: [100.0, 140, 180, 220, 260], [3.0, 4.8, 6.6])
    func letter(pitch: Double, fall: Double) throws {
        for seconds in [0.3, 0.5, 0.8] {
            var scene = Scene()
            scene.pause(0.6)
            scene.hum(seconds: seconds, pitch: pitch, overtones: 30, fall: fall)
            scene.pause(0.6)
            let sound = scene.inRoom()
            for grammar in ["etdrs", "alphabet"] {
                let heard = try RecordingListener(RealHearing.listener(grammar)).transcribe(
                    Recording(name: "hum") { PieceSource(sound, size: 4_096) })
                let isAnswered = heard.answers.contains { $0.kind != .unclear }
                #expect(!isAnswered, "\(seconds) s, \(grammar)")
            }
        }
    }
}
