internal import Audio
internal import CommandLineKit
internal import Dialogue
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Records
internal import TestPages

/// Asks a person who is not understood whether they would rather answer in another language. The
/// question is in both languages. The person says yes or no in either, or taps; without an answer
/// nothing changes.
struct LanguageQuestion {
    /// The pages and the voice.
    let lane: WebLane
    /// The present and the offered language, as ISO 639 codes.
    let own: String
    let other: String
    /// Hears yes and no in both languages.
    let answers: SettingAnswers
    /// Ends the question.
    let stop: StopRequest
    /// The reason that nothing can be heard at its end; nil if all is well.
    private(set) var trouble: String?

    /// The longest wait for an answer, seconds of sound.
    private static let patience = 20.0
    /// The longest wait by the clock, seconds, for a microphone that gives no sound.
    private static let longest = 60.0

    /// The offer with its answer.
    ///
    /// - Throws: why the person cannot be heard.
    mutating func answer() throws -> RecordedEvent.Offered {
        func offered(_ isAccepted: Bool, by way: RecordedEvent.Offered.Way?)
            -> RecordedEvent.Offered
        {
            RecordedEvent.Offered(language: other, from: own, isAccepted: isAccepted, by: way)
        }
        lane.pages.operatorSession.mayEnd(stop)
        ask()
        var askedAt = answers.clock
        let deadline = ContinuousClock.now + .seconds(Self.longest)
        while !stop.isRequested, answers.clock - askedAt < Self.patience,
            ContinuousClock.now < deadline
        {
            switch lane.pages.nextRequest(within: 0) {
            case .choose(OfferedLanguage.otherNumber): return offered(true, by: .touch)
            case .choose, .goOn: return offered(false, by: .touch)
            case .begin, .again, .touched, .screen, .listen, nil: break
            }
            switch try answers.next() {
            case .heard(.yes, _): return offered(true, by: .voice)
            case .heard(.no, _): return offered(false, by: .voice)
            case .heard(.again, _):
                ask()
                askedAt = answers.clock
            case .ended: return offered(false, by: nil)
            case .trouble(let words): trouble = words
            case .recovered: trouble = nil
            case .heard, .unclear, .idle: break
            }
        }
        return offered(false, by: nil)
    }

    private func ask() {
        let words = GuidanceWords.offer(ofLanguage: other)
        let theirs = Catalogue(language: other)?.translated(words) ?? words
        lane.pages.show(.offer(OfferedLanguage(own: own, other: other, otherWords: theirs)))
        lane.voice?.say(words)
        lane.say(words, in: other)
        lane.voice?.waitUntilSaid(seconds: Self.patience, unless: stop)
    }
}

extension WebTest {
    /// Offers another language to the person, once for both eyes.
    ///
    /// - Returns: the offer and its answer; nil if it was made before.
    func offer(
        _ other: String, to voice: VoiceAnswers, in sound: any AudioSource,
        until stop: StopRequest
    ) throws -> RecordedEvent.Offered? {
        let theirs = room.hearing(pageIn: other)
        guard !person.isOffered, case .voice(_, let own) = room.configuration.answers,
            case .voice(_, let hearing) = theirs.configuration.answers
        else { return nil }
        person.isOffered = true
        var question = LanguageQuestion(
            lane: lane, own: room.language, other: other,
            answers: SettingAnswers(
                source: sound, listener: try room.listener(for: .distances, with: own),
                others: [try room.listener(for: .distances, with: hearing)]),
            stop: stop)
        let offered = try question.answer()
        guard offered.isAccepted else {
            voice.listenAnew(with: nil, trouble: question.trouble)
            return offered
        }
        let listener = try theirs.listener(with: hearing)
        person.hear(other, with: listener)
        voice.listenAnew(with: listener, trouble: question.trouble)
        lane.speak(other)
        lane.pages.hears(other)
        return offered
    }
}
