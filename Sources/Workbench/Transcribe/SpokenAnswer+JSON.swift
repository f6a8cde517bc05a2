internal import Acuity
internal import PhoneticMapping
internal import Recognition
package import Records

extension SpokenAnswer {
    /// An answer of a recording: its kind, what it was, where, and how sure that is.
    package var json: JSONValue {
        var object: JSONValue = [:]
        switch kind {
        case .letter(let letter):
            object.add("kind", "letter")
            object.add("letter", .string(letter.description))
        case .command(let command):
            object.add("kind", "command")
            object.add("command", .string(command.rawValue))
        case .direction(let direction):
            object.add("kind", "direction")
            object.add("direction", .string(direction.rawValue))
        case .unclear:
            object.add("kind", "unclear")
        }
        object.add("start", time.map { .number($0.lowerBound, places: 3) })
        object.add("end", time.map { .number($0.upperBound, places: 3) })
        object.add("confidence", .number(confidence, places: 3))
        object.add("presence", presence.map { .number($0, places: 3) })
        object.add("heard", heard.isEmpty ? nil : .string(heard))
        if kind == .unclear { object.add("letters", likeliestLetters) }
        return object
    }

    /// The letters that it may have been, the likeliest first; nil where that was not judged.
    private var likeliestLetters: JSONValue? {
        guard let belief else { return nil }
        let likely = belief.letters.filter { $0.value >= Self.leastShown }
            .sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            .prefix(Self.mostShown)
        return .object(likely.map { .init("\($0.key)", .number($0.value, places: 3)) })
    }

    /// So many letters tell what was hard to tell apart, and what is less likely than this tells nothing.
    private static let mostShown = 3
    private static let leastShown = 0.01
}

extension Transcript {
    /// One object of `aloud transcribe`; times in seconds of the recording.
    package var json: JSONValue {
        var object: JSONValue = [
            "file": .string(name), "duration": .number(duration, places: 3),
            "answers": .array(answers.map(\.json)),
        ]
        object.add("error", missing.map { .string("\($0)") })
        return object
    }
}
