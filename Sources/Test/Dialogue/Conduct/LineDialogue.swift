package import Acuity
internal import PhoneticMapping

/// The dialogue about the line on the screen: its reading and the state around it.
package struct LineDialogue {
    /// The presentation on the screen.
    package let shown: Presentation
    /// The reading of it so far.
    package var reading: LineReading
    /// The reason for a pause; it counts only while the reading is paused.
    var pauseReason = PauseReason.asked
    /// The reason that answers cannot be heard, if there is one.
    package var trouble: String?
    /// Times in a row that nothing was said.
    var silences = 0
    /// Times that a sound without an answer resumed the line after silence.
    private var resumesBySound = 0
    /// Maximum number of these times, so that a television does not resume the test without end.
    /// Aloud's own choice.
    private static let mostResumesBySound = 3
    /// Lines of text in a row without an answer.
    var emptyTexts = 0
    /// Whether the line is left without its answers: the person has moved.
    var isLeft = false
    /// Whether the line is finished.
    package var isClosed = false
    /// The size of the letters that the person read before; nil if they have read none.
    let lastRead: LogMAR?

    init(shown: Presentation, trouble: String? = nil, lastRead: LogMAR? = nil) {
        self.shown = shown
        self.lastRead = lastRead
        self.trouble = trouble
        reading = LineReading(count: shown.letters.count, of: shown.optotypes)
    }

    /// The number and kind of awaited answers: the only facts of the line that the answer source
    /// knows.
    package var awaited: ExpectedAnswer {
        if reading.isPaused { return .resumption }
        return reading.expected > 0
            ? .answers(
                reading.expected,
                again: reading.lettersAskedAgain > 0 || reading.isAfterBreak) : .correction
    }

    /// Resumes an automatic pause if the person reads on, clearly or not. A sound without an answer
    /// resumes it `mostResumesBySound` times in a line.
    ///
    /// - Parameter answers: the answers; nil for a sound that may have been a letter.
    /// - Returns: whether it was paused.
    mutating func endSilence(by answers: [SpokenAnswer]?) -> Bool {
        guard reading.isPaused, pauseReason == .silence, trouble == nil else { return false }
        if let answers {
            guard !answers.isEmpty, answers.allSatisfy(\.isAnswer) else { return false }
        } else {
            guard resumesBySound < Self.mostResumesBySound else { return false }
            resumesBySound += 1
        }
        reading.resume()
        return true
    }

    /// The content of the display.
    package var view: TestView {
        TestView(
            presentation: shown, places: reading.places, prompt: prompt, asked: reading.asked,
            said: reading.taken, lastRead: lastRead)
    }

    private var prompt: Prompt {
        if let trouble { return .trouble(trouble) }
        if reading.isPaused { return .paused(pauseReason) }
        // A line that was interrupted before anything was said is read as if it were new.
        let isAgain =
            reading.asking == .afterBreak
            ? reading.asked.count < shown.letters.count : reading.lettersAskedAgain > 0
        return isAgain
            ? .readAgain(reading.asked, of: shown.letters.count, by: reading.asking)
            : .read
    }
}

/// The settings of a test's dialogue, apart from the measurement.
package struct ConductSettings: Sendable, Equatable {
    /// Whether the display shows which letters of a finished line were right. The examiner gives no
    /// hint, so this is off unless asked for.
    package var showsRightAndWrong: Bool
    /// The number of silences in a row after which the test pauses instead of asking once more.
    package var silencesBeforePause: Int
    /// Whether the sound after the test is heard too, for a recording, which has an end: a person
    /// who reads on did not read the letters shown.
    package var hearsRest: Bool
    /// The number of lines of text in a row without an answer after which a paused test ends: a
    /// program that plays the patient has gone wrong. A test that is not paused leaves letters open
    /// before that.
    static let mostEmptyTexts = 100
    /// Maximum number of requests in a test, after which it ends as not understood. Aloud's own
    /// choice: if two of ten letters are never heard, a chart of 14 lines needs about 50.
    package static let mostRequests = 100

    /// Settings.
    package init(
        showsRightAndWrong: Bool = false, silencesBeforePause: Int = 3, hearsRest: Bool = false
    ) {
        self.showsRightAndWrong = showsRightAndWrong
        self.silencesBeforePause = silencesBeforePause
        self.hearsRest = hearsRest
    }
}
