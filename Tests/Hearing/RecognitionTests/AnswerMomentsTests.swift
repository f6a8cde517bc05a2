import Acuity
import Audio
import Dialogue
import FliteVoice
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

/// When a silence, an answer and the end of a line come.
@Suite("Timing of answers and askings", .listening)
struct AnswerMomentsTests {
    private func moments(
        of samples: [Float], _ awaited: ExpectedAnswer, _ later: ExpectedAnswer? = nil,
        piece: Int = 320, by listener: LetterListener? = nil
    ) throws -> [(event: AnswerEvent, seconds: Double)] {
        let source = PieceSource(samples, size: piece)
        let answers = VoiceAnswers(
            source: source, listener: try listener ?? RealHearing.listener())
        var found: [(AnswerEvent, Double)] = []
        while true {
            let event = try answers.next(found.isEmpty ? awaited : later ?? awaited)
            if event == .ended { return found }
            if event != .idle { found.append((event, Double(source.given) / 16_000)) }
        }
    }

    @Test("every 8 seconds without speech count as a silence")
    func silence() throws {
        var scene = Scene()
        scene.pause(17)
        let found = try moments(of: scene.inRoom(), .answers(5))
        #expect(found.map(\.event) == [.silence, .silence])
        for (moment, due) in zip(found, [8.0, 16.0]) {
            #expect(abs(moment.seconds - due) < 0.05)
        }
    }

    @Test("within a line 3.5 seconds count as a silence, then 8 again")
    func partOfALine() throws {
        let scene = try Scene.saying(["K"], after: 13)
        let found = try moments(of: scene.inRoom(), .answers(4), .answers(3))
        #expect(found.dropFirst().map(\.event) == [.silence, .silence])
        let end = scene.places[0].upperBound
        #expect(abs(found[1].seconds - found[0].seconds - 3.5) < 0.05)
        #expect(found[1].seconds > end + 3.5)
        #expect(abs(found[2].seconds - found[1].seconds - 8) < 0.05)
    }

    @Test(
        "speech without an answer shortens silence to 3.5 s, much speech to 1.5 s",
        arguments: [(1, 3.5), (3, 1.5)])
    func afterTalk(sentences: Int, seconds: Double) throws {
        let talk = Array(repeating: "what should I do now", count: sentences)
        let scene = try Scene.saying(talk, by: FliteVoice(.rms), pause: 1, after: 6)
        let listener = try ScriptedEar.listener([.init(FoundWord.talk, ["ah", "b"], at: 0.5)])
        let found = try moments(of: scene.inRoom(), .answers(5), by: listener)
        let talks = found.prefix { $0.event != .silence }
        #expect(talks.count == sentences && talks.allSatisfy { !$0.event.isAnswer })
        let silence = try #require(found.dropFirst(talks.count).first)
        #expect(silence.event == .silence)
        let end = scene.places[sentences - 1].upperBound
        #expect(abs(silence.seconds - end - seconds) < 0.3)
    }

