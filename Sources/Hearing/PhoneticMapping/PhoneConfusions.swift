internal import Foundation
package import Platform

/// Measured confusions of sounds: the probabilities that a phone is heard as another, that it is
/// lost, and that a phone is heard that nobody said.
///
/// The counts are in `grammars/phone-confusions.tsv`; `scripts/bench/phone-confusions` makes
/// them. A cost is -ln P, so that costs of the phones of a word add up.
package struct PhoneConfusions: Sendable {
    /// Added to each count, so that a confusion that was never counted is improbable but not
    /// impossible (Lidstone's rule with 1/2, Krichevsky & Trofimov 1981).
    private static let pseudocount = 0.5

    /// Costs with a row for each phone said and a column for each phone heard; the last column is
    /// "lost".
    private let substitution: [[Double]]
    /// For each phone: the cost of hearing it although nothing was said.
    private let insertion: [Double]

    /// - Parameters:
    ///   - counts: for each phone said and heard, how often.
    ///   - lost: for each phone, how often it was said and not heard.
    ///   - added: for each phone, how often it was heard and not said.
    package init(counts: [[Double]], lost: [Double], added: [Double]) {
        substitution = zip(counts, lost).map { row, lost in
            let all = row + [lost]
            let total = all.reduce(0, +) + Self.pseudocount * Double(all.count)
            return all.map { -log(($0 + Self.pseudocount) / total) }
        }
        // One place for an insertion comes with each phone said.
        let places =
            counts.joined().reduce(0, +) + lost.reduce(0, +) + added.reduce(0, +)
            + Self.pseudocount * Double(added.count)
        insertion = added.map { -log(($0 + Self.pseudocount) / places) }
    }

    /// -ln P(heard | said).
    package func cost(said: Phone, heard: Phone) -> Double {
        substitution[said.index][heard.index]
    }

    /// -ln P(nothing heard | said).
    package func cost(lost said: Phone) -> Double {
        substitution[said.index][Phone.allCases.count]
    }

    /// -ln P(heard, although nothing was said).
    package func cost(added heard: Phone) -> Double {
        insertion[heard.index]
    }

    /// -ln P of hearing one pronunciation where another was said: the cheapest way to turn the
    /// first into the second by exchanging, losing and adding phones (Wagner & Fischer 1974, with
    /// measured costs).
    package func cost(said: Pronunciation, heard: Pronunciation) -> Double {
        var row = [0.0]
        for phone in heard.phones { row.append((row.last ?? 0) + cost(added: phone)) }
        for phone in said.phones {
            var next = [row[0] + cost(lost: phone)]
            for (index, other) in heard.phones.enumerated() {
                next.append(
                    min(
                        row[index] + cost(said: phone, heard: other),
                        row[index + 1] + cost(lost: phone),
                        next[index] + cost(added: other)))
            }
            row = next
        }
        return row[heard.phones.count]
    }
}

extension PhoneConfusions {
    /// The file's name in the folder of grammars.
    package static let fileName = "phone-confusions.tsv"

    /// Reads counts: a line each of phone said, phone heard, count, with tabs between; "-" where
    /// nothing was said or heard; lines with # are comments.
    package init(path: String) throws(MappingFileError) {
        let text = try MappingFile.text(
            of: path,
            advice: "make it with scripts/bench/phone-confusions, or take it from the sources")
        try self.init(text: text, file: path)
    }

    package init(text: String, file: String) throws(MappingFileError) {
        let phones = Phone.allCases.count
        var counts = [[Double]](repeating: [Double](repeating: 0, count: phones), count: phones)
        var lost = [Double](repeating: 0, count: phones)
        var added = lost
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) where !line.isEmpty && !line.hasPrefix("#") {
            switch try Self.row(line, file: file, number: number) {
            case (let said?, let heard?, let count): counts[said.index][heard.index] += count
            case (let said?, nil, let count): lost[said.index] += count
            case (nil, let heard?, let count): added[heard.index] += count
            case (nil, nil, _):
                throw MappingFileError(
                    file: file, position: SourcePosition(line: number, column: 1),
                    reason: "both phones are '-'; take the line out")
            }
        }
        for (phone, row) in zip(Phone.allCases, counts) where row.allSatisfy({ $0 == 0 }) {
            throw MappingFileError(
                file: file,
                reason: "\(phone.rawValue) was never heard; measure with more recordings")
        }
        self.init(counts: counts, lost: lost, added: added)
    }

    private static func row(
        _ line: Substring, file: String, number: Int
    ) throws(MappingFileError) -> (said: Phone?, heard: Phone?, count: Double) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3, let count = Int(fields[2]), count >= 0 else {
            throw MappingFileError(
                file: file, position: SourcePosition(line: number, column: 1),
                reason: "needs phone said, phone heard and a count, with tabs between")
        }
        var phones: [Phone?] = []
        for name in fields.prefix(2) {
            let phone = Phone(rawValue: String(name))
            guard phone != nil || name == "-" else {
                throw MappingFileError(
                    file: file,
                    position: SourcePosition(
                        line: number,
                        column: 1 + line[..<name.startIndex].unicodeScalars.count),
                    reason: "'\(name)' is not a phone; use those of the CMU dictionary, or '-'")
            }
            phones.append(phone)
        }
        return (phones[0], phones[1], Double(count))
    }
}

/// The reason that a file of the phonetic mapper could not be used.
package struct MappingFileError: Error, Equatable, CustomStringConvertible {
    /// The file's path as it was given.
    package let file: String
    /// The position of the fault; nil for the whole file.
    package let position: SourcePosition?
    /// The fault and its remedy.
    package let reason: String

    /// A fault in a file, or of the whole file.
    package init(file: String, position: SourcePosition? = nil, reason: String) {
        self.file = file
        self.position = position
        self.reason = reason
    }

    package var description: String {
        position.map { "\(file):\($0): \(reason)" } ?? "\(file): \(reason)"
    }
}
