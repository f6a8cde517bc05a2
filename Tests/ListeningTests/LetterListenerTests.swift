import Acuity
import Audio
import FliteVoice
import LetterNet
import LetterSpeech
import Listening
import TestSpeech
import Testing

@Suite struct LetterListenerTests {
    /// Something voiced that begins two seconds into a sound.
    private static func segment() throws -> SpeechSegment {
        SpeechSegment(
            samples: try Scene.saying(["O"], before: 0.3, after: 0.2).inRoom(), lead: 0.3, start: 2,
            end: 2.4)
    }

    private func answers(_ words: [(String, Double)]) throws -> [SpokenAnswer] {
        let listener = LetterListener(
            recognizer: ScriptedRecognizer(words), mapper: try RealHearing.mapper(),
            thresholds: HearingThresholds(accept: 0.6, notice: 0.3, command: 0.5))
        return try listener.answers(in: Self.segment(), learning: true)
    }

    @Test("a letter is accepted, unclear or nothing, at the thresholds")
    func letters() throws {
        let cases: [(Double, SpokenAnswer.Kind?)] = [
            (1, .letter(.k)), (0.6, .letter(.k)), (0.599, .unclear), (0.3, .unclear), (0.299, nil),
            (0, nil),
        ]
        for (confidence, kind) in cases {
            let found = try answers([("kay", confidence)]).map(\.kind)
            #expect(found == [kind].compactMap(\.self), "\(confidence)")
        }
    }

    @Test("a command is acted on, unclear or nothing, by a threshold of its own")
    func commands() throws {
        let cases: [(Double, SpokenAnswer.Kind?)] = [
            (0.5, .command(.stop)), (0.499, .unclear), (0.3, .unclear), (0.299, nil),
        ]
        for (confidence, kind) in cases {
            let found = try answers([("stop", confidence)]).map(\.kind)
            #expect(found == [kind].compactMap(\.self), "\(confidence)")
        }
    }

    @Test(
        "one word that scores a letter as not seen must be surer", arguments: ["pass", "nothing"])
    func missed(word: String) throws {
        #expect(try answers([(word, 0.9)]).first?.kind != .unclear)
        #expect(try answers([(word, 0.89)]).map(\.kind) == [.unclear])
    }

    @Test("and surer still among others", arguments: ["pass", "nothing"])
    func missedAmongOthers(word: String) throws {
        #expect(try answers([("kay", 0.99), (word, 0.95)]).last?.kind != .unclear)
        #expect(try answers([("kay", 0.99), (word, 0.94)]).last?.kind == .unclear)
    }

