package import Acuity
package import Contrast

/// The record of one test of one eye: its setup, the optotypes, the answers and the result.
///
/// It is the only one: the last event holds it, `--json` prints it, the text report and the result
/// page are made from it, and a replay reads it back. `docs/events.md` describes its JSON.
package struct TestRecord: Sendable, Equatable {
    /// The setup.
    package var setup: TestSetup
    /// The acuity, with all lines and responses.
    package var score: AcuityScore
    /// Letters that were asked for again, counted at each position each time.
    package var lettersAskedAgain: Int
    /// The length of the test, pauses included, in whole milliseconds.
    package var duration: Duration { didSet { duration = duration.inMilliseconds } }
    /// The end of the test and its reason.
    package var end: TestEnd
    /// The acuity estimated from all answers, with misheard letters allowed for; nil
    /// where nothing was answered.
    package var estimate: RecordedEstimate?
    /// Number of answers that an operator gave for the person.
    package var overrides: Int
    /// The number of times that sound was lost in the test itself: the microphone overran, sound
    /// came faster than it could be heard, or a recording was truncated.
    package var soundsMissing: Int
    /// The sound after the end of the test in which the person reads on, which withholds the score;
    /// nil if there is none.
    package var leftOver: SoundLeftOver?
    /// The result of a test of contrast, which has neither an acuity nor an estimate of one; nil for
    /// a test of acuity, and where nothing was answered.
    package var contrast: ContrastResult?
    /// Whether everything that says how well the person saw is left out.
    package internal(set) var isMasked = false

    /// A record.
    ///
    /// - Parameters:
    ///   - duration: rounded to milliseconds.
    ///   - estimate: only its letters and flags are kept if it is not reliable.
    package init(
        setup: TestSetup, score: AcuityScore, lettersAskedAgain: Int, duration: Duration,
        end: TestEnd, overrides: Int = 0, soundsMissing: Int = 0, estimate: AcuityEstimate? = nil,
        leftOver: SoundLeftOver? = nil
    ) {
        self.setup = setup
        self.score = score
        self.lettersAskedAgain = lettersAskedAgain
        self.duration = duration.inMilliseconds
        self.end = end
        self.estimate = estimate.map { RecordedEstimate($0) }
        self.overrides = overrides
        self.soundsMissing = soundsMissing
        self.leftOver = leftOver
    }

    /// Whether the procedure came to its own end, and nobody read on after it.
    package var isComplete: Bool { score.isComplete && leftOver == nil }

    /// The warnings of the result, of acuity or of contrast.
    package var flags: [EstimateFlag] { contrast?.flags ?? estimate?.flags ?? [] }

    /// The warning that many answers were unclear, in words for a person; nil without it.
    package var unclearWarning: String? {
        flags.first { $0 == .oftenUnclear }?.words(areTyped: setup.areAnswersTyped)
    }

    /// The reason that the acuity is withheld although letters were read; nil if it is not.
    package var withheld: ScoreWithheld? {
        if let contrast {
            if !contrast.isReliable { return .unreliable }
            return contrast.headline == nil && score.remarks.contains(.lettersLeftOpen)
                ? .notHeardWellEnough : nil
        }
        if estimate?.isReliable == false { return .unreliable }
        let isOpen = score.logMAR == nil && score.remarks.contains(.lettersLeftOpen)
        return isOpen && estimate?.letters != 0 ? .notHeardWellEnough : nil
    }

    /// The acuity as one number: the score, or the estimate if there is no score; nil if there is
    /// neither.
    package var figure: LogMAR? { score.logMAR ?? estimate?.ifReliable?.figure }
}

/// The reason that the acuity of a test is withheld.
package enum ScoreWithheld: String, Sendable, Codable {
    /// Letters stayed open: they were never understood, and not replaced. The estimate stays.
    case notHeardWellEnough
    /// The answers cannot be relied on.
    case unreliable

    /// The reason in words for a person, without a full stop.
    package var words: String {
        switch self {
        case .notHeardWellEnough: "not heard well enough"
        case .unreliable: "the answers are unreliable"
        }
    }
}

extension TestRecord {
    /// The result in a line for a list: the acuity, else the reason that there is none and the
    /// estimate; nil if nothing was measured.
    package var outcome: String? {
        if isMasked { return nil }
        if let headline { return headline }
        let reason = withheld == .notHeardWellEnough ? withheld?.words : nil
        let estimated = estimate?.ifReliable?.figureWords
        guard let reason else { return estimated }
        return estimated.map { "\(reason): \($0)" } ?? reason
    }

    /// The acuity in a word or two, for a person: "20/40", "20/100 or better", "Not finished:
    /// 20/125 or better"; nil if none was measured.
    package var headline: String? {
        if setup.quantity == .contrast { return contrast?.headline }
        guard let line = score.line else { return nil }
        let isUnfinished = score.remarks.contains(.stoppedEarly)
        return (isUnfinished ? "Not finished: " : "") + line.feet + orBetter
    }

    /// The words after a score that is only a bound, " or better"; empty for other scores.
    package var orBetter: String { score.isBound ? " or better" : "" }
}

extension AcuityEstimate {
    /// The estimate in words for a person: "0.33, with 95 % between 0.26 and 0.39, from 50
    /// letters", "worse than 0.98, with 97.5 %, from 5 letters".
    package var words: String {
        "\(figureWords), from \(letters) \(letters == 1 ? "letter" : "letters")"
    }

    /// The words without the number of letters. If the answers do not rule out a worse acuity, or a
    /// better one, only the other end of the interval is known.
    package var figureWords: String {
        switch (isOpenBelow, isOpenAbove) {
        case (false, false):
            "\(logMAR), with 95 % between \(interval95.lowerBound) and \(interval95.upperBound)"
        case (false, true): "worse than \(interval95.lowerBound), with 97.5 %"
        case (true, false): "better than \(interval95.upperBound), with 97.5 %"
        case (true, true): "any acuity is possible"
        }
    }
}

/// The sound of a recording after the end of its test, in which the person reads on.
package struct SoundLeftOver: Sendable, Equatable {
    /// Number of answers in this sound, understood or not.
    package var answers: Int
    /// The part of the recording that the test took, in whole milliseconds.
    package private(set) var heard: Duration
    /// The length of the recording, in whole milliseconds.
    package private(set) var whole: Duration

    /// Answers after the part of a recording that the test took.
    package init(answers: Int, heard: Duration, whole: Duration) {
        self.answers = answers
        self.heard = heard.inMilliseconds
        self.whole = whole.inMilliseconds
    }

    /// In words for a person: "the test heard 21 of 103 s; 24 answers came after it".
    package var words: String {
        func seconds(_ duration: Duration) -> Int { Int((duration / .seconds(1)).rounded()) }
        let answers = answers == 1 ? "1 answer" : "\(answers) answers"
        return "the test heard \(seconds(heard)) of \(seconds(whole)) s; \(answers) came after it"
    }
}
