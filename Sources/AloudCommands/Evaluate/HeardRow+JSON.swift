internal import Acuity
internal import HandsFree
internal import LetterSpeech
internal import Listening

extension HeardRow {
    /// What was said in a recording and every word that was heard in it, before it was judged: what
    /// the fusion is fitted on, and where to look up an error.
    var json: JSONValue {
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
            "confidence": .number(confidence, places: 4),
            "fit": .rounded(fit), "loudness": .rounded(loudness),
            "talk": .rounded(likenessToTalk),
            "scores": .object(
                scores.map { JSONValue.Member($0.word, .number($0.nats, places: 2)) }),
            "opinion": opinion?.json ?? .null,
        ]
    }
}

extension LetterEvidence {
    /// Logarithms of probabilities: letters and words under their names, the rest as "other".
    fileprivate var json: JSONValue {
        let all = letters.map { ($0.key.description, $0.value) } + words.map { ($0.key, $0.value) }
        return .object(
            all.sorted { $0.0 < $1.0 }.map { JSONValue.Member($0.0, .number($0.1, places: 3)) }
                + [
                    JSONValue.Member("other", .number(other, places: 3)),
                    JSONValue.Member("letter?", .number(letterProbability, places: 5)),
                ])
    }
}
