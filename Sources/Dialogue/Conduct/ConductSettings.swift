/// The settings of a test's dialogue, apart from the measurement.
public struct ConductSettings: Sendable, Equatable {
    /// Whether the display shows which letters of a finished line were right. The examiner gives no
    /// hint, so this is off unless asked for.
    public var showsRightAndWrong: Bool
    /// The number of silences in a row after which the test pauses instead of asking once more.
    public var silencesBeforePause: Int
    /// Whether the sound after the test is heard too, for a recording, which has an end: a person
    /// who reads on did not read the letters shown.
    public var hearsRest: Bool
    /// The number of lines of text in a row without an answer after which a paused test ends: a
    /// program that plays the patient has gone wrong. A test that is not paused leaves letters open
    /// before that.
    static let mostEmptyTexts = 100

    /// Settings.
    public init(
        showsRightAndWrong: Bool = false, silencesBeforePause: Int = 3, hearsRest: Bool = false
    ) {
        self.showsRightAndWrong = showsRightAndWrong
        self.silencesBeforePause = silencesBeforePause
        self.hearsRest = hearsRest
    }
}
