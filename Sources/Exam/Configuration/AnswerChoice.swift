internal import CommandLineKit
internal import Platform

/// The source of a test's answers.
package enum AnswerChoice: Sendable {
    /// Spoken answers: where their sound comes from, and what they are heard with.
    case voice(SoundChoice, HearingConfiguration)
    /// Lines of text in a file, or on standard input where the path is "-".
    case text(String)

    /// Whether the answers are lines of text.
    package var areTyped: Bool {
        if case .text = self { true } else { false }
    }

    /// Whether the answers are spoken into a microphone.
    package var isMicrophone: Bool {
        if case .voice(.microphone, _) = self { true } else { false }
    }

    /// Whether the answers are a recording with an end: sound from a pipe may be spoken at this
    /// moment.
    package var hasEnd: Bool {
        guard case .voice(.recording(let path, _), _) = self else { return false }
        return path != "-" && !StreamPath.isOne(path)
    }

    /// Whether unread answers are buffered (typed, recorded) rather than lost (live).
    package var areBuffered: Bool {
        switch self {
        case .voice(.microphone, _), .voice(.recording("-", _), _): false
        case .voice, .text: true
        }
    }

    /// The advice where a recording goes on after the end of its test.
    package static let adviceOnLeftOver =
        "The recording goes on after the end of the test: it holds more than one test, or another"
        + " one. '--input' takes the recording of one test, with the replies to what Aloud asked"
        + " again. Use 'aloud transcribe' to hear any other recording."

    /// The advice where the answers ended before the test did.
    package var adviceAfterEnd: String {
        switch self {
        case .voice(.microphone, _):
            "The microphone gave no more sound before the test ended. Check it with 'aloud"
                + " devices' and test again."
        case .voice(.recording, _):
            "The recording ended before the test did. Record a whole test, or end it with"
                + " \"stop\"."
        case .text:
            "The answers ended before the test did. Give a line of text for each line shown and"
                + " for each question, or end the test with \"stop\"."
        }
    }
}

/// The source of the sound of spoken answers.
package enum SoundChoice: Sendable, Equatable {
    /// A microphone by its ALSA name; nil for the system's default. Of its channels one, counted
    /// from 1, or nil for their mean.
    case microphone(device: String?, channel: Int?)
    /// A recording, or raw sound on standard input where the path is "-"; its channel as above.
    case recording(path: String, channel: Int?)
}
