/// What letters that were never understood mean for a test. They say something about the room and
/// nothing about the eye: no rule is met by them, and no score stands that hangs on them.
enum OpenLetters {
    /// After so many in a row a test is given up: Aloud's own choice, as many as two lines have.
    static let mostInARow = 10
    /// So many leave a score open by more than half a line, 0.06 logMAR, so that there is none:
    /// Aloud's own choice.
    static let leastToWithhold = 3
}

extension AnsweredPresentation {
    /// Letters that were never understood.
    var open: Int { answers.count { $0.response == nil } }

    /// How many letters would be right if all that were never understood had been.
    var mostRight: Int { right + open }
}

extension [AnsweredPresentation] {
    /// Whether so many letters in a row were not understood that there is no use in going on.
    var areGivenUp: Bool {
        let answers = lazy.reversed().map { $0.answers.reversed() }.joined()
        return answers.prefix { $0.response == nil }.count >= OpenLetters.mostInARow
    }

    /// Whether a score that counts all of these letters would hang on those not understood.
    var leaveScoreOpen: Bool { reduce(0) { $0 + $1.open } >= OpenLetters.leastToWithhold }
}
