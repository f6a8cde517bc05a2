package import Acuity
internal import Foundation
internal import Platform

/// The confusion counts of letters on recordings, from `aloud-workbench evaluate --json`.
package struct RecognitionErrorFile {
    package let path: String
    /// The confusion counts of the letters that charts show.
    package let counts: ConfusionCounts
    /// Letters that were not understood, or not noticed.
    package let lost: Int
    /// The letters that the recogniser listened for.
    package let listenedFor: LetterChoice

    /// The version of the format that `aloud-workbench evaluate --json` writes.
    package static let version = 1

    /// The file of confusion counts measured with Aloud's own recogniser, in the folder of
    /// grammars.
    package static let usual = "hearing.json"

    /// The same for directions.
    package static let usualOfDirections = "hearing-directions.json"

    /// Reads a file.
    ///
    /// - Throws: `RecognitionErrorFileError`.
    package init(_ path: String) throws(RecognitionErrorFileError) {
        self.path = path
        var isFolder: ObjCBool = false
        _ = unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        guard !isFolder.boolValue else { throw .folder(path: path) }
        // `FileManager` cannot read a pipe.
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(path: path)
        }
        let data: Data
        do { data = try handle.readToEnd() ?? Data() } catch { throw .unreadable(path: path) }
        let content: RecognitionErrorFileContent
        do {
            content = try RecognitionErrorFileContent.read(data)
        } catch { throw .field(path: path, error) }
        listenedFor = content.listenedFor
        lost = (content.unclear?.number ?? 0) + (content.missed?.number ?? 0)
        counts = ConfusionCounts(
            right: content.right.number, wrong: content.confusions.counts,
            tenths: (content.calibration?.bins ?? []).map {
                ConfusionCounts.Tenth(letters: $0.letters.number, right: $0.right.number)
            }, said: listenedFor.pointing?.choices ?? Array(listenedFor.letters))
        guard counts.letters > 0 else { throw .noLetters(path: path) }
    }

    /// The letters of these optotypes that the evaluation did not listen for, ascending. Their
    /// error rate is assumed to be that of the others.
    private func unmeasured(of optotypes: OptotypeSet) -> [Letter] {
        let said = counts.said(toAnswer: optotypes.choices)
        return optotypes.choices.filter { !said.contains($0) }
            .sorted { $0.rawValue < $1.rawValue }
    }

    /// A note on optotypes of a test that the file has no counts for; nil if it has all of them.
    package func note(on optotypes: OptotypeSet) -> String? {
        let missing = unmeasured(of: optotypes)
        guard !missing.isEmpty else { return nil }
        let names = missing.map(\.description).joined(separator: ", ")
        return "'\(path)' has no counts for \(names), which a test of \(optotypes.rawValue) shows"
            + " too: taken to be misheard as often as the others."
    }

    /// The confusion counts for a test of these optotypes.
    ///
    /// - Parameter sayingHalf: whether at least half of the optotypes must have been said.
    /// - Throws: `RecognitionErrorFileError.otherLetters` if none of the optotypes was said,
    ///   `fewLetters` if too few were.
    package func counts(
        toAnswer optotypes: OptotypeSet, sayingHalf: Bool = true
    ) throws(RecognitionErrorFileError) -> ConfusionCounts {
        guard (listenedFor.pointing != nil) == optotypes.areDirections else {
            throw .otherLetters(path: path, optotypes)
        }
        let missing = unmeasured(of: optotypes)
        guard !sayingHalf || 2 * missing.count <= optotypes.choices.count else {
            throw .fewLetters(path: path, optotypes, missing: missing)
        }
        return counts
    }
}

