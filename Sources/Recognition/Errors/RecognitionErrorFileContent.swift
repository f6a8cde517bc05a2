internal import Acuity
internal import Foundation

/// The fields of an evaluation that are read. All other fields may have any form.
///
/// `notSeen` is not read: the error model counts which letter was heard for which spoken letter,
/// and "can't see it" is not a letter.
struct RecognitionErrorFileContent: Decodable {
    /// The version of the format; nil in files from before there were versions.
    var version: Int?
    var right: Count
    var unclear: Count?
    var missed: Count?
    var confusions: Confusions
    var listenedFor: LetterChoice?
    var calibration: Calibration?

    /// A number of letters.
    struct Count: Decodable {
        /// An upper bound on a count, beyond any real number of recordings; sums of counts cannot
        /// overflow.
        package static let most = 1_000_000_000

        package let number: Int

        init(from decoder: any Decoder) throws {
            // The decoder's own error for 1.5 has no path.
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

    /// Reads it.
    ///
    /// - Parameter data: a JSON object, as `aloud evaluate --json` prints it.
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
    /// The names on the way to it, "calibration", "bins", "3", "right"; none where the file as a
    /// whole is meant.
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
        guard !path.isEmpty else { return "this is no evaluation: expected \(expected)." }
        let field = "'\(path.joined(separator: "' > '"))'"
        return "the field \(field) is \(isMissing ? "missing" : "wrong"): expected \(expected)."
    }

    private static func name(_ key: any CodingKey) -> String {
        // Places of lists are counted from 1, as people do.
        key.intValue.map { "\($0 + 1)" } ?? key.stringValue
    }

    /// The description of a field's value: the end of the sentence "expected …".
    private static func expected(of path: [String]) -> String {
        switch (path.count, path.last) {
        case (0, _): "a JSON object with 'right' and 'confusions'"
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