    @Test("a letter within a single piece of sound also ends a silence")
    func wholeInOnePiece() throws {
        let scene = try Scene.saying(["K"], before: 3.2, after: 6)
        let found = try moments(of: scene.inRoom(), .answers(4), .answers(3), piece: 16_000)
        #expect(found.count == 2)
        let (letter, silence) = (try #require(found.first), try #require(found.last))
        #expect(letter.seconds == 4)
        #expect(silence.event == .silence && silence.seconds == 8)
    }

    @Test("a complete line has settled after a second without a correction")
    func settled() throws {
        let scene = try Scene.saying(["K"], after: 1.9)
        let found = try moments(of: scene.inRoom(), .correction)
        #expect(found.map(\.event).filter { $0 == .settled }.count >= 1)
        let utterance = try #require(found.first { $0.event != .settled })
        let settled = try #require(found.last)
        #expect(settled.event == .settled)
        #expect(abs(settled.seconds - utterance.seconds - 1) < 0.05)
    }

    @Test(
        "the wait after a complete line is as long as the reader's pauses",
        arguments: [(0.5, false), (1.4, true), (1.8, true)])
    func pace(pause: Double, isWaited: Bool) throws {
        var scene = try Scene.saying(["K", "S"], by: FliteVoice(.rms), pause: pause, after: 1.6)
        // One of the two was a hum, for all that is known: the line seemed to be complete.
        try scene.say("H", by: FliteVoice(.rms))
        scene.pause(4)
        let answers = VoiceAnswers(
            source: PieceSource(scene.inRoom()), listener: try RealHearing.listener())
        var found: [AnswerEvent] = []
        while found.last != .ended {
            let event = try answers.next(found.count < 2 ? .answers(2 - found.count) : .correction)
            if event != .idle { found.append(event) }
        }
        let letters: [[SpokenAnswer.Kind]] = [[.letter(.k)], [.letter(.s)], [.letter(.h)]]
        #expect(VoiceAnswersTests.kinds(found).prefix(3) == letters[...], "\(found)")
        #expect(found.firstIndex(of: .settled) == (isWaited ? 3 : 2), "\(found)")
    }

    @Test("pauses count only for their line, and not while the test is held")
    func paceOfEachLine() throws {
        var scene = Scene()
        scene.pause(0.8)
        for (text, pause) in [("K", 1.8), ("S", 3), ("H", 0.5), ("R", 3)] {
            try scene.say(text, by: FliteVoice(.rms))
            scene.pause(pause)
        }
        /// How long the quiet after a line lasts, where it is held or not.
        func quiet(isHeld: Bool) throws -> [Double] {
            let source = PieceSource(scene.inRoom())
            let answers = VoiceAnswers(source: source, listener: try RealHearing.listener())
            var found: [Double] = []
            var read = 0
            while true {
                let awaited: ExpectedAnswer =
                    read % 2 == 0 && found.count == read / 2
                    ? .answers(2)
                    : read % 2 == 1 ? (isHeld ? .resumption : .answers(1)) : .correction
                switch try answers.next(awaited) {
                case .utterance: read += 1
                case .settled:
                    found.append(Double(source.given) / 16_000 - scene.places[read - 1].upperBound)
                case .ended: return found
                default: break
                }
            }
        }
        let each = try quiet(isHeld: false)
        #expect(each.count == 2 && each[0] > 2 && each[1] < 1.5, "\(each)")
        let held = try quiet(isHeld: true)
        #expect(held.allSatisfy { $0 < 1.5 }, "\(held)")
    }

    @Test("a paused test ignores quiet, and reports idle five times a second")
    func resumption() throws {
        var scene = Scene()
        scene.pause(10)
        let source = PieceSource(scene.inRoom())
        let answers = VoiceAnswers(source: source, listener: try RealHearing.listener())
        var events: [AnswerEvent] = []
        while events.last != .ended { events.append(try answers.next(.resumption)) }
        #expect(events.dropLast().allSatisfy { $0 == .idle })
        #expect((45...50).contains(events.count - 1))
        #expect(try answers.next(.resumption) == .ended)
    }

    @Test("a complete line waits for a correction after a pause, however long it was")
    func afterPause() throws {
        var patience = VoiceAnswers.Patience()
        patience.beforeAnyQuiet = 3
        let scene = try Scene.saying(["K", "K"], pause: 5, after: 2)
        let source = PieceSource(scene.inRoom())
        let answers = VoiceAnswers(
            source: source, listener: try RealHearing.listener(), patience: patience)
        // The first word completes the line, and the second one ends the pause.
        var awaited = ExpectedAnswer.answers(1)
        var heard: [Double] = []
        var event = AnswerEvent.idle
        while event != .settled, event != .ended {
            event = try answers.next(awaited)
            if event.isAnswer { heard.append(Double(source.given) / 16_000) }
            awaited =
                heard.isEmpty
                ? .answers(1) : event == .idle && heard.count == 1 ? .resumption : .correction
        }
        let settled = Double(source.given) / 16_000
        try #require(event == .settled && heard.count == 2)
        #expect(settled - heard[1] > 0.7)
    }

    @Test("speech for the previous letter is not part of the next answer")
    func nextLetter() throws {
        // As in a warm-up, which continues with the next letter at once.
        let scene = try Scene.saying(["K"], after: 9)
        let found = try moments(of: scene.inRoom(), .answers(1), .answers(1))
        try #require(found.map(\.event).dropFirst() == [.silence])
        #expect(found[1].seconds - found[0].seconds > 7)
    }
}

extension AnswerEvent {
    fileprivate var isAnswer: Bool { if case .utterance = self { true } else { false } }
}