/// An error in a file of confusion counts.
package enum RecognitionErrorFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    case folder(path: String)
    case field(path: String, RecognitionErrorFieldFault)
    case noLetters(path: String)
    case otherLetters(path: String, OptotypeSet)
    case fewLetters(path: String, OptotypeSet, missing: [Letter])

    package var description: String { fault + " " + advice }

    /// A sentence that describes the error.
    package var fault: String {
        switch self {
        case .unreadable(let path): "'\(path)' cannot be read."
        case .folder(let path): "'\(path)' is a folder."
        case .field(let path, let fault): "'\(path)': \(fault)"
        case .noLetters(let path): "'\(path)' counts no letter that charts show."
        case .otherLetters(let path, let optotypes):
            "'\(path)' counts nothing that a test of \(optotypes.rawValue) asks for."
        case .fewLetters(let path, let optotypes, let missing):
            "'\(path)' has no counts for \(missing.map(\.description).joined(separator: ", ")), most"
                + " of what a test of \(optotypes.rawValue) asks for."
        }
    }

    /// Advice on a valid argument.
    private var advice: String {
        switch self {
        case .unreadable, .folder, .field, .noLetters:
            "Give a share of letters misheard, such as 5%, or what 'aloud-workbench evaluate --json"
                + " --letters etdrs MANIFEST' printed."
        case .otherLetters(_, let optotypes), .fewLetters(_, let optotypes, _):
            "Give a share, such as 5%, or what 'aloud-workbench evaluate --json' printed for"
                + " '--letters \(LetterChoice(toAnswer: optotypes).rawValue)'."
        }
    }
}

/// The assumed recognition errors, as `--hearing` sets them.
package enum AssumedErrorRate: Equatable, Sendable {
    /// A share of all letters, 0...0.5.
    case share(Double)
    /// The counts of an evaluation, by its path.
    case file(String)

    /// The meaning of a text; nil for a share that is out of range.
    package init?(_ text: String) {
        if let share = Double(share: text) {
            guard (0...0.5).contains(share) else { return nil }
            self = .share(share)
        } else {
            guard !text.isEmpty, !text.hasSuffix("%") else { return nil }
            self = .file(text)
        }
    }

    /// The word in results for Aloud's own measurement on people.
    package static let measured = "measured"

    /// The option's value as text.
    package var name: String {
        switch self {
        case .share(let share): "\(share)"
        case .file(let path): path
        }
    }

    /// The model of a test of these optotypes.
    ///
    /// - Throws: `RecognitionErrorFileError`.
    package func model(for optotypes: OptotypeSet) throws(RecognitionErrorFileError)
        -> RecognitionErrorModel
    {
        switch self {
        case .share(0): .exact
        case .share(let share): RecognitionErrorModel(misheard: share, among: optotypes.choices)
        case .file(let path):
            RecognitionErrorModel(
                try RecognitionErrorFile(path).counts(toAnswer: optotypes), toAnswer: optotypes)
        }
    }
}

/// The fields of an evaluation that are read. All other fields may have any form.
///
/// `notSeen` is not read: the error model counts which letter was heard for which spoken letter,
/// and "can't see it" is not a letter.
struct RecognitionErrorFileContent: Decodable {
    /// The version of the format.
    var version: Int
    var right: Count
    var unclear: Count?
    var missed: Count?
    var confusions: Confusions
    var listenedFor: LetterChoice
    var calibration: Calibration?

    /// A number of letters.
    struct Count: Decodable {
        /// An upper bound on a count, beyond any real number of recordings; sums of counts cannot
        /// overflow.
        package static let most = 1_000_000_000

        package let number: Int

        init(from decoder: any Decoder) throws {
            // The decoder's error for 1.5 has no path.
            guard let number = try? decoder.singleValueContainer().decode(Int.self),
                0...Self.most ~= number
            else { throw RecognitionErrorFieldFault(decoder.codingPath) }
            self.number = number
        }
    }

    /// The number of times that one letter was heard as another: "D as V".
    struct Confusions: Decodable {
        let counts: [Letter: [Letter: Int]]

        init(from decoder: any Decoder) throws {
            var counts: [Letter: [Letter: Int]] = [:]
            for (pair, count) in try [String: Count](from: decoder) {
                let words = pair.split(separator: " ")
                guard words.count == 3, words[1] == "as", let said = Letter(name: words[0]),
                    let heard = Letter(name: words[2]), heard != said
                else {
                    throw RecognitionErrorFieldFault(
                        decoder.codingPath, key: pair, expected: "two letters, such as 'D as V'")
                }
                counts[said, default: [:]][heard, default: 0] += count.number
            }
            self.counts = counts
        }
    }

