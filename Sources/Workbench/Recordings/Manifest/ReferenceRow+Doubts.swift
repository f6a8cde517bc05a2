internal import Acuity
internal import Platform

extension ReferenceRow {
    /// Names of letters that are no other words, and how a transcript writes them.
    private static let names = [
        "ZED": "Z", "ZEE": "Z", "AITCH": "H", "HAITCH": "H", "CEE": "C", "DEE": "D", "EFF": "F",
        "JAY": "J", "KAY": "K", "ELL": "L", "ESS": "S", "TEE": "T", "VEE": "V", "DOUBLE-U": "W",
        "WYE": "Y",
    ]
    /// How many doubts are told one by one.
    private static let mostTold = 5

    /// What is doubtful in rows of a manifest at this path, each with what to write: words that may have
    /// been meant as letters, transcripts without a word among others, and recordings that stand twice.
    package static func doubts(in rows: [ReferenceRow], of manifest: String) -> [String] {
        let words = rows.flatMap { row in
            row.doubts.map { "\(manifest):\(row.line): \($0)" }
        }
        let twice = repeats(in: rows, of: manifest).map { first, again in
            "\(manifest):\(again.line): this recording is also on line \(first.line), and counts each"
                + " time."
        }
        return told(words) + wordless(rows, of: manifest) + told(twice)
    }

    private static func told(_ all: [String]) -> [String] {
        let more = all.count - mostTold
        return all.prefix(mostTold) + (more > 0 ? ["And \(more) more of the kind."] : [])
    }

    /// Of a set in which no recording has a word, as of noise, that is meant.
    private static func wordless(_ rows: [ReferenceRow], of manifest: String) -> [String] {
        let spoken = Set(rows.filter { !$0.transcript.isEmpty }.map(\.set))
        let doubtful = rows.filter {
            $0.transcript.isEmpty && !$0.isTalk && spoken.contains($0.set)
        }
        guard let first = doubtful.first else { return [] }
        let more = doubtful.count - 1
        return [
            "\(manifest):\(first.line): the transcript is empty"
                + (more > 0 ? ", here and on \(more.counting("more line"))" : "")
                + ", which counts as a recording without a letter. If one was said, write it."
        ]
    }

    private var doubts: [String] {
        guard !isTalk else { return [] }
        return transcript.compactMap { word in
            if let letter = Self.names[word.uppercased()] {
                return "'\(word)' counts as a word. If the letter was said, write \(letter)."
            }
            if let hidden = HiddenLetters(word)?.letters {
                let letters = hidden.map(\.description).joined(separator: " ")
                return "'\(word)' counts as a word. If "
                    + (hidden.count == 1 ? "the letter was" : "its letters were")
                    + " said, write \(letters)."
            }
            guard word.count == 1 else { return nil }
            if let scalar = word.unicodeScalars.first, scalar.properties.isAlphabetic,
                Letter(word[word.startIndex]) == nil
            {
                let code = String(scalar.value, radix: 16, uppercase: true)
                return "'\(word)' (U+\(code.leftPadded(to: 4))) is none of the letters A to Z, and"
                    + " counts as a word. If a letter was said, write that one."
            }
            guard writesWordsSmall else { return nil }
            if word == "I" {
                return "'I' counts as the letter. If the word was said, write i."
            }
            guard word != "i", word != "a", let letter = word.first.flatMap({ Letter($0) }),
                word != word.uppercased()
            else { return nil }
            return "'\(word)' counts as a word. If the letter was said, write \(letter)."
        }
    }
}

extension String {
    /// With zeros before it, where it is shorter.
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: "0", count: max(0, length - count)) + self
    }
}
