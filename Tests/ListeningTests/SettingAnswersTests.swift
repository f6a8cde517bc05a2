import Acuity
import Audio
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("Hearing what is said before a test")
struct SettingAnswersTests {
    /// What is heard where a voice says phrases one after the other.
    private func heard(
        _ phrases: [String], _ grammar: String, _ voice: FliteVoice.Name
    ) throws -> (heard: [SpokenSetting], from: [Double], places: [ClosedRange<Double>]) {
        let scene = try Scene.saying(phrases, by: FliteVoice(voice), pause: 1.2)
        let answers = SettingAnswers(
            source: PieceSource(scene.inRoom()),
            recognizer: try RealHearing.recognizer(grammar))
        var heard: [SpokenSetting] = []
        var from: [Double] = []
        while true {
            switch try answers.next() {
            case .heard(let setting, let start):
                heard.append(setting)
                from.append(start)
            case .ended: return (heard, from, scene.places)
            case .idle, .unclear: break
            }
        }
    }

    /// What is not heard is said again; what is heard as something else would be wrong.
    ///
    /// - Returns: how many of them were heard, each as what it is and where it was said.
    private func heardRight(
        _ phrases: [String], _ grammar: String, _ voice: FliteVoice.Name
    ) throws -> Int {
        let (heard, from, places) = try heard(phrases, grammar, voice)
        for (setting, start) in zip(heard, from) {
            let index = places.firstIndex { abs($0.lowerBound - start) < 0.25 }
            let said = try #require(index, "\(setting) at \(start) was not said")
            #expect(
                setting == SpokenSetting(heard: phrases[said].lowercased()), "\(phrases[said])")
        }
        return heard.count
    }

    @Test("Distances, yes and no", arguments: [(FliteVoice.Name.rms, 9), (.slt, 6)])
    func distances(voice: FliteVoice.Name, least: Int) throws {
        let phrases = [
            "four metres", "no", "forty centimetres", "yes", "two metres", "three metres",
            "one metre", "fifty centimetres", "two and a half metres", "ten feet",
        ]
        #expect(try heardRight(phrases, "distances", voice) >= least)
    }

    @Test("Numbers of lines, and stop")
    func steps() throws {
        let phrases = [
            "stop", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "again", "wait", "go on",
            "I can't see it", "line seven",
        ]
        #expect(try heardRight(phrases, "steps", .rms) >= 18)
    }

    @Test("Letters and talk mean nothing")
    func talk() throws {
        let (heard, _, _) = try heard(
            ["dee", "kay", "hello", "aitch", "vee", "are", "sorry"], "steps", .rms)
        #expect(heard.isEmpty, "\(heard)")
    }
}
