internal import Foundation

/// The pronunciations of 134,000 English words: the CMU Pronouncing Dictionary as Debian's
/// pocketsphinx-en-us brings it.
///
/// The file stays mapped, and each look-up searches it. A table of all words would take longer to
/// fill than all look-ups of a test take, and a copy of the file would take 3 MB of memory.
package struct CMUDictionary: Sendable {
    /// The path in Debian's package.
    package static let debianPath = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

    private let file: Data
    /// The ranges of lines by the first two bytes of their word. The file is sorted without regard
    /// to apostrophes, so the same two bytes may have several ranges.
    private var places: [UInt16: [Range<Int>]] = [:]

    /// Reads the file. Throws where it is missing or holds no pronunciations.
    package init(path: String = debianPath) throws(MappingFileError) {
        let advice = "install pocketsphinx-en-us, or name another dictionary of that form"
        // Mapped twice: the first mapping is released once the places are found, the second is kept
        // for look-ups.
        let read = try MappingFile.data(of: path, advice: advice)
        self.init(read, file: try MappingFile.data(of: path, advice: advice))
        guard !pronunciations(of: "see").isEmpty else {
            throw MappingFileError(
                file: path,
                reason: "has no line 'see S IY'; it must hold a word and its phones a line")
        }
    }

    /// - Parameters:
    ///   - read: lines of a word in lower case, then its phones; "word(2)" and so on for further
    ///     pronunciations of the same word.
    ///   - file: the same bytes, kept for look-ups.
    private init(_ read: Data, file: Data) {
        self.file = file
        let bytes = read.span
        var open: (key: UInt16, from: Int)?
        var start = 0
        while start < bytes.count {
            let end = Self.endOfLine(from: start, in: bytes)
            let key = Self.key(
                bytes[start], start + 1 < end ? bytes[start + 1] : Self.blank)
            if open?.key != key {
                if let open { places[open.key, default: []].append(open.from..<start) }
                open = (key, start)
            }
            start = end + 1
        }
        if let open { places[open.key, default: []].append(open.from..<bytes.count) }
    }

    /// All pronunciations of a word in lower case; empty if the dictionary does not have the word.
    package func pronunciations(of word: String) -> [Pronunciation] {
        let wanted = Array(word.utf8)
        guard let first = wanted.first else { return [] }
        let key = Self.key(first, wanted.count > 1 ? wanted[1] : Self.blank)
        let bytes = file.span
        var found: [Pronunciation] = []
        for place in places[key] ?? [] where place.upperBound <= bytes.count {
            var start = place.lowerBound
            while start < place.upperBound {
                let end = Self.endOfLine(from: start, in: bytes)
                if let phones = Self.phones(of: wanted, in: bytes.extracting(start..<end)) {
                    found.append(phones)
                }
                start = end + 1
            }
        }
        return found
    }

    private static let newline = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")

    private static func endOfLine(from start: Int, in bytes: Span<UInt8>) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != newline { end += 1 }
        return end
    }

    private static func key(_ first: UInt8, _ second: UInt8) -> UInt16 {
        // A word of one letter is followed by a blank, or by the bracket of its second variant.
        let followed = second == UInt8(ascii: "(") ? blank : second
        return UInt16(first) << 8 | UInt16(followed)
    }

    /// The phones of a line; nil if the line is for another word.
    private static func phones(of word: [UInt8], in line: Span<UInt8>) -> Pronunciation? {
        guard line.count > word.count, word.indices.allSatisfy({ line[$0] == word[$0] }) else {
            return nil
        }
        var rest = word.count
        if line[rest] == UInt8(ascii: "(") {
            while rest < line.count, line[rest] != UInt8(ascii: ")") { rest += 1 }
            rest += 1
        }
        guard rest < line.count, line[rest] == blank else { return nil }
        let phones = (rest..<line.count).map { line[$0] }
        return String(validating: phones, as: UTF8.self).flatMap { Pronunciation($0) }
    }
}
