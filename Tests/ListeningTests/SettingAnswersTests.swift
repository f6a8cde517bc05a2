import Acuity
import Audio
import FliteVoice
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite("Hearing what is said before a test")
struct SettingAnswersTests {
    /// Who says something: a voice of the library, or an accent of a program.
    enum Speaker: Sendable, CustomTestStringConvertible {
        case flite(FliteVoice.Name)
        case espeak(String)

        var testDescription: String {
            switch self {
            case .flite(let name): "flite \(name.rawValue)"
            case .espeak(let accent): "espeak-ng \(accent)"
            }
        }

        var isOfLibrary: Bool { if case .flite = self { true } else { false } }

        /// Whether it is one of the library's better voices.
        var isPlain: Bool {
            switch self {
            case .flite(let name): name != .kal16
            case .espeak: false
            }
        }

        static let library = FliteVoice.Name.allCases.map(Speaker.flite)
        static let program =
            EspeakProgram.isInstalled ? EspeakProgram.accents.map(Speaker.espeak) : []
    }

    private static let distances = [
        "four metres", "no", "forty centimetres", "yes", "two metres", "three metres",
        "one metre", "fifty centimetres", "two and a half metres", "ten feet", "eight feet",
        "five metres", "sixty centimetres", "thirty three centimetres", "six metres", "right",
        "twenty feet", "correct", "wrong", "say it again",
    ]
    private static let steps = [
        "stop", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "again", "wait", "go on",
        "I can't see it", "line seven", "number four", "line twelve", "nothing", "repeat",
    ]

    /// What is heard where somebody says phrases one after the other.
    private func heard(
        _ phrases: [String], _ grammar: String, _ speaker: Speaker
    ) throws -> (heard: [SpokenSetting], from: [Double], places: [ClosedRange<Double>]) {
        var scene = Scene()
        scene.pause(0.8)
        for phrase in phrases {
            switch speaker {
            case .flite(let name): try scene.say(phrase, by: FliteVoice(name))
            case .espeak(let accent):
                scene.add(speech: try EspeakProgram.say(phrase, accent: accent))
            }
            scene.pause(1.2)
        }
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

    /// What of the phrases was heard as what it is, and what as something else.
    private func judged(
        _ phrases: [String], _ grammar: String, _ speaker: Speaker
    ) throws -> (right: Int, wrong: [String]) {
        let (heard, from, places) = try heard(phrases, grammar, speaker)
        var right: Set<Int> = []
        var wrong: [String] = []
        for (setting, start) in zip(heard, from) {
            let index = places.firstIndex { $0.lowerBound - 0.25 < start && start < $0.upperBound }
            let said = index.map { phrases[$0] } ?? "nothing"
            if setting == SpokenSetting(heard: said.lowercased()), let index {
                right.insert(index)
            } else {
                wrong.append("\(said) as \(setting)")
            }
        }
        return (right.count, wrong)
    }

    /// What is not heard is said again; what is heard as something else would be wrong.
    @Test("Distances, yes and no", arguments: Speaker.library + Speaker.program)
    func distances(speaker: Speaker) throws {
        let (right, wrong) = try judged(Self.distances, "distances", speaker)
        // The voice kal16 is hard to understand for people, too.
        #expect(right >= (speaker.isPlain ? 18 : 15), "\(right) of \(Self.distances.count)")
        #expect(wrong == (speaker.isOfLibrary ? [] : wrong.prefix(1).map { $0 }))
    }

    @Test("Numbers of lines, and stop", arguments: Speaker.library + Speaker.program)
    func steps(speaker: Speaker) throws {
        let (right, wrong) = try judged(Self.steps, "steps", speaker)
        #expect(right >= (speaker.isOfLibrary ? 20 : 13), "\(right) of \(Self.steps.count)")
        #expect(wrong == (speaker.isOfLibrary ? [] : wrong.prefix(1).map { $0 }))
    }

    @Test("Letters and talk mean nothing")
    func talk() throws {
        let (heard, _, _) = try heard(
            ["dee", "kay", "hello", "aitch", "vee", "are", "sorry"], "steps", .flite(.rms))
        #expect(heard.isEmpty, "\(heard)")
    }
}