    @Test("a letter hardly heard among others keeps its place")
    func place() throws {
        let found = try answers([
            ("see", 0.9), ("dee", 0.1), ("aitch", 0.9), ("kay", 0.9), ("en", 0.9),
        ])
        #expect(
            found.map(\.kind) == [
                .letter(.c), .unclear, .letter(.h), .letter(.k), .letter(.n),
            ])
    }

    @Test("a row of answers of which none is sure, or most are hardly believable, is talk")
    func talk() throws {
        #expect(try answers([("see", 0.5), ("dee", 0.5)]) == [])
        #expect(try answers([("see", 0.9), ("dee", 0.1), ("en", 0.1)]) == [])
    }

    @Test("letters in doubt must be the surer the better talk explains them")
    func heldAgainstTalk() throws {
        let words = [("see", 0.9), ("dee", 0.9), ("en", 0.6)]
        let cases: [(likeness: Double?, letters: Int)] = [
            (nil, 3), (-2, 3), (0, 3), (0.5, 3), (0.7, 0), (3, 0),
        ]
        for (likeness, letters) in cases {
            let recognizer = ScriptedRecognizer(words)
            recognizer.likeness = likeness
            let listener = LetterListener(
                recognizer: recognizer, mapper: try RealHearing.mapper())
            let found = try listener.answers(in: Self.segment(), learning: true)
            #expect(found.count == letters, "\(String(describing: likeness))")
            #expect(recognizer.heldAgainstTalk == 1)
        }
    }

    @Test(
        "nothing is held against talk that is one word, sure anyway, or talk anyway",
        arguments: [
            [("kay", 0.6)], [("see", 0.99), ("dee", 0.99)], [("see", 0.9), ("dee", 0.1)],
            [("see", 0.44), ("dee", 0.44)],
        ])
    func notHeldAgainstTalk(words: [(String, Double)]) throws {
        let recognizer = ScriptedRecognizer(words)
        recognizer.likeness = 3
        let listener = LetterListener(recognizer: recognizer, mapper: try RealHearing.mapper())
        _ = try listener.answers(in: Self.segment(), learning: true)
        #expect(recognizer.heldAgainstTalk == 0)
    }

    @Test("times are those of the whole sound")
    func times() throws {
        let found = try answers([("kay", 0.9), ("en", 0.9)])
        // The first word lies 0.3 s into samples that begin 0.3 s before 2 s.
        #expect(found.compactMap { $0.time?.lowerBound } == [2.0, 2.4])
        #expect(
            found.compactMap { $0.time?.upperBound }.map { ($0 * 100).rounded() } == [230, 270])
    }

    /// Tells which part of a sound it was asked about, and what a net makes of it.
    private final class Watched: LetterClassifying {
        private let net: LetterNet
        private(set) var asked: [Double] = []

        init(_ net: LetterNet) { self.net = net }

        func classify(_ samples: [Float], words: [Range<Int>]) -> [LetterEvidence] {
            asked += words.map { Double($0.count) / Double(speechRate) }
            return net.classify(samples, words: words)
        }
        func phones(of samples: [Float]) -> PhoneLikelihoods? { nil }
    }

    @Test("the nets see more of what is said alone in noise, not in quiet and not in a row")
    func endsHiddenInNoise() throws {
        let alone = [("oh", 0.9)]
        let scene = try Scene.saying(["O"], before: 0.5, after: 0.5)
        func surplus(_ words: [(String, Double)], noise: Float) throws -> [Double] {
            let net = Watched(try RealHearing.net())
            let listener = LetterListener(
                recognizer: ScriptedRecognizer(words), classifier: net,
                mapper: try RealHearing.mapper())
            let samples = scene.inRoom(noise: noise)
            let end = Double(samples.count) / Double(speechRate) - 0.5
            let heard = try listener.hear(
                SpeechSegment(samples: samples, lead: 0.5, start: 0.5, end: end), learning: true)
            return zip(net.asked, heard.words).map { (($0 - $1.seconds) * 1000).rounded() }
        }
        #expect(try surplus(alone, noise: 0.04) == [200])
        #expect(try surplus(alone, noise: Scene.quietRoom) == [0])
        #expect(try surplus([("oh", 0.9), ("kay", 0.9)], noise: 0.04).first == 0)
    }

    @Test("what seems talk in noise is heard again as one answer, if it is short and no phrase")
    func oneInNoise() throws {
        /// How often it was heard again, and how many words that left.
        func heard(
            _ letters: [String] = ["K", "O"], as word: String = "kay", sure: Double = 0.1,
            noise: Float = 0.04
        ) throws -> [Int] {
            let recognizer = ScriptedRecognizer([(word, sure), ("oh", sure)])
            // In a part of the stretch, where a letter may have been missed, it finds nothing.
            recognizer.patience = 1
            let listener = LetterListener(
                recognizer: recognizer, classifier: try RealHearing.net(),
                mapper: try RealHearing.mapper())
            // Both words lie where it is loud: neither is a voice behind.
            let samples = try Scene.saying(letters, pause: 0.1, before: 0.5, after: 0.5)
                .inRoom(noise: noise)
            let end = Double(samples.count) / Double(speechRate) - 0.5
            let breath = try listener.hear(
                SpeechSegment(samples: samples, lead: 0.5, start: 0.5, end: end), learning: true)
            return [recognizer.heardAsOne, breath.words.count]
        }
        #expect(try heard() == [1, 1])
        #expect(try heard(as: "no delta") == [1, 2])
        #expect(try heard(sure: 0.9) == [0, 2])
        #expect(try heard(noise: Scene.quietRoom) == [0, 2])
        #expect(try heard(["K", "O", "R", "H"]) == [0, 2])
    }

    @Test("a noise does not reach the recogniser, and teaches it nothing")
    func noise() throws {
        let recognizer = ScriptedRecognizer([("kay", 1)])
        let listener = LetterListener(
            recognizer: recognizer, mapper: try RealHearing.mapper())
        var generator = SeededNoise(seed: 6)
        let slam = SpeechSegment(
            samples: generator.white(rms: 0.2, count: 8_000), lead: 0.1, start: 1, end: 1.3)
        #expect(try listener.answers(in: slam, learning: true) == [])
        try listener.attune(to: slam)
        #expect(recognizer.heard == 0 && recognizer.learnt == 0)
        try listener.attune(to: Self.segment())
        #expect(recognizer.learnt == 1)
    }
}
