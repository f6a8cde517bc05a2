import Acuity
import Audio
import Dialogue
import FliteVoice
import PhoneticMapping
import Recognition
import TestSpeech
import TestTraits
import Testing

@Suite("Trouble at the microphone", .listening)
struct LiveTroubleTests {
    private func events(_ script: [CaptureEvent]) throws -> [AnswerEvent] {
        let answers = VoiceAnswers(
            source: ScriptedMicrophone(script), listener: try RealHearing.listener())
        var events: [AnswerEvent] = []
        while events.last != .ended {
            let event = try answers.next(.answers(5))
            if event != .idle { events.append(event) }
        }
        return events
    }

    /// A letter in a room, and where in its samples its middle lies.
    private func letter(_ text: String) throws -> (sound: [Float], middle: Int) {
        let scene = try Scene.saying([text], by: FliteVoice(.rms), before: 0.8, after: 0.6)
        let place = scene.places[0]
        return (scene.inRoom(), Int((place.lowerBound + place.upperBound) / 2 * 16_000))
    }

    @Test(
        "sound missing within a letter makes only that letter unclear",
        arguments: [
            CaptureEvent.overrun(count: 1), .dropped(seconds: 0.05),
        ])
    func overrun(trouble: CaptureEvent) throws {
        let (sound, middle) = try letter("O")
        let next = try letter("K").sound
        let script: [CaptureEvent] =
            .sound(sound.prefix(middle)) + [trouble]
            + .sound(sound.dropFirst(middle + 800)) + .sound(next)
        #expect(VoiceAnswersTests.kinds(try events(script)) == [[.unclear], [.letter(.k)]])
    }

