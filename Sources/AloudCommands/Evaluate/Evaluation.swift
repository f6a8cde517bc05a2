internal import Foundation
internal import HandsFree
internal import LetterSpeech
internal import Listening

/// What an evaluation found.
struct Evaluation {
    /// Every speaker's letters.
    private var speakers: [String: LetterTally] = [:]
    /// Recordings without a letter, and the letters heard in them.
    private var wordless = (recordings: 0, letters: 0)
    private var recordings = 0
    private var sound = 0.0
    /// Recordings that could not be read.
    var unread = 0

    /// Adds a recording.
    mutating func add(
        _ row: ReferenceRow, speaker: String, _ transcript: Transcript, took: Duration
    ) {
        recordings += 1
        sound += transcript.duration
        if row.letters.isEmpty {
            wordless.recordings += 1
            wordless.letters += transcript.answers.count(where: \.isLetter)
        } else {
            speakers[speaker, default: LetterTally()]
                .add(said: row.letters, heard: transcript.answers)
        }
    }

    private var all: LetterTally {
        speakers.values.reduce(into: LetterTally()) { $0.add($1) }
    }

    private var worst: (speaker: String, tally: LetterTally)? {
        speakers.min { a, b in
            (a.value.percent(a.value.right), a.key) < (b.value.percent(b.value.right), b.key)
        }.map { ($0.key, $0.value) }
    }

    private var commonConfusions: [(pair: String, count: Int)] {
        all.confusions.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(8)
            .map { ($0.key, $0.value) }
    }

    /// The evaluation as a table for people.
    var text: String {
        var lines = ["\(recordings) recordings, \(Int(sound.rounded())) s"]
        if !speakers.isEmpty {
            let width = max(7, speakers.keys.map(\.count).max() ?? 0)
            lines.append(
                "speaker".padded(to: width)
                    + "  letters  right%  wrong%  unclear%  missed%  inserted%")
            for (name, tally) in speakers.sorted(by: { $0.key < $1.key }) + [("all", all)] {
                let shares = [
                    (tally.right, 6), (tally.wrong, 6), (tally.unclear, 8), (tally.missed, 7),
                    (tally.inserted, 9),
                ]
                lines.append(
                    name.padded(to: width) + "  " + "\(tally.said)".leading(to: 7)
                        + shares.map { "  " + "\(tally.percent($0))".leading(to: $1) }.joined())
            }
            if let worst {
                lines.append(
                    "worst speaker: \(worst.speaker), \(worst.tally.percent(worst.tally.right)) % right"
                )
            }
            let pairs = commonConfusions.map { "\($0.pair) \($0.count)" }
            if !pairs.isEmpty { lines.append("most often: " + pairs.joined(separator: ", ")) }
        }
        if wordless.recordings > 0 {
            lines.append(
                "\(wordless.recordings) recordings without a letter: \(wordless.letters) heard in them"
            )
        }
        if unread > 0 { lines.append("\(unread) recordings could not be read") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The evaluation as one object.
    var json: JSONValue {
        var object = all.json
        object.add("recordings", .integer(recordings))
        object.add("seconds", .number(sound.toMillis))
        object.add("unread", .integer(unread))
        object.add("withoutLetters", .integer(wordless.recordings))
        object.add("heardWithoutLetters", .integer(wordless.letters))
        object.add(
            "speakers",
            .object(
                speakers.sorted { $0.key < $1.key }.map {
                    JSONValue.Member($0.key, $0.value.json)
                }))
        return object
    }
}

extension LetterTally {
    /// The counts, with the letters heard for others.
    var json: JSONValue {
        [
            "letters": .integer(said), "right": .integer(right),
            "wrong": .integer(wrong), "unclear": .integer(unclear),
            "missed": .integer(missed), "inserted": .integer(inserted),
            "confusions": .object(
                confusions.sorted { $0.key < $1.key }.map {
                    JSONValue.Member($0.key, .integer($0.value))
                }),
        ]
    }
}

extension SpokenAnswer {
    fileprivate var isLetter: Bool { if case .letter = kind { true } else { false } }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func leading(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
