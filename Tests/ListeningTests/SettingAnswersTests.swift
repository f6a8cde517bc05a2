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

    @Test("Distances, yes and no", arguments: [FliteVoice.Name.rms, .slt])
    func distances(voice: FliteVoice.Name) throws {
        let phrases = [
            "four metres", "no", "forty centimetres", "yes", "two metres", "three metres",
            "one metre", "fifty centimetres", "two and a half metres", "ten feet",
        ]
        let (heard, from, places) = try heard(phrases, "distances", voice)
        #expect(heard == phrases.map { SpokenSetting(heard: $0) })
        for (start, place) in zip(from, places) {
            #expect(abs(start - place.lowerBound) < 0.25, "\(start), said at \(place)")
        }
    }

    @Test("Numbers of lines, and stop", arguments: [FliteVoice.Name.rms, .slt])
    func steps(voice: FliteVoice.Name) throws {
        let phrases = [
            "stop", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "again", "wait", "go on",
            "I can't see it", "line seven",
        ]
        let wanted = phrases.map { SpokenSetting(heard: $0.lowercased()) }
        let (heard, _, _) = try heard(phrases, "steps", voice)
        #expect(heard == wanted)
    }

    @Test("Letters and talk mean nothing")
    func talk() throws {
        let (heard, _, _) = try heard(
            ["dee", "kay", "hello", "aitch", "vee", "are", "sorry"], "steps", .rms)
        #expect(heard.isEmpty, "\(heard)")
    }
}
