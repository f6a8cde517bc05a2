/// How a test is conducted, apart from what is measured.
public struct ConductSettings: Sendable, Equatable {
    /// Whether the display shows which letters of a finished line were right. The examiner gives no
    /// hint, so this is off unless asked for.
    public var showsRightAndWrong: Bool
    /// After so many silences in a row the test pauses itself instead of asking once more.
    public var silencesBeforePause: Int
    /// Whether what follows the test is heard, too, as of a recording that has an end: who reads on
    /// was not tested by what was shown.
    public var hearsRest: Bool
    /// After so many lines of text in a row without an answer a paused test ends: a program that
    /// plays the patient has gone wrong. One that is not paused leaves letters open before.
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
