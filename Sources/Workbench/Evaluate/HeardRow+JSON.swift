internal import Acuity
internal import PhoneticMapping
internal import Recognition
package import Records

extension HeardRow {
    /// What was said in a recording and every word that was heard in it, before it was judged: what
    /// `training/ear/fit.py` fits on, and where to look up an error.
    package var json: JSONValue {
        [
            "path": .string(row.path), "set": .string(row.set), "speaker": .string(row.speaker),
            "transcript": .string(row.transcript.joined(separator: " ")),
            "breaths": .array(
                heard.breaths.map { breath in .array(breath.words.map(\.json)) }),
        ]
    }
}

extension HeardWord {
    fileprivate var json: JSONValue {
        [
            "word": .string(word), "start": .number(time.lowerBound, places: 3),
            "end": .number(time.upperBound, places: 3),
            "confidence": .number(confidence, places: 4), "presence": .rounded(presence),
            "letters": .object(
                letters.sorted { $0.key.rawValue < $1.key.rawValue }
                    .map { JSONValue.Member($0.key.description, .number($0.value, places: 6)) }),
            "evidence": .object(
                evidence.sorted { $0.key < $1.key }
                    .map { JSONValue.Member($0.key, .number($0.value, places: 4)) }),
        ]
    }
}
