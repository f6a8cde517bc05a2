package import Acuity
internal import Foundation
package import PhoneticMapping
internal import Platform

/// A recording with a known transcript: a line of a manifest.
package struct ReferenceRow {
    /// The path, from the manifest's folder; for a manifest from a pipe, from the current folder.
    package var path: String
    /// The words said; `letters` has those that are letters.
    package var transcript: [String]
    package var speaker: String
    /// The group of recordings; empty if the manifest has no such column.
    package var set: String
    /// Its line in the manifest, from 1.
    package var line = 0
    /// Whether it is talk, in which "I" and "A" are words.
    package var isTalk = false
    /// The groups of its speaker, by the columns sex, age, accent and microphone.
    package var groups: [String: String] = [:]

    /// The letters in the transcript, in order: words of a single letter. Among words written small
    /// ("i think it is a D") only capitals are letters, and in talk there are none.
    package var letters: [Letter] {
        guard !isTalk else { return [] }
        let single = transcript.filter { $0.count == 1 }
        return single.filter { !writesWordsSmall || $0 == $0.uppercased() }
            .compactMap { $0.first.flatMap { Letter($0) } }
    }

    /// Whether it holds a line of a chart and nothing else.
    package var isLine: Bool {
        letters.count == Chart.lettersInLine && transcript.count == Chart.lettersInLine
    }

    /// Whether words are in lower case, and only capitals are letters.
    private var writesWordsSmall: Bool {
        func isSmall(_ word: String) -> Bool { word.contains(where: \.isLowercase) }
        return transcript.contains { $0.count > 1 && isSmall($0) }
            || (transcript.contains(where: isSmall) && !transcript.allSatisfy(isSmall))
    }

    /// The path as tables show it: its last folder and its name.
    package var shortPath: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

    /// The path of the recording, for a row of a manifest at this path.
    package func file(of manifest: String) -> String {
        guard !StreamPath.isOne(manifest) else { return URL(fileURLWithPath: path).path }
        let folder = URL(fileURLWithPath: manifest).deletingLastPathComponent()
        return URL(fileURLWithPath: path, relativeTo: folder).path
    }
}

extension ReferenceRow {
    /// Names of letters that are no other words, and how a transcript writes them.
    private static let names = [
        "ZED": "Z", "ZEE": "Z", "AITCH": "H", "HAITCH": "H", "CEE": "C", "DEE": "D", "EFF": "F",
        "JAY": "J", "KAY": "K", "ELL": "L", "ESS": "S", "TEE": "T", "VEE": "V", "DOUBLE-U": "W",
        "WYE": "Y",
    ]
    /// Maximum number of doubts that are shown one by one.
    private static let mostTold = 5

    /// The doubts about rows of a manifest at this path, each with a remedy: words that may be
    /// meant as letters, empty transcripts among others, and recordings that are listed twice.
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
        return all.prefix(mostTold) + (more > 0 ? ["And \(more) more of this kind."] : [])
    }

    /// A warning about empty transcripts. They are intended in a set where every transcript is
    /// empty, such as noise.
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
    /// Padded with leading zeros.
    fileprivate func leftPadded(to length: Int) -> String {
        String(repeating: "0", count: max(0, length - count)) + self
    }
}

extension ReferenceRow {
    /// Words of the spelling alphabet as transcripts may write them.
    private static let otherSpellings = [
        "ALFA": "ALPHA", "JULIETT": "JULIET", "XRAY": "X-RAY", "WHISKY": "WHISKEY",
    ]
    private static let commands: [String: SpokenCommand] = [
        "STOP": .stop, "PASS": .cannotSee, "BLANK": .cannotSee, "NOTHING": .cannotSeeAny,
        "AGAIN": .again, "REPEAT": .again, "WAIT": .pause, "PAUSE": .pause, "CONTINUE": .resume,
        "NO": .correction,
    ]

    /// The meaning of a recording of one word that has one; nil for all others.
    package var meaning: WordMeaning? {
        guard transcript.count == 1, let word = transcript.first?.uppercased() else { return nil }
        let plain = Self.otherSpellings[word] ?? word
        if let letter = CodeWord.letter(of: plain.lowercased()) {
            return WordMeaning(group: .codeWords, kind: .letter(letter))
        }
        if let direction = Direction(word: plain) {
            return WordMeaning(group: .directions, kind: .direction(direction))
        }
        if let command = Self.commands[plain] {
            return WordMeaning(group: .commands, kind: .command(command))
        }
        return nil
    }

    /// Whether any letter heard in it is a mistake: it contains no letter and no code word.
    package var isWordless: Bool { letters.isEmpty && meaning?.group != .codeWords }

    /// Whether any command heard in it is a mistake, too: it contains no command either.
    package var isWithoutAnswer: Bool { isWordless && meaning?.group != .commands }

    /// Whether the transcript contains these words, given in lower case, one after the other.
    /// Always false for talk, which is not said to the test.
    package func tells(_ words: String) -> Bool {
        !isTalk && " \(transcript.joined(separator: " ").lowercased()) ".contains(" \(words) ")
    }
}

/// The meaning of a word that is not the name of a letter.
package struct WordMeaning {
    /// The groups that are reported apart.
    package enum Group: String, CaseIterable {
        case codeWords = "spelling alphabet"
        case directions = "directions"
        case commands = "commands"
    }

    package var group: Group
    /// The right answer.
    package var kind: SpokenAnswer.Kind
}

extension ReferenceRow {
    /// Refuses a manifest at this path that has a recording twice with different words.
    ///
    /// - Throws: `ManifestError.contradiction`.
    package static func refuseContradictions(
        in rows: [ReferenceRow], of manifest: String
    ) throws(ManifestError) {
        for (first, again) in repeats(in: rows, of: manifest) {
            let words = [first, again].map { $0.transcript.map { $0.uppercased() } }
            guard words[0] == words[1] else {
                throw .contradiction(manifest, number: again.line, first: first.line)
            }
        }
    }

    /// Rows that repeat an earlier recording, each with the first row of it. Paths are compared
    /// byte by byte, as the system does: to Swift an "é" of one scalar and one of two are the same
    /// text.
    package static func repeats(
        in rows: [ReferenceRow], of manifest: String
    ) -> [(first: ReferenceRow, again: ReferenceRow)] {
        var seen: [[UInt8]: ReferenceRow] = [:]
        return rows.compactMap { row in
            let path = URL(fileURLWithPath: row.file(of: manifest)).standardizedFileURL.path
            let file = Array(path.utf8)
            guard let first = seen[file] else {
                seen[file] = row
                return nil
            }
            return (first, row)
        }
    }
}