    /// The confidence of the answers in ten steps, and the share that was right.
    struct Calibration: Decodable {
        package var bins: [Bin]
    }

    struct Bin: Decodable {
        package let letters: Count
        package let right: Count

        private enum Key: String, CodingKey { case letters, right }

        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Key.self)
            letters = try members.decode(Count.self, forKey: .letters)
            right = try members.decode(Count.self, forKey: .right)
            guard right.number <= letters.number else {
                throw RecognitionErrorFieldFault(
                    decoder.codingPath, key: Key.right.rawValue,
                    expected: "no more than its 'letters'")
            }
        }
    }

    private struct Head: Decodable { var version: Int }

    /// Reads the fields of an evaluation.
    ///
    /// - Parameter data: a JSON object, as `aloud-workbench evaluate --json` prints it.
    static func read(_ data: Data) throws(RecognitionErrorFieldFault) -> RecognitionErrorFileContent
    {
        do {
            // A newer file may have other fields, too.
            if let head = try? JSONDecoder().decode(Head.self, from: data),
                head.version > RecognitionErrorFile.version
            {
                throw RecognitionErrorFieldFault(
                    [], key: "version",
                    expected: "at most \(RecognitionErrorFile.version), as this Aloud reads, not"
                        + " \(head.version): a newer Aloud wrote the file")
            }
            return try JSONDecoder().decode(RecognitionErrorFileContent.self, from: data)
        } catch {
            throw (error as? RecognitionErrorFieldFault) ?? RecognitionErrorFieldFault(error)
        }
    }
}

extension Letter {
    /// The letter of a text of one character.
    fileprivate init?(name: Substring) {
        guard name.count == 1, let character = name.first else { return nil }
        self.init(character)
    }
}

/// A wrong or missing field of a file of confusion counts, with a description of a valid value.
package struct RecognitionErrorFieldFault: Error, Equatable, CustomStringConvertible {
    /// The names of the fields that lead to it: "calibration", "bins", "3", "right"; empty for the
    /// file as a whole.
    private let path: [String]
    private let isMissing: Bool
    private let expected: String

    /// - Parameters:
    ///   - path: the field's path, or its parent's if `key` is given.
    ///   - expected: ends the sentence "expected …"; nil for the field's usual description.
    init(_ path: [any CodingKey], key: String? = nil, expected: String? = nil) {
        self.path = path.map(Self.name) + (key.map { [$0] } ?? [])
        isMissing = false
        self.expected = expected ?? Self.expected(of: self.path)
    }

    /// Converts a decoder's error.
    init(_ error: any Error) {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            path = (context.codingPath + [key]).map(Self.name)
            isMissing = true
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
            path = context.codingPath.map(Self.name)
            isMissing = false
        default:
            (path, isMissing) = ([], false)
        }
        expected = Self.expected(of: path)
    }

    package var description: String {
        guard !path.isEmpty else { return "this is not an evaluation: expected \(expected)." }
        let field = "'\(path.joined(separator: "' > '"))'"
        return "the field \(field) is \(isMissing ? "missing" : "wrong"): expected \(expected)."
    }

    private static func name(_ key: any CodingKey) -> String {
        // Positions in lists are counted from 1, as people count.
        key.intValue.map { "\($0 + 1)" } ?? key.stringValue
    }

    /// The description of a field's value: the end of the sentence "expected …".
    private static func expected(of path: [String]) -> String {
        switch (path.count, path.last) {
        case (0, _): "a JSON object with 'right' and 'confusions'"
        case (1, "version"): "\(RecognitionErrorFile.version)"
        case (1, "confusions"): "an object of counts, such as {\"D as V\": 1}"
        case (1, "listenedFor"):
            "one of " + LetterChoice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        case (1, "calibration"): "an object with the list 'bins'"
        case (2, "bins"): "a list"
        case (3, _): "an object with 'letters' and 'right'"
        default: "a whole number from 0 to \(RecognitionErrorFileContent.Count.most)"
        }
    }
}
