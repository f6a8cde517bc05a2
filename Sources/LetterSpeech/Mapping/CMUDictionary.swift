internal import Foundation

/// The pronunciations of 134,000 English words: the CMU Pronouncing Dictionary as Debian's
/// pocketsphinx-en-us brings it.
///
/// The file stays mapped, and a word is looked for in it when it is asked for: a table of all words
/// would take longer to fill than a whole test ever spends on looking up, and its bytes 3 MB of memory.
public struct CMUDictionary: Sendable {
    /// Where Debian puts it.
    public static let debianPath = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"

    private let file: Data
    /// Where lines begin whose word begins with these two bytes. The file is sorted by a rule
    /// that skips apostrophes, so one beginning may stand in several places.
    private var places: [UInt16: [Range<Int>]] = [:]

    /// Reads the file. Throws where it is missing or holds no pronunciations.
    public init(path: String = debianPath) throws(MappingFileError) {
        let bytes = try MappingFile.bytes(
            of: path,
            advice: "install pocketsphinx-en-us, or name another dictionary of that form")
        // If it cannot be mapped, its bytes are as good.
        let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
        self.init(bytes: bytes, file: file.flatMap { $0.count == bytes.count ? $0 : nil })
        guard !pronunciations(of: "see").isEmpty else {
            throw MappingFileError(
                file: path,
                reason: "has no line 'see S IY'; it must hold a word and its phones a line")
        }
    }

    /// - Parameters:
    ///   - bytes: lines of a word in lower case, then its phones; "word(2)" and so on for further
    ///     pronunciations of the same word.
    ///   - file: the same, where it is kept elsewhere; nil for nowhere.
    init(bytes: [UInt8], file: Data? = nil) {
        self.file = file ?? Data(bytes)
        var start = 0
        var open: (key: UInt16, from: Int)?
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: Self.newline) ?? bytes.count
            let key = Self.key(bytes[start..<end])
            if open?.key != key {
                if let open { places[open.key, default: []].append(open.from..<start) }
                open = (key, start)
            }
            start = end + 1
        }
        if let open { places[open.key, default: []].append(open.from..<bytes.count) }
    }

    /// Every way in which the dictionary says the word, which is in lower case; empty where it
    /// does not have it.
    public func pronunciations(of word: String) -> [Pronunciation] {
        let wanted = Array(word.utf8)
        guard !wanted.isEmpty else { return [] }
        var found: [Pronunciation] = []
        for place in places[Self.key(wanted[...])] ?? [] {
            let bytes = Array(file[place])
            var start = 0
            while start < bytes.count {
                let end = bytes[start...].firstIndex(of: Self.newline)
                let line = bytes[start..<(end ?? bytes.count)]
                if let phones = Self.phones(of: wanted, in: line) { found.append(phones) }
                start = line.endIndex + 1
            }
        }
        return found
    }

    private static let newline = UInt8(ascii: "\n")
    private static let blank = UInt8(ascii: " ")

    private static func key(_ line: ArraySlice<UInt8>) -> UInt16 {
        let second = line.count > 1 ? line[line.startIndex + 1] : blank
        // A word of one letter is followed by a blank, or by the bracket of its second variant.
        let followed = second == UInt8(ascii: "(") ? blank : second
        return UInt16(line.first ?? blank) << 8 | UInt16(followed)
    }

    /// The phones of a line if it is about the word.
    private static func phones(of word: [UInt8], in line: ArraySlice<UInt8>) -> Pronunciation? {
        guard line.count > word.count, line.starts(with: word) else { return nil }
        var rest = line.dropFirst(word.count)
        if rest.first == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")")) {
            rest = rest[(close + 1)...]
        }
        guard rest.first == blank, let text = String(validating: rest, as: UTF8.self) else {
            return nil
        }
        return Pronunciation(text)
    }
}
