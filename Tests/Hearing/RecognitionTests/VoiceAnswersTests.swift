import Acuity
import Audio
import Dialogue
import FliteVoice
import PhoneticMapping
import Recognition
import Synchronization
import TestSpeech
import TestTraits
import Testing

@Suite("Hearing answers live", .listening)
struct VoiceAnswersTests {
    /// The events of a sound until it ends, without the idle ones.
    static func events(
        of samples: [Float], piece: Int = 320, awaiting awaited: ExpectedAnswer = .answers(5),
        patience: VoiceAnswers.Patience = VoiceAnswers.Patience(),
        with listener: LetterListener? = nil
    ) throws -> [AnswerEvent] {
        let source = PieceSource(samples, size: piece)
        let answers = VoiceAnswers(
            source: source, listener: try listener ?? RealHearing.listener(), patience: patience)
        var events: [AnswerEvent] = []
        while events.last != .ended {
            let event = try answers.next(awaited)
            if event != .idle { events.append(event) }
        }
        return events
    }

    /// The kinds of the answers in the utterances among some events.
    static func kinds(_ events: [AnswerEvent]) -> [[SpokenAnswer.Kind]] {
        events.compactMap { event in
            if case .utterance(let utterance) = event { utterance.answers.map(\.kind) } else { nil }
        }
    }

    @Test(
        "five letters in one utterance fill five places",
        arguments: [
            FliteVoice.Name.slt, .rms,
        ])
    func utterance(voice: FliteVoice.Name) throws {
        let scene = try Scene.saying(["K S O H R"], by: FliteVoice(voice))
        let found = Self.kinds(try Self.events(of: scene.inRoom()))
        let said: [Letter] = [.k, .s, .o, .h, .r]
        #expect(found.count == 1)
        let kinds = try #require(found.first)
        #expect(kinds.count == 5, "\(kinds)")
        // An unsure letter may be unclear, but nothing moves from its place.
        #expect(zip(kinds, said).allSatisfy { $0 == .letter($1) || $0 == .unclear }, "\(kinds)")
        #expect(kinds.count { $0 != .unclear } >= 3, "\(kinds)")
    }

