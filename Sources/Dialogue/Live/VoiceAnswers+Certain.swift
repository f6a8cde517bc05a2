package import Audio
internal import PhoneticMapping
package import Recognition

/// The last answer that is awaited is accepted as soon as it is certain: after a short pause the
/// stretch of speech is heard as it is, and if it is one letter beyond doubt it ends there.
/// Everything else is waited for longer, since it may go on. Nothing waits for a letter in the
/// middle of a line, and a breath that was cut apart there is heard less well.
extension VoiceAnswers {
    /// How sure it must be which letter it was, for it to be certain.
    package static let certain = 0.95
    /// How sure it must be that it was an answer, and this one.
    private static let certainAnswer = 0.9

    /// Whether a stretch may end where it is: one letter, by its name, and certain.
    func isCertain(_ segment: SpeechSegment) throws -> Bool {
        early = nil
        guard awaitsLast else { return false }
        let breath = try listener.hear(segment, remembering: false)
        let answers = thresholds.answers(to: breath)
        guard breath.words.count == 1, breath.talk.isEmpty, let answer = answers.first,
            answers.count == 1,
            case .letter = answer.kind,
            answer.confidence >= Self.certain,
            answer.sureness >= Self.certainAnswer
        else { return false }
        early = (segment, breath)
        return true
    }

    /// What was heard in a stretch that ended early; nil for all others.
    func heardEarly(_ segment: SpeechSegment) -> HeardBreath? {
        guard let early, early.segment == segment else { return nil }
        self.early = nil
        listener.remember(segment, early.breath)
        return early.breath
    }
}

/// What the moment at which something begins tells of it.
extension VoiceAnswers {
    /// When an answer to what is shown may begin at the earliest, seconds of the sound.
    var soonestAnswer: Double { shownSince.map { $0 + Self.soonestRead } ?? 0 }

    /// Whether something is said for a letter, and begins before anybody can have read it. What
    /// steers the test, and a "no", is no less of one.
    func isTooSoon(_ answer: SpokenAnswer) -> Bool {
        guard let time = answer.time, !answer.steersTest, answer.kind != .command(.correction)
        else { return false }
        return time.lowerBound < soonestAnswer
    }

    /// Whether a breath without an answer is somebody who corrects the letter right before it: words
    /// that are not listened for, while the line is being read.
    package func isRemark(_ breath: HeardBreath, in segment: SpeechSegment) -> Bool {
        guard case .answers = awaited, let letterEnd,
            segment.start - letterEnd <= Self.soonAfterLetter,
            segment.end - segment.start >= Self.shortestRemark
        else { return false }
        return breath.secondsOfTalk >= Self.shortestRemark / 2
    }
}
