package import Acuity
internal import PhoneticMapping

/// The dialogue about the line that is shown, with what surrounds the reading of it.
package struct LineDialogue {
    /// What is shown.
    package let shown: Presentation
    /// What was read of it.
    package var reading: LineReading
    /// Why it is paused, if it is.
    var pauseReason = PauseReason.asked
    /// Why answers cannot be heard, if so.
    package var trouble: String?
    /// Times in a row that nothing was said.
    var silences = 0
    /// Lines of text in a row without an answer.
    var emptyTexts = 0
    /// Whether the line is finished.
    package var isClosed = false

    init(shown: Presentation, trouble: String? = nil) {
        self.shown = shown
        self.trouble = trouble
        reading = LineReading(count: shown.letters.count, of: shown.optotypes)
    }

    /// What the answer source may know.
    package var awaited: ExpectedAnswer {
        if reading.isPaused { return .resumption }
        return reading.expected > 0
            ? .answers(reading.expected, again: reading.lettersAskedAgain > 0) : .correction
    }

    /// Goes on where the person reads on, clearly or not, in a pause that nobody asked for.
    ///
    /// - Parameter answers: what was said; nil for a sound that may have been a letter.
    /// - Returns: whether it was paused.
    mutating func endSilence(by answers: [SpokenAnswer]?) -> Bool {
        guard reading.isPaused, pauseReason == .silence, trouble == nil else { return false }
        if let answers, answers.isEmpty || !answers.allSatisfy(\.isAnswer) { return false }
        reading.resume()
        return true
    }

    /// What is to be seen.
    package var view: TestView {
        TestView(
            presentation: shown, places: reading.places, prompt: prompt, asked: reading.asked,
            said: reading.taken)
    }

    private var prompt: Prompt {
        if let trouble { return .trouble(trouble) }
        if reading.isPaused { return .paused(pauseReason) }
        return reading.lettersAskedAgain > 0
            ? .readAgain(
                reading.asked, of: shown.letters.count, byCodeWord: reading.asksForCodeWords)
            : .read
    }
}
