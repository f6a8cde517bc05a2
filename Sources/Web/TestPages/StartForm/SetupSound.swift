internal import Records

/// The sound of the microphone during the set-up, and the last answer heard.
package struct SetupSound: Sendable, Equatable {
    /// The quality of a voice.
    package enum Verdict: String, Sendable {
        /// Nobody has spoken yet.
        case wait
        /// The voice is hardly louder than the room.
        case quiet
        /// The voice is loud enough.
        case good
        /// The voice comes near to the limit of the microphone.
        case loud
        /// The voice is beyond the limit of the microphone.
        case clipping
    }

    /// An answer.
    package struct Said: Sendable, Equatable {
        /// The number of answers heard, including this one.
        package var count: Int
        /// Its name in the page: "next", "right", "distance".
        package var word: String
        /// A number, or a distance in metres; nil for other answers.
        package var value: Double?
        /// The answer as it was heard.
        package var phrase: String

        /// Sets each property from the parameter of its name.
        package init(count: Int, word: String, value: Double? = nil, phrase: String) {
            self.count = count
            self.word = word
            self.value = value
            self.phrase = phrase
        }
    }

    /// The level, dBFS; nil before the first sound.
    package var level: Double?
    /// The quality of the voice.
    package var verdict: Verdict
    /// The last answer; nil before the first one.
    package var said: Said?
    /// The reason that nothing can be heard; nil if all is well.
    package var trouble: String?

    /// Sets each property from the parameter of its name.
    package init(
        level: Double? = nil, verdict: Verdict = .wait, said: Said? = nil, trouble: String? = nil
    ) {
        self.level = level
        self.verdict = verdict
        self.said = said
        self.trouble = trouble
    }

    /// The sound as the page receives it.
    var json: JSONObject {
        [
            "level": orNull(rounded(level)), "verdict": verdict.rawValue,
            "trouble": orNull(trouble),
            "said": orNull(
                said.map { said -> JSONObject in
                    [
                        "count": said.count, "word": said.word,
                        "value": orNull(rounded(said.value)), "phrase": said.phrase,
                    ]
                }),
        ]
    }
}

/// The activity of Aloud that the page shows with the letters.
package enum ListeningActivity: String, Sendable {
    /// The microphone listens, and nobody speaks.
    case listening
    /// Somebody speaks.
    case hearing
    /// The speech is being recognised.
    case thinking
    /// Aloud speaks, and does not listen.
    case speaking
}
