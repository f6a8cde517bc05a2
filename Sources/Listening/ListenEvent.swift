package import Audio
package import Dialogue
internal import Foundation
package import Recognition
internal import Records
package import Transcripts

/// An event of `aloud listen`: one object of JSON Lines, with the name of its kind as "event".
///
/// ```swift
/// ListenEvent.resume.jsonText  // {"event":"resume"}
/// ```
package enum ListenEvent: Sendable {
    /// The sound is open and the recogniser is loaded.
    ///
    /// - Parameters:
    ///   - isLive: whether the sound is a microphone's.
    ///   - isPaused: whether it listens only after a request.
    ///   - addresses: where pages connect, by the kind of the connection.
    case ready(
        letters: LetterChoice, isLive: Bool, isPaused: Bool, addresses: [String: String] = [:])
    /// An answer.
    ///
    /// - Parameters:
    ///   - clock: the seconds of sound heard so far.
    ///   - time: when the answer began, seconds since 1970; nil for a recording.
    case answer(AnswerObject, clock: Double, time: Double?)
    /// Answers are no longer reported.
    case pause(PauseReason)
    /// Answers are reported again.
    case resume
    /// The listener can hear nothing for now; the reason in words for a person.
    case trouble(String)
    /// The microphone is back.
    case recovered
    /// A piece of the sound is lost; the cause in words.
    case soundMissing(String)
    /// The level of the last seconds, and the power of the last moment in dB.
    case meter(Level, moment: Double, clock: Double)
    /// The change that would help most; nil if no change is needed any longer.
    case advice(SoundAdvice?)
    /// A control line was refused; the reason.
    case refused(String)
    /// Events were dropped here because the reader was too slow: the numbers of dropped answers and
    /// of other events.
    case lost(answers: Int, others: Int)
    /// Listening has ended; no event follows.
    case end(EndReason, answers: Int, seconds: Double)

    /// The reason for a pause.
    package enum PauseReason: String, Sendable, Encodable {
        /// The person said "wait".
        case asked
        /// A control line asked for a pause.
        case told
        /// The expected number of answers was given.
        case expected
    }

    /// The reason for the end.
    package enum EndReason: String, Sendable, Encodable {
        /// A signal or a control line stopped the program.
        case stopped
        /// The sound has ended.
        case soundEnded
        /// The expected number of answers was given.
        case expected
        /// The sound or the recogniser failed; standard error has the reason.
        case failed
    }
}

extension ListenEvent {
    /// Whether it is an answer.
    var isAnswer: Bool { if case .answer = self { true } else { false } }

    /// The first event for a client that connects now; the event itself if it is another.
    func greeting(isPaused: Bool) -> ListenEvent {
        guard case .ready(let letters, let isLive, _, let addresses) = self else { return self }
        return .ready(letters: letters, isLive: isLive, isPaused: isPaused, addresses: addresses)
    }

    /// Whether a later event of the same kind replaces it.
    var isMeter: Bool { if case .meter = self { true } else { false } }

    /// The JSON object on one line, without a line break.
    package var jsonText: String {
        if case .answer(let answer, let clock, let time) = self {
            return HeardAnswerObject(answer: answer, clock: clock, time: time).jsonText
        }
        return object.jsonText
    }

    private var object: JSONObject {
        switch self {
        case .ready(let letters, let isLive, let isPaused, let addresses):
            [
                "event": "ready", "letters": letters, "live": isLive, "paused": isPaused,
                "addresses": addresses.isEmpty ? nil : addresses, "version": Self.version,
            ]
        case .answer: [:]
        case .pause(let reason): ["event": "pause", "reason": reason]
        case .resume: ["event": "resume"]
        case .trouble(let reason): ["event": "trouble", "reason": reason]
        case .recovered: ["event": "recovered"]
        case .soundMissing(let reason): ["event": "soundMissing", "reason": reason]
        case .meter(let level, let moment, let clock):
            [
                "event": "meter", "peak": rounded(level.peak, places: 1),
                "rms": rounded(level.rms, places: 1),
                "noiseFloor": orNull(rounded(level.noiseFloor, places: 1)),
                "moment": rounded(moment, places: 1), "clippedSamples": level.clippedSamples,
                "clock": rounded(clock),
            ]
        case .advice(let advice): ["event": "advice", "advice": orNull(advice?.rawValue)]
        case .refused(let reason): ["event": "refused", "reason": reason]
        case .lost(let answers, let others):
            ["event": "lost", "answers": answers, "others": others]
        case .end(let reason, let answers, let seconds):
            ["event": "end", "reason": reason, "answers": answers, "seconds": rounded(seconds)]
        }
    }

    /// The version of the protocol (docs/listen.md).
    private static let version = 1
}

/// An answer with the keys of a transcript, and with the clock and time of listening.
private struct HeardAnswerObject: Encodable {
    let answer: AnswerObject
    let clock: Double
    let time: Double?

    func encode(to encoder: any Encoder) throws {
        try answer.encode(to: encoder)
        try encoder.write([
            "event": "answer", "clock": rounded(clock), "time": rounded(time),
        ])
    }
}
