/// The field of a file of hearing that is wrong or missing, and what is expected of it.
package struct HearingFieldFault: Error, Equatable, CustomStringConvertible {
    /// The names on the way to it, "calibration", "bins", "3", "right"; none where the file as a whole
    /// is meant.
    private let path: [String]
    private let isMissing: Bool
    private let expected: String

    /// - Parameters:
    ///   - path: where the field is, or what it belongs to where `key` is given.
    ///   - expected: ends the sentence "expected …"; nil for what the field usually holds.
    init(_ path: [any CodingKey], key: String? = nil, expected: String? = nil) {
        self.path = path.map(Self.name) + (key.map { [$0] } ?? [])
        isMissing = false
        self.expected = expected ?? Self.expected(of: self.path)
    }

    /// What a decoder says.
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

    /// What a field holds, as the sentence "expected …" ends.
    private static func expected(of path: [String]) -> String {
        switch (path.count, path.last) {
        case (0, _): "a JSON object with 'right' and 'confusions'"
        case (1, "confusions"): "an object of counts, such as {\"D as V\": 1}"
        case (1, "listenedFor"):
            "one of " + LetterChoice.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        case (1, "calibration"): "an object with the list 'bins'"
        case (2, "bins"): "a list"
        case (3, _): "an object with 'letters' and 'right'"
        default: "a whole number from 0 to \(HearingFileContent.Count.most)"
        }
    }
}