    @Test(
        "each single letter is an utterance, however the sound is split",
        arguments: [
            160, 320, 4_096, 8_000,
        ])
    func oneByOne(piece: Int) throws {
        let scene = try Scene.saying(["K", "S", "O", "H", "R"], by: FliteVoice(.rms))
        let events = try Self.events(of: scene.inRoom(), piece: piece)
        #expect(
            Self.kinds(events) == [
                [.letter(.k)], [.letter(.s)], [.letter(.o)], [.letter(.h)], [.letter(.r)],
            ])
        #expect(events.count == 6)
        for (event, place) in zip(events, scene.places) {
            guard case .utterance(let utterance) = event else { continue }
            #expect(!utterance.isFinal)
            let clock = try #require(utterance.clock)
            // Found when the quiet after it is long enough, and not later than a piece after.
            let late = Endpointer.hang + 0.06 + Double(piece) / 16_000
            #expect(clock >= place.upperBound && clock <= place.upperBound + late)
        }
    }

    @Test("a microphone's clock continues through a gap in which nothing is heard")
    func soundNow() throws {
        let quiet = [Float](repeating: 0.001, count: 16_000)
        let microphone = ScriptedMicrophone(
            .sound(quiet) + [.unheard] + .sound(quiet))
        let answers = VoiceAnswers(source: microphone, listener: try RealHearing.listener())
        // Each look at the clock is one piece of sound later; the gap takes 7 s.
        let time = Mutex(Duration.seconds(100))
        answers.uptime = {
            time.withLock { time in
                time += .milliseconds(20)
                return time
            }
        }
        #expect(answers.soundNow == nil)
        while (answers.soundNow ?? 0) < 0.5 { _ = try answers.next(.answers(5)) }
        time.withLock { $0 += .seconds(7) }
        while try answers.next(.answers(5)) != .ended {}
        // A second of sound was heard after the gap, and the looks above took little more.
        let now = try #require(answers.soundNow)
        #expect((2..<3.1).contains(now), "\(now)")
        answers.wereReadBefore = true
        #expect(answers.soundNow == nil)
    }

    @Test("commands between letters are heard")
    func commands() throws {
        let scene = try Scene.saying(
            ["K", "I can't see it", "R", "stop"], by: FliteVoice(.rms))
        #expect(
            Self.kinds(try Self.events(of: scene.inRoom())) == [
                [.letter(.k)], [.command(.cannotSee)], [.letter(.r)], [.command(.stop)],
            ])
    }

    @Test("a slammed door and a new hiss are not answers, and silence continues")
    func noises() throws {
        var generator = SeededNoise(seed: 31)
        var scene = Scene()
        scene.pause(2)
        var slam = generator.white(rms: 0.3, count: 6_400)
        for index in slam.indices { slam[index] *= 1 - Float(index) / 6_400 }
        scene.add(slam)
        scene.pause(1)
        scene.add(generator.white(rms: 0.01, count: 16_000 * 16))
        let events = try Self.events(of: scene.inRoom(), piece: 1_600)
        // Something may have been said, for all that is known; it was not a letter.
        #expect(Self.kinds(events).joined().allSatisfy { $0 == .unclear }, "\(events)")
        #expect(events.contains(.silence) && events.last == .ended)
    }

    /// A voice that hums for this time, with a second of quiet before and after.
    private static func hum(seconds: Double) -> [Float] {
        var scene = Scene()
        scene.pause(1)
        scene.hum(seconds: seconds)
        scene.pause(1)
        return scene.inRoom()
    }

    @Test(
        "speech without an answer may be a letter if it is long enough",
        arguments: [(0.4, true), (1.6, false)])
    func maybe(seconds: Double, isMaybe: Bool) throws {
        let events = try Self.events(
            of: Self.hum(seconds: seconds),
            with: ScriptedEar.listener([.init(nil, ["ah"], at: 0.3)]))
        let times = events.compactMap { event -> ClosedRange<Double>? in
            switch event {
            case .maybe(let time) where isMaybe: time
            case .talk(let time) where seconds > 1: time
            default: nil
            }
        }
        #expect(events.count == times.count + 1)
        #expect(!times.isEmpty)
        for time in times {
            #expect(abs(time.lowerBound - 1) < 0.1)
            #expect(abs(time.upperBound - 1 - seconds) < 0.1)
        }
    }

    @Test(
        "an unexplained part of an utterance may be a letter at its place",
        arguments: [
            ("K ~ S", "K ~ S"), ("K S", "K S"), ("K S ~", "K S talk"), ("~ K S", "talk K S"),
        ])
    func unexplained(said: String, expected: String) throws {
        let words = said.split(separator: " ").enumerated().map { index, text in
            let seconds = 0.3 + 0.4 * Double(index)
            return switch text {
            case "K": ScriptedEar.Word("kay", ["K"], at: seconds)
            case "S": ScriptedEar.Word("ess", ["S"], at: seconds)
            default: ScriptedEar.Word(FoundWord.talk, ["ah", "b"], at: seconds)
            }
        }
        let events = try Self.events(
            of: Self.hum(seconds: 1.4), with: ScriptedEar.listener(words))
        var told: [String] = []
        for event in events {
            switch event {
            case .utterance(let utterance):
                told += utterance.answers.map { answer in
                    if case .letter(let letter) = answer.kind { "\(letter)" } else { "?" }
                }
            case .maybe: told.append("~")
            case .talk: told.append("talk")
            default: break
            }
        }
        #expect(told.joined(separator: " ") == expected)
    }

    @Test("sound before a failure is heard before the failure is reported")
    func failure() throws {
        struct Broken: Error {}
        final class BreakingSource: AudioSource {
            private let sound: PieceSource
            init(_ samples: [Float]) { sound = PieceSource(samples) }
            func read() throws -> AudioChunk? {
                guard let chunk = sound.read() else { throw Broken() }
                return chunk
            }
        }
        let scene = try Scene.saying(["O"], by: FliteVoice(.rms), after: 0.05)
        let answers = VoiceAnswers(
            source: BreakingSource(scene.inRoom()), listener: try RealHearing.listener())
        var events: [AnswerEvent] = []
        #expect(throws: Broken.self) {
            while true { events.append(try answers.next(.answers(5))) }
        }
        #expect(Self.kinds(events) == [[.letter(.o)]])
        #expect(throws: Broken.self) { try answers.next(.answers(5)) }
    }

    @Test("a letter cut off by the end of the sound is still heard")
    func end() throws {
        let scene = try Scene.saying(["O"], by: FliteVoice(.rms), after: 0.05)
        let events = try Self.events(of: scene.inRoom())
        #expect(Self.kinds(events) == [[.letter(.o)]])
        #expect(events.last == .ended)
    }

    @Test(
        "speech that begins too early to be read is not an answer to the next letter",
        arguments: [(1.2, false), (1.6, true)])
    func soonestRead(pause: Double, counts: Bool) throws {
        let scene = try Scene.saying(["C", "O"], by: FliteVoice(.rms), pause: pause)
        let answers = VoiceAnswers(
            source: PieceSource(scene.inRoom()), listener: try RealHearing.listener())
        var events: [AnswerEvent] = []
        while events.last != .ended {
            let isRead = events.count == 1
            let event = try answers.next(isRead ? .correction : .answers(1))
            if event != .idle { events.append(event) }
        }
        try #require(events.count == 4 && events[1] == .settled, "\(events)")
        #expect(Self.kinds(events) == [[.letter(.c)]] + (counts ? [[.letter(.o)]] : []))
        guard case .talk = events[2] else {
            #expect(counts)
            return
        }
    }

    @Test(
        "words that were not understood take back the letter right before them",
        arguments: [(0.9, 0.3, true), (0.9, 1.5, false), (0.4, 0.3, false)])
    func remark(seconds: Double, pause: Double, takesBack: Bool) throws {
        var scene = Scene()
        scene.pause(1)
        scene.hum(seconds: 0.4)
        scene.pause(pause)
        scene.hum(seconds: seconds)
        scene.pause(1)
        let events = try Self.events(
            of: scene.inRoom(),
            with: ScriptedEar.listener(
                [.init("are", ["R"], at: 0.6)],
                [.init(FoundWord.talk, (0..<12).map { $0 % 2 == 0 ? "ah" : "b" }, at: 0.3)]))
        #expect(
            Self.kinds(events) == [[.letter(.r)]] + (takesBack ? [[.command(.correction)]] : []),
            "\(events)")
    }

    @Test(
        "a letter taken back does not count with its replacement",
        arguments: [FliteVoice.Name.rms, .slt, .awb], ["no, D", "I mean D"])
    func takenBack(voice: FliteVoice.Name, words: String) throws {
        let scene = try Scene.saying(["R", words], by: FliteVoice(voice), pause: 0.4)
        let kinds = Self.kinds(try Self.events(of: scene.inRoom())).flatMap(\.self)
        // The letter after it may be unclear, but not a second answer.
        let isReplaced = kinds == [.letter(.r), .command(.correction), .letter(.d)]
        #expect(isReplaced || !kinds.contains(.letter(.d)), "\(kinds)")
        #expect(kinds.first == .letter(.r))
    }

    @Test("the person is asked again despite a voice without a pause")
    func withoutQuiet() throws {
        var patience = VoiceAnswers.Patience()
        patience.beforeAnyQuiet = 3
        let events = try Self.events(
            of: Self.hum(seconds: 5), patience: patience,
            with: ScriptedEar.listener([.init(nil, ["ah"], at: 0.3)]))
        #expect(events.filter { $0 == .silence }.count == 2)
    }

    @Test(
        "answers far apart in one utterance are talk",
        arguments: [(0.6, true), (1.2, false)])
    func spread(every: Double, counts: Bool) throws {
        // As 3.5 s, which no hum lasts that is a voice.
        var patience = VoiceAnswers.Patience()
        patience.withinLine = 0.6
        let words = [
            ScriptedEar.Word("kay", ["K"], at: 0.3),
            ScriptedEar.Word("ess", ["S"], at: 0.3 + every),
        ]
        let events = try Self.events(
            of: Self.hum(seconds: 1.8), patience: patience, with: ScriptedEar.listener(words))
        let letters = Self.kinds(events).flatMap(\.self)
        #expect(letters == (counts ? [.letter(.k), .letter(.s)] : []))
        #expect(
            counts
                || events.contains { if case .talk = $0 { true } else { false } })
    }

    @Test("a word spoken while an answer is given by hand belongs to that answer")
    func answeredByHand() throws {
        let scene = try Scene.saying(["K", "S"], by: FliteVoice(.rms), pause: 1.5)
        func heard(byHand: Bool) throws -> [[SpokenAnswer.Kind]] {
            let source = PieceSource(scene.inRoom())
            let answers = VoiceAnswers(source: source, listener: try RealHearing.listener())
            var events: [AnswerEvent] = []
            var isGiven = false
            while events.last != .ended {
                events.append(try answers.next(.answers(2)))
                let now = Double(source.given) / 16_000
                if byHand, !isGiven, now > scene.places[0].lowerBound + 0.1 {
                    try #require(now < scene.places[0].upperBound)
                    isGiven = true
                    answers.answeredOtherwise()
                }
            }
            return Self.kinds(events)
        }
        #expect(try heard(byHand: false) == [[.letter(.k)], [.letter(.s)]])
        let rest = try heard(byHand: true)
        #expect(!rest.contains([.letter(.k)]) && rest.last == [.letter(.s)], "\(rest)")
    }
}
