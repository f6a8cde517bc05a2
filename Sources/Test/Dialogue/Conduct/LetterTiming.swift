internal import PhoneticMapping

/// The time since the letters of a line were shown, which gives each answer its latency.
///
/// The sound is the clock of a recording, which is heard faster than it was made. Letters on a screen
/// have the screen's clock, which starts when they are drawn.
struct LetterTiming {
    private let lettersAge: (() -> Duration?)?
    /// When the display got the present letters: the time of a recording, and that of the system.
    private var shownAt = (listened: Duration.zero, instant: ContinuousClock.now)

    /// - Parameter lettersAge: the time since the letters appeared on the screen, nil while they are
    ///   held back; a nil function for letters that appear as soon as the display gets them.
    init(_ lettersAge: (() -> Duration?)?) { self.lettersAge = lettersAge }

    /// Starts the time of letters that are shown now.
    ///
    /// - Parameter source: the source of the answers to them.
    mutating func begin(_ source: any AnswerSource) {
        shownAt = (source.listened ?? .zero, .now)
    }

    /// The time since the letters were shown; nil while the screen holds them back.
    private func shownFor(_ source: any AnswerSource) -> Duration? {
        if let listened = source.listened { return listened - shownAt.listened }
        return lettersAge.map { $0() } ?? shownAt.instant.duration(to: .now)
    }

    /// An utterance with the times of its answers since the letters were shown, as far as they are
    /// known.
    func timed(_ utterance: Utterance, from source: any AnswerSource) -> Utterance {
        guard let shownFor = shownFor(source) else { return utterance }
        var timed = utterance
        for index in timed.answers.indices {
            let seconds: Double? =
                switch (utterance.answers[index].time, utterance.moment) {
                case (let said?, _):
                    source.soundNow.map { shownFor / .seconds(1) - ($0 - said.lowerBound) }
                case (nil, .now): shownFor / .seconds(1)
                case (nil, .afterLetters(let milliseconds)): Double(milliseconds) / 1_000
                case (nil, .unknown): nil
                }
            // Nobody reads letters before they are shown, so such a time is a mistake.
            guard let seconds, seconds >= 0 else { continue }
            timed.answers[index].latency = Int((seconds * 1_000).rounded())
        }
        return timed
    }
}
