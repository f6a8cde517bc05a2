internal import Foundation
internal import HTTP

/// The sentences of Aloud in a language, for the voice that guides the person; pages translate for
/// themselves with the same files (texts.js).
package struct Catalogue: Sendable {
    /// The languages that have a catalogue besides English, as codes of ISO 639.
    package static let languages = ["de", "es", "fr", "hi"]

    /// The languages of the pages with their own names, in the order of texts.js.
    static let names = [
        ("en", "English"), ("de", "Deutsch"), ("es", "Español"), ("fr", "Français"),
        ("hi", "हिन्दी"),
    ].map { (code: $0.0, name: $0.1) }

    /// The name of a language in that language; its code if the pages do not have it.
    static func name(of language: String) -> String {
        names.first { $0.code == language }?.name ?? language
    }

    private let sentences: [Sentence]
    /// The sign before the decimals of a number.
    private let point: String

    /// An English sentence with its translation.
    private struct Sentence: Sendable {
        var english: Template
        var own: String
    }

    /// The catalogue of a language; nil for English and for a language without one.
    package init?(language: String) {
        guard Self.languages.contains(language), let own = Self.texts(language),
            let english = Self.texts("en")
        else { return nil }
        point = ["de", "es", "fr"].contains(language) ? "," : "."
        // The longest comes first: it may begin like a shorter one.
        sentences = english.filter { $0.key.hasPrefix("said.") }
            .sorted { ($0.value.count, $0.key) > ($1.value.count, $1.key) }
            .map { Sentence(english: Template($0.value), own: own[$0.key] ?? $0.value) }
    }

    /// The first language of a header Accept-Language that has a catalogue, or English.
    package static func preferred(_ header: String?) -> String {
        let ranges = (header ?? "").split(separator: ",").map { range in
            let parts = range.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let share = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            return (
                language: parts.first?.prefix(2).lowercased() ?? "",
                weight: share.map { Double($0) ?? 0 } ?? 1
            )
        }
        let known = ranges.filter { (languages + ["en"]).contains($0.language) && $0.weight > 0 }
        let most = known.map(\.weight).max()
        return known.first { $0.weight == most }?.language ?? "en"
    }

    private static func texts(_ language: String) -> [String: String]? {
        texts(at: "/\(language).json")
    }

    /// The texts that only one page needs, by their keys.
    static func texts(of page: String, in language: String) -> [String: String] {
        texts(at: "/\(language)-\(page).json") ?? [:]
    }

    private static func texts(at path: String) -> [String: String]? {
        PageFile.at(path).flatMap {
            try? JSONDecoder().decode([String: String].self, from: Data($0.body))
        }
    }

    /// English words, sentence by sentence. A sentence that the catalogue lacks stays as it is.
    package func translated(_ english: String) -> String {
        var rest = Substring(english)
        var result: [String] = []
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard !rest.isEmpty else { break }
            if let (own, length) = first(of: rest) {
                result.append(own)
                rest = rest.dropFirst(length)
            } else {
                let end = rest.firstIndex { ".!?:".contains($0) }
                let sentence = rest[...(end ?? rest.index(before: rest.endIndex))]
                result.append(String(sentence))
                rest = rest.dropFirst(sentence.count)
            }
        }
        return result.joined(separator: " ")
    }

    /// The translation of the first sentence, and the length of its English.
    private func first(of words: Substring) -> (String, Int)? {
        for sentence in sentences {
            guard let match = sentence.english.match(words) else { continue }
            var own = sentence.own
            for (name, value) in match.values {
                let localized = value.replacing(#/(\d)\.(\d)/#) { "\($0.1)\(point)\($0.2)" }
                own = own.replacing("{\(name)}", with: translated(localized))
            }
            return (own, match.length)
        }
        return nil
    }
}

/// A text with placeholders: "{metres} metres".
private struct Template: Sendable {
    private enum Piece: Sendable {
        case words(String)
        case value(String)
    }

    private var pieces: [Piece] = []

    init(_ text: String) {
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
            pieces.append(.value(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.words(String(rest))) }
    }

    /// Matches the beginning of a text, up to a space or its end. Returns the values of the
    /// placeholders and the length matched; nil if the text does not match.
    func match(_ text: Substring) -> (values: [(String, String)], length: Int)? {
        var values: [(String, String)] = []
        var here = text.startIndex
        var open: String?
        for (index, piece) in pieces.enumerated() {
            switch piece {
            case .value(let name): open = name
            case .words(let words):
                let isLast = index == pieces.count - 1
                var from = here
                while true {
                    guard let found = text[from...].firstRange(of: words) else { return nil }
                    let isHere = open == nil ? found.lowerBound == here : found.lowerBound > here
                    if isHere, !isLast || Self.ends(text, at: found.upperBound) {
                        if let name = open {
                            values.append((name, String(text[here..<found.lowerBound])))
                        }
                        here = found.upperBound
                        break
                    }
                    guard open != nil else { return nil }
                    from = text.index(after: found.lowerBound)
                }
                open = nil
            }
        }
        if let open {
            let end = text[here...].firstIndex(where: \.isWhitespace) ?? text.endIndex
            guard end > here else { return nil }
            values.append((open, String(text[here..<end])))
            here = end
        }
        guard Self.ends(text, at: here) else { return nil }
        return (values, text.distance(from: text.startIndex, to: here))
    }

    private static func ends(_ text: Substring, at index: Substring.Index) -> Bool {
        index == text.endIndex || text[index].isWhitespace
    }
}
