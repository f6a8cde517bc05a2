package import Audio
internal import PhoneticMapping
package import Recognition

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
