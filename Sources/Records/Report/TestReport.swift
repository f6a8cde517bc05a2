public import Acuity

/// What a test has found, and how it went.
public struct TestReport: Sendable, Equatable {
    /// What the test was set to.
    public var setup: TestSetup
    /// The acuity, with all lines and responses.
    public var score: AcuityScore
    /// Letters that had to be asked for again: each position each time.
    public var lettersAskedAgain: Int
    /// How long the test took, pauses included.
    public var duration: Duration
    /// Why it ended.
    public var end: TestEnd
    /// The acuity as all answers together tell it, allowing for what may have been misheard; nil
    /// where nothing was answered.
    public var estimate: AcuityEstimate?
    /// Answers that an operator gave in place of the person.
    public var overrides: Int
    /// How often a piece of the sound was lost in the test itself: the microphone ran over, sound
    /// came faster than it could be heard, or a recording was cut short.
    public var soundsMissing: Int
    /// What the person read after the end of the test, which withholds the score; nil where that is
    /// nothing, and where it was not looked for.
    public var leftOver: SoundLeftOver?

    /// A report.
    public init(
        setup: TestSetup, score: AcuityScore, lettersAskedAgain: Int, duration: Duration,
        end: TestEnd, overrides: Int = 0, soundsMissing: Int = 0, estimate: AcuityEstimate? = nil,
        leftOver: SoundLeftOver? = nil
    ) {
        self.setup = setup
        self.score = score
        self.lettersAskedAgain = lettersAskedAgain
        self.duration = duration
        self.end = end
        self.estimate = estimate
        self.overrides = overrides
        self.soundsMissing = soundsMissing
        self.leftOver = leftOver
    }

    /// Whether the procedure came to its own end, and nobody read on after it.
    public var isComplete: Bool { score.isComplete && leftOver == nil }

    /// What there is to tell of the acuity in one figure: the score, or the estimate where there is
    /// none; nil where neither can be told.
    public var figure: LogMAR? { score.logMAR ?? estimate?.ifReliable?.figure }
}
