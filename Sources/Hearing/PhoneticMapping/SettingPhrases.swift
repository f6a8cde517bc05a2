internal import Acuity
internal import Foundation
internal import Platform

/// The meanings of phrases before a test, in a language other than English: the file `settings.txt`
/// of its folder.
///
/// A heading ends in a colon, and each line under it is a phrase. In the start form, its own
/// phrases take precedence. Numbers, places, units (in metres) and parts have values: "dos -> 2".
package struct SettingPhrases: Sendable, Equatable {
    /// The file's name in the folder of a language.
    package static let fileName = "settings.txt"

    /// The headings whose lines have a value.
    private enum Value: String, CaseIterable {
        case numbers, places, units, parts

        /// The possible values. A number that somebody says before a test is a line, a choice or a
        /// distance.
        var range: ClosedRange<Double> {
            switch self {
            case .numbers, .places: 1...1_000
            case .units, .parts: 0.001...1_000
            }
        }

        /// The form of a line, for an error.
        var form: String {
            switch self {
            case .numbers, .places: "'phrase -> number', from 1 to 1000,"
            case .units, .parts: "'phrase -> number', from 0.001 to 1000,"
            }
        }
    }

    private var phrases: [String: SpokenSetting] = [:]
    private var inForm: [String: SpokenSetting] = [:]
    private var values: [Value: [String: Double]] = [:]
    private var ignored: Set<String> = []

    /// The settings by their headings.
    private static let headings: [String: SpokenSetting] = [
        "yes": .yes, "no": .no, "here": .here, "cannotSee": .cannotSee, "again": .again,
        "pause": .pause, "resume": .resume,
    ]

    /// Reads the file.
    ///
    /// - Throws: `MappingFileError`, with the line of a fault.
    package init(path: String) throws(MappingFileError) {
        let text = try MappingFile.text(of: path, advice: "restore it from the sources of Aloud")
        try self.init(text: text, file: path)
    }

    /// Reads the phrases from a text.
    ///
    /// - Parameter file: the name that errors give.
    package init(text: String, file: String) throws(MappingFileError) {
        var heading = ""
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let content = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
            if content.isEmpty { continue }
            if content.hasSuffix(":") {
                heading = String(content.dropLast())
                guard isKnown(heading) else {
                    throw Self.fault(
                        number, file, "'\(heading)' is not a heading: use \(Self.all)")
                }
                continue
            }
            guard add(content, under: heading) else {
                let form = Value(rawValue: heading)?.form ?? "a phrase"
                throw Self.fault(number, file, "needs the form \(form) under a heading")
            }
        }
        guard !phrases.isEmpty else {
            throw MappingFileError(
                file: file, reason: "has no phrases: restore it from the sources")
        }
    }

    private static var all: String {
        (headings.keys.sorted() + SpokenSetting.FormAnswer.allCases.map { "form \($0.rawValue)" }
            + Value.allCases.map(\.rawValue) + ["ignored"]).map { "'\($0):'" }
            .joined(separator: ", ")
    }

    private static func fault(_ line: Int, _ file: String, _ reason: String) -> MappingFileError {
        MappingFileError(
            file: file, position: SourcePosition(line: line, column: 1), reason: reason)
    }

    private func isKnown(_ heading: String) -> Bool {
        Self.headings[heading] != nil || Self.answer(of: heading) != nil
            || Value(rawValue: heading) != nil || heading == "ignored"
    }

    private static func answer(of heading: String) -> SpokenSetting.FormAnswer? {
        heading.hasPrefix("form ")
            ? SpokenSetting.FormAnswer(rawValue: String(heading.dropFirst(5))) : nil
    }

    private mutating func add(_ content: String, under heading: String) -> Bool {
        if let value = Value(rawValue: heading) {
            let sides = content.components(separatedBy: "->")
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard sides.count == 2, let number = Double(sides[1]), value.range.contains(number)
            else {
                return false
            }
            values[value, default: [:]][Self.plain(sides[0])] = number
        } else if let answer = Self.answer(of: heading) {
            inForm[Self.plain(content)] = .answer(answer)
        } else if let setting = Self.headings[heading] {
            phrases[Self.plain(content)] = setting
        } else if heading == "ignored" {
            ignored.insert(Self.plain(content))
        } else {
            return false
        }
        return !content.contains("->") || Value(rawValue: heading) != nil
    }

    private static func plain(_ phrase: String) -> String {
        phrase.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension SettingPhrases {
    /// The setting in a phrase of the grammars before a test; nil if there is none.
    ///
    /// - Parameter ofForm: whether it answers a question of the start form.
    package func setting(in phrase: String, ofForm: Bool) -> SpokenSetting? {
        let phrase = Self.plain(phrase)
        if ofForm, let answer = inForm[phrase] { return answer }
        if let setting = phrases[phrase] { return setting }
        return amount(phrase.split(separator: " ").map(String.init))
    }

    /// A part of an amount.
    private enum Part: Equatable {
        case number(Double)
        case place(Int)
        case unit(Double)
        case fraction(Double)
    }

    /// The parts of an amount; nil if a word belongs to none.
    private func parts(_ words: [String]) -> [Part]? {
        var parts: [Part] = []
        var rest = words[...]
        while !rest.isEmpty {
            let found = stride(from: rest.count, to: 0, by: -1).lazy.compactMap { length in
                self.part(rest.prefix(length).joined(separator: " ")).map { (length, $0) }
            }.first
            if let (length, part) = found {
                parts.append(part)
                rest.removeFirst(length)
            } else if ignored.contains(rest[rest.startIndex]) {
                rest.removeFirst()
            } else {
                return nil
            }
        }
        return parts
    }

    private func part(_ phrase: String) -> Part? {
        if let value = values[.numbers]?[phrase] { return .number(value) }
        if let value = values[.places]?[phrase] { return .place(Int(value)) }
        if let value = values[.units]?[phrase] { return .unit(value) }
        return values[.parts]?[phrase].map { .fraction($0) }
    }

    /// A number, or a distance: "dos metros y medio", "einen Meter fünfzig".
    private func amount(_ words: [String]) -> SpokenSetting? {
        guard let parts = parts(words), !parts.isEmpty else { return nil }
        var (metres, pending, last) = (0.0, 0.0, 0.0)
        for part in parts {
            switch part {
            case .place(let place): return parts.count == 1 ? .number(place) : nil
            // A half after the unit is a part of the unit.
            case .fraction(let value) where last > 0: metres += value * last
            case .number(let value), .fraction(let value):
                // "Twenty one", but not "one twenty" or "one two".
                guard pending == 0 || pending >= 20 && value < 10 || value < 1 else { return nil }
                pending += value
            case .unit(let unit):
                guard pending > 0, last == 0 else { return nil }
                metres = pending * unit
                (pending, last) = (0, unit)
            }
        }
        guard last > 0 else {
            return pending == pending.rounded() ? .number(Int(pending)) : nil
        }
        // "One metre fifty": centimetres follow metres without their unit.
        if pending > 0 {
            guard last == 1, pending >= 10, pending < 100 else { return nil }
            metres += pending / 100
        }
        return (try? Distance(metres: metres)).map { .distance($0) }
    }
}

extension PhoneticMapper {
    /// The setting in a phrase of the grammars before a test, in the language of the mapper; nil if
    /// there is none.
    ///
    /// - Parameter ofForm: whether it answers a question of the start form.
    package func setting(in phrase: String, ofForm: Bool) -> SpokenSetting? {
        if let settings { return settings.setting(in: phrase, ofForm: ofForm) }
        return ofForm ? SpokenSetting(heardInForm: phrase) : SpokenSetting(heard: phrase)
    }
}
