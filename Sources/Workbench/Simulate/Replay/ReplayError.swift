internal import Acuity

/// What can be wrong with a recorded test.
package enum ReplayError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case notText(String)
    case line(String, number: Int, reason: String)
    case noResult(String)
    case procedure(String)
    /// What was recorded of a presentation is not what the procedure shows; each in words, with sizes
    /// where letters are the same.
    case otherLetters(presentation: Int, shown: String, expected: String)

    package var description: String {
        let advice = "Record one with 'aloud test --events >FILE'."
        switch self {
        case .unreadable(let path): return "'\(path)' cannot be read. " + advice
        case .notText(let path): return "'\(path)' is not UTF-8 text. " + advice
        case .line(let path, let number, let reason):
            return "\(path):\(number): this is \(reason). " + advice
        case .noResult(let path): return "'\(path)' holds no result of a test. " + advice
        case .procedure(let name):
            return "The test was made by a procedure that this version does not know: '\(name)'."
        case .otherLetters(let presentation, let shown, let expected):
            return "Presentation \(presentation) showed \(shown) where the procedure, with the"
                + " answers before, shows \(expected): the file was changed, or the test was"
                + " made by another version."
        }
    }
}
