import Acuity
import Records
import Testing

@testable import Dialogue

/// A person whose readings are not understood is offered another language.
@Suite("The offer of another language", .timeLimit(.minutes(1)))
struct LanguageOfferTests {
    private let accepted = RecordedEvent.Offered(
        language: "en", from: "de", isAccepted: true, by: .voice)
    private let declined = RecordedEvent.Offered(
        language: "en", from: "de", isAccepted: false, by: .touch)
    private let line = ExpectedAnswer.answers(5)

    /// The events that pass, and how often the offer was made.
    private func heard(
        _ events: [AnswerEvent], awaiting awaited: ExpectedAnswer, offer: RecordedEvent.Offered?
    ) throws -> (events: [AnswerEvent], offers: Int) {
        var offers = 0
        let answers = OfferingAnswers(Script(events)) {
            offers += 1
            return offer
        }
        let passed = try events.map { _ in try answers.next(awaited) }
        return (passed, offers)
    }

    @Test("The offer replaces the second request in a row, not the first")
    func afterTwo() throws {
        let once: [AnswerEvent] = [spoken("? ?"), .talk(nil), .silence]
        #expect(try heard(once, awaiting: line, offer: accepted).offers == 0)
        let twice = try heard(once + once, awaiting: line, offer: accepted)
        #expect(twice.offers == 1)
        #expect(twice.events == once + [spoken("? ?"), .talk(nil), .language(accepted)])
    }

    @Test("Understood readings and a lost microphone reset the count; silence does not")
    func anew() throws {
        let unclear: [AnswerEvent] = [spoken("? ? ?"), .silence]
        for between in [[spoken("N C K Z O"), .settled], [.trouble("gone"), .recovered]] {
            let events = unclear + between + unclear
            #expect(try heard(events, awaiting: line, offer: accepted).offers == 0)
        }
        let silent: [AnswerEvent] = [.silence, .silence, .silence]
        #expect(try heard(silent, awaiting: line, offer: accepted).offers == 0)
    }

    @Test("One clear letter among three others is taken for chance, two are not")
    func chance() throws {
        let chance: [AnswerEvent] = [spoken("N ? ? ?"), .silence]
        #expect(try heard(chance + chance, awaiting: line, offer: accepted).offers == 1)
        let read: [AnswerEvent] = [spoken("N C ? ? ?"), .silence]
        #expect(try heard(read + read, awaiting: line, offer: accepted).offers == 0)
    }

    @Test("A letter that is asked for alone is a reading")
    func alone() throws {
        let events: [AnswerEvent] = [spoken("?"), .maybe(nil)]
        #expect(try heard(events, awaiting: .answers(1), offer: accepted).offers == 1)
    }

    @Test("Without an offer the events pass unchanged")
    func nothing() throws {
        let events: [AnswerEvent] = [.talk(nil), .silence, .talk(nil), .silence]
        #expect(try heard(events, awaiting: line, offer: nil).events == events)
    }

    @Test("An accepted offer repeats the line, and the record has the language")
    func taken() throws {
        var setup = TestSetup(eye: .right, chart: .one)
        setup.hearing = TestSetup.HearingTold(name: "measured", misheard: 0, language: "de")
        setup.hear("en")
        #expect(setup.hearing?.language == nil)
        let test = try ScriptedTest([
            spoken("N ?"), .language(accepted), spoken("N C K Z O"), .settled,
        ])
        #expect(
            test.story == [
                "present 1", "0N", "en true", "present 1", "0N", "1C", "2K", "3Z", "4O", "right 5",
                "present 2", "result answersEnded",
            ])
    }

    @Test("After a declined offer the line continues, without asking for letters twice")
    func refused() throws {
        let test = try ScriptedTest([
            spoken("N"), .language(declined), spoken("C K Z O"), .settled,
        ])
        #expect(
            test.story == [
                "present 1", "0N", "en false", "ask 1234", "1C", "2K", "3Z", "4O", "right 5",
                "present 2", "result answersEnded",
            ])
        #expect(test.report.lettersAskedAgain == 0)
    }
}
