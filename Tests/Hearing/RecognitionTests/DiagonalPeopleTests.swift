import Acuity
import Audio
import Dialogue
import Foundation
import Recognition
import SoundFiles
import TestSpeech
import TestTraits
import Testing

/// Directions of people at home, as a test of eight hears them: one word, and two words of the same
/// person put together, since no recordings of people who name diagonals are known.
///
/// `ALOUD_DIRECTIONS` of the environment names another set of the corpus to score on, whole.
@Suite(
    "People who say diagonal directions",
    .enabled(if: Corpus.isAtHand, Comment(rawValue: Corpus.absence)), .listening)
struct DiagonalPeopleTests {
    private static let set = ProcessInfo.processInfo.environment["ALOUD_DIRECTIONS"]
    /// How many answers are heard of each kind.
    private static let most = set == nil ? 60 : 400
    private static let names = ["up", "down", "left", "right"]
    private static let room: Float = 0.0003

    /// The numbers of answers heard, misheard and lost.
    private struct Tally: CustomStringConvertible {
        var said = 0
        var right = 0
        var wrong = 0
        var askedAgain: Int { said - right - wrong }

        var description: String {
            "\(said) said, \(right) right, \(wrong) wrong, \(askedAgain) asked again or missed"
        }
    }

    /// The final answer after the time for corrections.
    private func answer(to sound: [Float], by listener: LetterListener) throws -> Response? {
        let source = DirectionAnswers(
            VoiceAnswers(source: PieceSource(sound), listener: listener), among: .landolt8)
        var reading = LineReading(count: 1)
        while true {
            switch try source.next(reading.expected > 0 ? .answers(1) : .correction) {
            case .utterance(let utterance): _ = reading.take(utterance.answers)
            case .maybe(let time): _ = reading.takeMaybe(at: time)
            case .settled, .silence, .ended: return reading.finalAnswers?.first?.response
            default: break
            }
        }
    }

    /// Sounds with what is said in them, in an order that does not change.
    private func sounds(of set: String) throws -> (
        single: [(Direction, [Float])], joined: [(Direction, [Float])]
    ) {
        var words: [String: [String: Corpus.Item]] = [:]
        for item in try Corpus.items(of: set)
        where Self.names.contains(item.transcript.lowercased()) {
            words[item.speaker, default: [:]][item.transcript.lowercased()] = item
        }
        var noise = SeededNoise(seed: 1)
        func quiet(_ seconds: Double) -> [Float] {
            noise.white(rms: Self.room, count: Int(seconds * Double(speechRate)))
        }
        func sound(_ item: Corpus.Item) throws -> [Float] {
            try SoundFileSource(Corpus.folder.appending(path: item.path).path()).readAll().samples
        }
        var single: [(Direction, [Float])] = []
        var joined: [(Direction, [Float])] = []
        for (index, speaker) in words.keys.sorted().enumerated() {
            let theirs = words[speaker] ?? [:]
            let name = Self.names[index % 4]
            if single.count < Self.most, let item = theirs[name],
                let direction = Direction(name: name)
            {
                single.append((direction, quiet(0.5) + (try sound(item)) + quiet(2)))
            }
            let pair = [["up", "left"], ["right", "up"], ["down", "right"], ["left", "down"]][
                index % 4]
            guard joined.count < Self.most, let first = theirs[pair[0]],
                let second = theirs[pair[1]],
                let one = Direction(name: pair[0]), let other = Direction(name: pair[1]),
                let diagonal = Direction(between: one, and: other)
            else { continue }
            // The recordings have quiet around their words: a pause of about half a second.
            let both = try sound(first) + sound(second)
            joined.append((diagonal, quiet(0.5) + both + quiet(2)))
        }
        return (single, joined)
    }

    private func score(_ sounds: [(Direction, [Float])]) throws -> Tally {
        let listener = try RealHearing.listener("diagonals")
        var tally = Tally()
        for (direction, sound) in sounds {
            tally.said += 1
            switch try answer(to: sound, by: listener) {
            case .named(direction.letter): tally.right += 1
            case .named, .missed: tally.wrong += 1
            case nil: break
            }
        }
        return tally
    }

    @Test("Most directions are heard correctly, and few as others", .long)
    func people() throws {
        let sounds = try sounds(of: Self.set ?? "words")
        let single = try score(sounds.single)
        let joined = try score(sounds.joined)
        print("of eight directions, one word: \(single)")
        print("of eight directions, two words: \(joined)")
        #expect(single.said >= 30 && joined.said >= 20)
        #expect(single.right * 10 >= single.said * 9, "\(single)")
        #expect(single.wrong * 20 <= single.said, "\(single)")
        #expect(joined.right * 20 >= joined.said * 17, "\(joined)")
        #expect(joined.wrong * 20 <= joined.said, "\(joined)")
    }
}

extension Direction {
    fileprivate init?(name: String) { self.init(rawValue: name) }
}
