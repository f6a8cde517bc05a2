import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("Hums", .listening)
struct HumTests {
    /// The fall from one overtone to the next decides which vowel a hum resembles.
    ///
    /// Measured: none of 90.
    @Test("few steady hums of any pitch are taken for a letter", .long)
    func letters() throws {
        let listeners = try ["etdrs", "alphabet"].map {
            RecordingListener(try RealHearing.listener($0))
        }
        var (count, answered) = (0, [String]())
        for pitch in [100.0, 140, 180, 220, 260] {
            for fall in [3.0, 4.8, 6.6] {
                for seconds in [0.3, 0.5, 0.8] {
                    var scene = Scene()
                    scene.pause(0.6)
                    scene.hum(seconds: seconds, pitch: pitch, overtones: 30, fall: fall)
                    scene.pause(0.6)
                    let sound = scene.inRoom()
                    for listener in listeners {
                        count += 1
                        let heard = try listener.transcribe(
                            Recording(name: "hum") { PieceSource(sound, size: 4_096) })
                        guard heard.answers.contains(where: { $0.kind != .unclear }) else {
                            continue
                        }
                        answered.append("\(pitch) Hz, \(fall) dB, \(seconds) s")
                    }
                }
            }
        }
        print("hums: \(answered.count) of \(count) answered")
        #expect(answered.count <= 5, "\(answered)")
    }
}
