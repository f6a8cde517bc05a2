import FliteVoice
import LetterSpeech
import SphinxRecognizer
import TestSpeech
import Testing

/// What is short enough for one answer and is several letters all the same.
@Suite struct HurriedLettersTests {
    private func heard(_ text: String, by voice: FliteVoice) throws -> [String] {
        let sound = try Scene.saying([text], by: voice, before: 0.3, after: 0.25).inRoom()
        return try RealHearing.recognizer("alphabet").hear(sound, learning: true).map(\.word)
    }

    @Test(
        "three letters in 0.7 s are three",
        arguments: [
            ("b j q", ["bee", "jay", "cue"]), ("g j q", ["gee", "jay", "cue"]),
            ("l j q", ["ell", "jay", "cue"]), ("s j q", ["ess", "jay", "cue"]),
        ])
    func threeInAHurry(text: String, names: [String]) throws {
        #expect(try heard(text, by: FliteVoice(.rms, rate: 1.5)) == names)
    }

    @Test(
        "one answer stays one, however long its name", arguments: ["x ray", "alpha", "hotel", "W"])
    func oneStaysOne(text: String) throws {
        for voice in FliteVoice.Name.allCases {
            let heard = try heard(text, by: FliteVoice(voice))
            #expect(heard.count == 1, "\(voice): heard \(heard)")
        }
    }
}
