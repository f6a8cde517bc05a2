internal import Acuity

extension ReferenceRow {
    /// Names of letters that are no other words, and how a transcript writes them.
    private static let names = [
        "ZED": "Z", "ZEE": "Z", "AITCH": "H", "HAITCH": "H", "CEE": "C", "DEE": "D", "EFF": "F",
        "JAY": "J", "KAY": "K", "ELL": "L", "ESS": "S", "TEE": "T", "VEE": "V", "DOUBLE-U": "W",
        "WYE": "Y",
    ]
    /// How many doubts are told one by one.
    private static let mostTold = 5

    /// Words of which it is doubtful whether they were meant as letters, each with what to write; of
    /// a manifest at this path.
    static func doubts(in rows: [ReferenceRow], of manifest: String) -> [String] {
        let all = rows.flatMap { row in
            row.doubts.map { "\(manifest):\(row.line): \($0)" }
        }
        let more = all.count - mostTold
        return all.prefix(mostTold) + (more > 0 ? ["And \(more) more of the kind."] : [])
    }

    private var doubts: [String] {
        guard !isTalk else { return [] }
        return transcript.compactMap { word in
            if let letter = Self.names[word.uppercased()] {
                return "'\(word)' counts as a word. If the letter was said, write \(letter)."
            }
            guard word.count == 1, writesWordsSmall else { return nil }
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
