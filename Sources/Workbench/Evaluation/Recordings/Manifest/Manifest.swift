internal import Acuity

/// A manifest of recordings, and which of its rows are to be heard.
package struct Manifest: Sendable {
    /// Its path.
    package let path: String
    /// All rows.
    package let rows: [ReferenceRow]
    /// The sets to be heard; all if empty.
    private let sets: [String]

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - sets: the sets to evaluate; all if empty.
    ///   - talks: the sets of talk, in which 'I' and 'A' are words.
    /// - Throws: `ManifestError`; `EmptySet` if a set is not in the manifest.
    package init(_ path: String, sets: [String] = [], talks: [String] = []) throws {
        var rows = try ReferenceRow.read(path)
        for index in rows.indices { rows[index].isTalk = talks.contains(rows[index].set) }
        for (names, option) in [(sets, "'--set'"), (talks, "'--talk'")] {
            for set in names where !rows.contains(where: { $0.set == set }) {
                throw EmptySet(path: path, set: set, options: option)
            }
        }
        try ReferenceRow.refuseContradictions(in: rows, of: path)
        self.path = path
        self.rows = rows
        self.sets = sets
    }

    /// The rows of the sets to be heard.
    package var wanted: [ReferenceRow] {
        sets.isEmpty ? rows : rows.filter { sets.contains($0.set) }
    }

    /// The sets to be heard, for a message; nil for all.
    package var setNames: String? { sets.isEmpty ? nil : sets.joined(separator: "', '") }

    /// Every file that the manifest names.
    package var files: [String] { rows.map { $0.file(of: path) } }

    /// The doubts about rows, each as a sentence.
    package func doubts(in rows: [ReferenceRow]) -> [String] {
        ReferenceRow.doubts(in: rows, of: path)
    }
}

/// The letters that the writer of a word may have meant, although it counts as a word: "CDHKN",
/// "C-D-H", "<C>".
struct HiddenLetters: Equatable {
    /// In their order; at least one.
    let letters: [Letter]

    /// Sounds and abbreviations without a vowel that people say as words.
    private static let saidAsWords: Set = [
        "HM", "HMM", "MM", "MHM", "MMM", "SH", "SHH", "PST", "PSST", "TSK", "BRR", "MR", "MRS",
        "MS", "DR", "ST", "VS",
    ]
    /// Marks of sentences in transcripts of Carnegie Mellon University.
    private static let sentenceMarks: Set = ["<s>", "</s>"]
    private static let vowels = Set("AEIOUY")
    private static let apostrophes = Set("'\u{2019}")

    /// Nil for a word without hidden letters, and for a single letter.
    init?(_ word: String) {
        let parts = word.split { !$0.isLetter }
        guard word.count > 1, !word.contains(where: \.isNumber),
            !Self.sentenceMarks.contains(word.lowercased())
        else { return nil }
        if parts.count == 1, parts[0].count == word.count {
            guard let letters = Self.spelled(word) else { return nil }
            self.letters = letters
            return
        }
        let letters = parts.compactMap { $0.count == 1 ? Letter($0[$0.startIndex]) : nil }
        guard !letters.isEmpty, letters.count == parts.count else { return nil }
        // "I'm", and endings or beginnings of words: "'s", "o'". In "s-" a word was cut off.
        let isShortened =
            word.contains(where: Self.apostrophes.contains)
            && (letters.count > 1 || word != word.uppercased())
        guard !isShortened, letters.count > 1 || !word.hasSuffix("-") else { return nil }
        self.letters = letters
    }

    /// The letters of a word without a vowel, which people can only spell, or of a word that is a
    /// line of a chart.
    private static func spelled(_ word: String) -> [Letter]? {
        let letters = word.compactMap { Letter($0) }
        let capitals = word.uppercased()
        guard letters.count == word.count, !saidAsWords.contains(capitals) else { return nil }
        let isLine =
            letters.count == Chart.lettersInLine && Set(letters).count == letters.count
            && letters.allSatisfy(Letter.sloan.contains)
        return isLine || !capitals.contains(where: vowels.contains) ? letters : nil
    }
}
