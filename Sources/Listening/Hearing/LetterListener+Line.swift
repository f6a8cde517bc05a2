internal import Acuity
internal import Audio
internal import LetterSpeech

/// Lines of five letters in which the search found other words.
///
/// Whoever runs letters together is heard as saying words: "N R S" as "en off en", "D V" as
/// "repeat", a line as talk. Searched for letters alone such a breath is five letters that the
/// second opinion believes, while talk is not. Of 15 lines of people's own letters that are talk to
/// the first search 12 are five letters that are 0.65 likely on average and explain it nearly as
/// well; of 300 breaths in 256 read sentences none is.
extension LetterListener {
    /// How long five letters take at least, seconds: those of names that people spell in a breath
    /// 1.15.
    private static let shortestLine = 1.0

    /// The line that a breath is if what was found in it besides letters was never said; nil where
    /// it is none.
    ///
    /// Nothing is overruled that is acted on: numbers that are surely no answers, a command that is
    /// sure.
    func line(insteadOf breath: HeardBreath, in segment: SpeechSegment) throws -> HeardBreath? {
        guard breath.words.count > 1, segment.end - segment.start >= Self.shortestLine,
            !breath.words.contains(where: thresholds.isSurelyNoAnswer),
            thresholds.isTalk(breath) || hasDoubtfulOthers(breath),
            let letters = try recognizer.hearLetters(),
            letters.words.count == Chart.lettersInLine, letters.loss <= thresholds.lossOfLine
        else { return nil }
        let line = self.breath(of: try weighed(letters.words, in: segment), isLine: true)
        return thresholds.isBelievableLine(line) ? line : nil
    }

    /// Whether something else than letters was found, of which nothing is sure.
    private func hasDoubtfulOthers(_ breath: HeardBreath) -> Bool {
        let others = breath.words.filter { fusion?.isLetter($0.word) != true }
        return !others.isEmpty && others.allSatisfy { $0.confidence < thresholds.command }
    }
}