    @Test("a letter in which sound is missing does not count against the letter said again")
    func saidAgain() throws {
        // The second S is clear, and a little like a K. The first sound is like a K, but broken.
        let listener = try ScriptedEar.listener(
            [.init("kay", ["K"], at: 0.5)],
            [
                .init(nil, ["K"], at: 0.5, probability: 0.15),
                .init("ess", ["S"], at: 0.5, probability: 0.9),
            ])
        var scene = Scene()
        for _ in 0..<2 {
            scene.pause(1)
            scene.hum(seconds: 0.5)
        }
        scene.pause(1)
        let sound = scene.inRoom()
        let middle = 16_000 * 5 / 4
        let answers = VoiceAnswers(
            source: ScriptedMicrophone(
                .sound(sound.prefix(middle)) + [.overrun(count: 1)]
                    + .sound(sound.dropFirst(middle))), listener: listener)
        var reading = LineReading(count: 1)
        var kinds: [[SpokenAnswer.Kind]] = []
        var event = AnswerEvent.idle
        while event != .ended {
            event = try answers.next(.answers(5))
            guard case .utterance(let utterance) = event else { continue }
            kinds.append(utterance.answers.map(\.kind))
            _ = reading.take(utterance.answers)
            if kinds.count == 1 { #expect(reading.ask() == [0]) }
        }
        #expect(kinds == [[.unclear], [.letter(.s)]])
        #expect(reading.answers.map { $0?.response } == [.named(.s)])
    }

    @Test("sound missing between letters changes nothing, and is reported")
    func overrunBetween() throws {
        let (sound, _) = try letter("O")
        let script: [CaptureEvent] =
            .sound(sound) + [.overrun(count: 1)] + .sound(try letter("K").sound)
        let found = try events(script)
        #expect(VoiceAnswersTests.kinds(found) == [[.letter(.o)], [.letter(.k)]])
        let told = found.filter { if case .soundMissing = $0 { true } else { false } }
        #expect(told.count == 1)
    }

    @Test(
        "a letter right after Aloud's speech may not be the first one said",
        arguments: [(0.8, [false]), (0.3, [true, false])])
    func answeredSoon(seconds: Double, isTalk: [Bool]) throws {
        let scene = try Scene.saying(["K"], by: FliteVoice(.rms), before: seconds, after: 0.6)
        let script: [CaptureEvent] =
            .sound(try letter("O").sound) + [.unheard] + .sound(scene.inRoom())
        let found = try events(script)
        #expect(VoiceAnswersTests.kinds(found) == [[.letter(.o)], [.letter(.k)]])
        let told = found.dropFirst().dropLast().map { if case .talk = $0 { true } else { false } }
        #expect(told == isTalk)
    }

    @Test("a person who says stop as Aloud stops speaking is heard")
    func stopSoon() throws {
        let scene = try Scene.saying(["stop"], by: FliteVoice(.rms), before: 0.06, after: 0.6)
        let found = try events([.unheard] + .sound(scene.inRoom()))
        #expect(VoiceAnswersTests.kinds(found) == [[.command(.stop)]])
    }

    @Test("a letter begun while Aloud speaks, or as it begins, is unclear")
    func cutByAloud() throws {
        let (sound, middle) = try letter("O")
        let begun: [CaptureEvent] =
            [.unheard] + .sound(sound.dropFirst(middle - 1_600)) + .sound(try letter("K").sound)
        #expect(VoiceAnswersTests.kinds(try events(begun)) == [[.unclear], [.letter(.k)]])
        let cut: [CaptureEvent] =
            .sound(sound.prefix(middle)) + [.unheard] + .sound(sound.dropFirst(middle + 800))
            + .sound(try letter("K").sound)
        #expect(VoiceAnswersTests.kinds(try events(cut)) == [[.unclear], [.letter(.k)]])
    }

    @Test(
        "a letter begun in lost sound is unclear",
        arguments: [
            [CaptureEvent.overrun(count: 1)], [.dropped(seconds: 0.2)],
            [.lost(reason: "unplugged"), .returned],
        ])
    func begunInLostSound(trouble: [CaptureEvent]) throws {
        let (sound, middle) = try letter("O")
        let script: [CaptureEvent] =
            trouble + .sound(sound.dropFirst(middle - 1_600)) + .sound(try letter("K").sound)
        #expect(VoiceAnswersTests.kinds(try events(script)) == [[.unclear], [.letter(.k)]])
    }

    @Test("a gap within a click ends with the click")
    func breakInNoise() throws {
        var click = [Float](repeating: 0, count: 16_000)
        for index in 8_000..<8_400 { click[index] = index % 2 == 0 ? 0.5 : -0.5 }
        let script: [CaptureEvent] =
            .sound(try letter("O").sound) + .sound(click.prefix(8_640)) + [.overrun(count: 1)]
            + .sound(click.dropFirst(8_640)) + .sound(try letter("K").sound)
        #expect(VoiceAnswersTests.kinds(try events(script)) == [[.letter(.o)], [.letter(.k)]])
    }

    /// The messages about a lost device.
    private static func words(_ reason: String) -> String {
        "The microphone cannot be heard (\(reason)). Please check that it is plugged in."
    }

    @Test("a letter cut off by a lost device is ignored, and the next one is heard")
    func lost() throws {
        let (sound, middle) = try letter("O")
        let script: [CaptureEvent] =
            .sound(sound.prefix(middle)) + [.lost(reason: "unplugged"), .returned]
            + .sound(try letter("K").sound)
        let found = try events(script)
        #expect(found.prefix(2) == [.trouble(Self.words("unplugged")), .recovered])
        #expect(VoiceAnswersTests.kinds(found) == [[.letter(.k)]])
    }

    @Test("an overrun just before the loss does not spoil the first letter after it")
    func overrunThenLost() throws {
        let (sound, middle) = try letter("O")
        let script: [CaptureEvent] =
            .sound(sound.prefix(middle)) + [.overrun(count: 1), .lost(reason: "x"), .returned]
            + .sound(try letter("K").sound)
        #expect(VoiceAnswersTests.kinds(try events(script)) == [[.letter(.k)]])
    }

    @Test("time without the device is not silence of the person")
    func silenceStartsAnew() throws {
        let room = [Float](repeating: 0.0001, count: 16_000 * 6)
        let script: [CaptureEvent] =
            .sound(room) + [.lost(reason: "x"), .returned] + .sound(room)
        #expect(try events(script) == [.trouble(Self.words("x")), .recovered, .ended])
    }

    @Test("while the device is lost the test can continue with other events")
    func idleWithoutSound() throws {
        let microphone = SilentMicrophone([.lost(reason: "unplugged")])
        let answers = VoiceAnswers(source: microphone, listener: try RealHearing.listener())
        #expect(try answers.next(.answers(5)) == .trouble(Self.words("unplugged")))
        for _ in 0..<3 { #expect(try answers.next(.answers(5)) == .idle) }
        microphone.stop()
        #expect(try answers.next(.answers(5)) == .ended)
    }

    @Test("a loss while somebody else reads from the microphone is reported afterwards")
    func lostToAnother() throws {
        let microphone = ScriptedMicrophone([.lost(reason: "unplugged"), .returned])
        let answers = VoiceAnswers(source: microphone, listener: try RealHearing.listener())
        let other = SettingAnswers(source: microphone, listener: try RealHearing.listener("steps"))
        guard case .trouble(let reason) = try other.next() else {
            Issue.record("the other listener gets the loss")
            return
        }
        answers.listenAnew(with: nil, trouble: reason)
        var events: [AnswerEvent] = []
        while events.last != .ended { events.append(try answers.next(.answers(5))) }
        #expect(events == [.trouble(Self.words("unplugged")), .recovered, .ended])
    }

    @Test("a stopped source reports only its end")
    func stopped() throws {
        #expect(try events([]) == [.ended])
    }
}
