import Acuity
import Audio
import Dialogue
import FliteVoice
import PhoneticMapping
import Platform
import Recognition
import Records
import TestSpeech
import TestTraits
import Testing

/// Speech under way when other letters appear.
@Suite("Letters replaced in mid-word", .listening)
struct ReplacedLettersTests {
    /// The voice of a person who moves once.
    private final class Moving: AnswerSource {
        private let voice: VoiceAnswers
        private let sound: PieceSource
        private let second: Double
        /// The second of the sound at which the test got the move; nil before.
        private(set) var movedAt: Double?

        /// - Parameter second: the earliest second of the move.
        init(_ voice: VoiceAnswers, in sound: PieceSource, after second: Double) {
            self.voice = voice
            self.sound = sound
            self.second = second
        }

        func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
            let now = Double(sound.given) / 16_000
            guard movedAt == nil, now > second else { return try voice.next(awaited) }
            movedAt = now
            return .moved
        }

        func lettersAppear() { voice.lettersAppear() }
    }

    /// The voice of a person who cannot see the letters at first.
    private final class Hidden: AnswerSource {
        private let voice: VoiceAnswers
        private let sound: PieceSource
        private let second: Double
        private var isTold = false
        private var isSeen = false

        /// - Parameter second: the second of the sound from which the letters can be seen.
        init(_ voice: VoiceAnswers, in sound: PieceSource, until second: Double) {
            self.voice = voice
            self.sound = sound
            self.second = second
        }

        func next(_ awaited: ExpectedAnswer) throws -> AnswerEvent {
            guard isTold else {
                isTold = true
                return .trouble("The window is hidden.")
            }
            guard !isSeen, Double(sound.given) / 16_000 > second else {
                return try voice.next(awaited)
            }
            isSeen = true
            return .recovered
        }

        func lettersAppear() { voice.lettersAppear() }
    }

    private final class Watcher: Display, TestObserver {
        private(set) var letters: [[Letter]] = []
        private(set) var answers: [HeardAnswer] = []
        /// The letters of a warm-up for which something was heard.
        private(set) var heardFor: [Letter] = []

        func show(_ view: TestView) {}

        func observe(_ event: TestEvent) {
            switch event {
            case .present(let shown): letters.append(shown.letters)
            case .answer(_, _, let answer, _, _): answers.append(answer)
            case .warmUp(.heard(let letter, as: _)): heardFor.append(letter)
            default: break
            }
        }
    }

    /// "K" twice, with a pause between.
    private func twice(pause: Double) throws -> Scene {
        try Scene.saying(["K", "K"], by: FliteVoice(.rms), pause: pause)
    }

    @Test(
        "a word right after a letter of the warm-up does not answer the next letter",
        arguments: [(0.3, 1), (1.0, 2)])
    func warmUp(pause: Double, answered: Int) throws {
        let voice = VoiceAnswers(
            source: PieceSource(try twice(pause: pause).inRoom()),
            listener: try RealHearing.listener())
        let watcher = Watcher()
        func drawn(_ seed: UInt64) -> WarmUp {
            WarmUp(
                teaching: voice, size: WarmUp.usualSize, seed: seed, display: watcher,
                observers: [watcher], stop: StopRequest())
        }
        let seed = (UInt64(0)..<1_000).first { drawn($0).letters[0] == .k }
        var warmUp = drawn(try #require(seed))
        try warmUp.run()
        #expect(watcher.heardFor == Array(warmUp.letters.prefix(answered)))
    }

    @Test("a word in which the letter is replaced does not answer the next letter")
    func moved() throws {
        let scene = try twice(pause: 1.5)
        let sound = PieceSource(scene.inRoom())
        let voice = VoiceAnswers(source: sound, listener: try RealHearing.listener())
        let source = Moving(voice, in: sound, after: scene.places[0].lowerBound + 0.1)
        let watcher = Watcher()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right), procedure: NearStaircase(seed: 4), source: source,
            display: watcher, observers: [watcher])
        _ = try conductor.run()
        #expect(try #require(source.movedAt) < scene.places[0].upperBound)
        #expect(watcher.letters.count >= 2 && watcher.letters[0] != watcher.letters[1])
        #expect(watcher.answers.map(\.response) == [.named(.k)])
        let said = try #require(watcher.answers.first?.time)
        #expect(said.lowerBound > scene.places[0].upperBound)
    }

    @Test("a person who says stop as other letters appear is heard")
    func stop() throws {
        let scene = try Scene.saying(["stop"], by: FliteVoice(.rms))
        let sound = PieceSource(scene.inRoom())
        let voice = VoiceAnswers(source: sound, listener: try RealHearing.listener())
        var events: [AnswerEvent] = []
        var isToReplace = true
        while events.last != .ended {
            events.append(try voice.next(.answers(5)))
            guard isToReplace, Double(sound.given) / 16_000 > scene.places[0].lowerBound + 0.1
            else { continue }
            isToReplace = false
            voice.lettersAppear()
            #expect(Double(sound.given) / 16_000 < scene.places[0].upperBound)
        }
        #expect(VoiceAnswersTests.kinds(events) == [[.command(.stop)]])
    }

    @Test("a word begun while the letters are hidden does not answer them")
    func hidden() throws {
        let scene = try twice(pause: 1.5)
        let sound = PieceSource(scene.inRoom())
        let voice = VoiceAnswers(source: sound, listener: try RealHearing.listener())
        let watcher = Watcher()
        var conductor = TestConductor(
            setup: TestSetup(eye: .right), procedure: NearStaircase(seed: 4),
            source: Hidden(voice, in: sound, until: scene.places[0].lowerBound + 0.1),
            display: watcher, observers: [watcher])
        _ = try conductor.run()
        #expect(watcher.answers.map(\.response) == [.named(.k)])
        let said = try #require(watcher.answers.first?.time)
        #expect(said.lowerBound > scene.places[0].upperBound)
    }

    @Test("the rest of a line that is read in one breath is unclear", arguments: [false, true])
    func oneBreath(isReplaced: Bool) throws {
        var scene = Scene()
        scene.pause(1)
        scene.hum(seconds: 1.4)
        scene.pause(1)
        let sound = PieceSource(scene.inRoom())
        let words = [("kay", "K"), ("ess", "S"), ("kay", "K")].enumerated().map { index, word in
            ScriptedEar.Word(word.0, [word.1], at: 0.3 + 0.4 * Double(index))
        }
        let voice = VoiceAnswers(source: sound, listener: try ScriptedEar.listener(words))
        var events: [AnswerEvent] = []
        var isToReplace = isReplaced
        while events.last != .ended {
            events.append(try voice.next(.answers(5)))
            guard isToReplace, Double(sound.given) / 16_000 > 1.1 else { continue }
            isToReplace = false
            voice.lettersAppear()
        }
        let kinds = VoiceAnswersTests.kinds(events).flatMap(\.self)
        let read: [SpokenAnswer.Kind] = [.letter(.k), .letter(.s), .letter(.k)]
        #expect(kinds == (isReplaced ? [.unclear, .unclear] : read), "\(events)")
    }
}
