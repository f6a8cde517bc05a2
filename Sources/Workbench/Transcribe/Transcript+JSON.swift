internal import Recognition
package import Records

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
