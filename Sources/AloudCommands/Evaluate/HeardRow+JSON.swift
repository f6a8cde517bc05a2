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
        ]
    }
}
