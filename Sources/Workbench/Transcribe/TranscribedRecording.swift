internal import Acuity
internal import PhoneticMapping
internal import Platform
internal import Records

/// The answers in one recording, as all formats write them, or the reason that it could not be
/// heard.
package struct TranscribedRecording: Sendable, Equatable {
    /// A stretch of speech and the answers in it.
    package struct Breath: Sendable, Equatable {
        /// Start and end of the speech, seconds of the recording.
        package var time: ClosedRange<Double>
        /// The answers, which may be none.
        package var answers: [AnswerObject]

        /// The parameters as the properties of their names.
        package init(time: ClosedRange<Double>, answers: [AnswerObject]) {
            self.time = time
            self.answers = answers
        }
    }

    /// The recording's path, as it was given.
    package var file: String
    /// Its length, seconds; nil if it could not be heard.
    package var duration: Double?
    /// Its stretches of speech, in order.
    package var breaths: [Breath]
    /// The reason that it could not be heard to its end; nil if it was.
    package var error: String?

    /// The parameters as the properties of their names.
    package init(
        file: String, duration: Double? = nil, breaths: [Breath] = [], error: String? = nil
    ) {
        self.file = file
        self.duration = duration
        self.breaths = breaths
        self.error = error
    }

    /// The answers of all breaths, in order.
    var answers: [AnswerObject] { breaths.flatMap(\.answers) }
}

extension TranscribedRecording {
    /// One object of JSON Lines: the answers, the length and the file, or the error.
    var jsonLine: String {
        var object = JSONValue.object([])
        if let duration {
            // Each answer by itself: one encoder for hours of answers takes much memory.
            object.add("answers", .array(answers.map { .written($0.jsonText) }))
            object.add("duration", Self.number(duration))
        }
        object.add("error", error.map { .string(FileName.shown($0)) })
        object.add("file", .string(FileName.shown(file)))
        return object.text + "\n"
    }

    /// One object of JSON Lines for a breath of a recording that is still being heard.
    static func jsonLine(of breath: Breath, in file: String) -> String {
        let object: JSONValue = [
            "answers": .array(breath.answers.map { .written($0.jsonText) }),
            "end": number(breath.time.upperBound), "file": .string(FileName.shown(file)),
            "start": number(breath.time.lowerBound),
        ]
        return object.text + "\n"
    }

    /// A time in seconds as the answers write it.
    private static func number(_ seconds: Double) -> JSONValue {
        .written((rounded(seconds) ?? 0).jsonText)
    }

    /// The last object of JSON Lines of a recording whose breaths were written.
    var jsonEnd: String {
        var object = JSONValue.object([])
        object.add("duration", duration.map(Self.number))
        object.add("error", error.map { .string(FileName.shown($0)) })
        object.add("file", .string(FileName.shown(file)))
        return object.text + "\n"
    }
}

extension AnswerObject {
    /// The answer in a word for people and for other programs: "K", "cannotSee", "up", "?".
    var word: String {
        letter ?? command?.rawValue ?? direction?.rawValue ?? "?"
    }

    /// Whether the answer was not sure enough to count.
    var isUnclear: Bool { kind == "unclear" }

    /// The likeliest letters of an unclear answer, the likeliest first: "D 0.45 T 0.3".
    var alternatives: String {
        (letters ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: " ")
    }

    /// The answer in a subtitle or on a tier: "K", "can't see it", "D/T?" for an unclear one.
    var caption: String {
        guard isUnclear else {
            return letter ?? direction?.rawValue ?? heard ?? command?.rawValue ?? "?"
        }
        let names = (letters ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map(\.key)
        return names.isEmpty ? "(unclear)" : names.joined(separator: "/") + "?"
    }
}
