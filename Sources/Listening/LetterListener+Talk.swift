internal import LetterSpeech

extension LetterListener {
    /// How long what seems talk in noise may be to be heard again as one answer, seconds: less than
    /// three letters take. Of 95 letters in babble of 10 dB, right and wrong at the usual threshold
    /// 40.0 and 5.3 % without, 45.3 and 5.3 with 1.4, 47.4 and 5.3 with 2.2; of 736 other words 8.0,
    /// 10.1 and 10.1 % are answered.
    static let longestInNoise = 1.4

    /// A breath that may be talk, with what talk makes of it.
    func heldAgainstTalk(_ breath: HeardBreath) throws -> HeardBreath {
        guard thresholds.mayBeTalk(breath.words), let likeness = try recognizer.likenessToTalk()
        else { return breath }
        return self.breath(
            of: breath.found.map { word in
                var told = word
                told.likenessToTalk = likeness
                return told
            })
    }

    /// Whether a breath that seems talk may be one answer among the voices of a room.
    func isOneInNoise(_ breath: HeardBreath, seconds: Double) -> Bool {
        guard let loudness = breath.words.first?.loudness else { return false }
        return loudness < HearingFusion.quiet && seconds <= Self.longestInNoise
            && thresholds.isTalk(breath.words)
    }
}
