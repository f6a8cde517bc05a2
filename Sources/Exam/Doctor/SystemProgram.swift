internal import Foundation
internal import Platform

/// A program of the system that answers a question, such as dpkg-query.
package struct SystemProgram {
    /// The output of a finished program.
    package struct Answer {
        package var status: Int32
        /// Standard output, without the line end at its end.
        package var text: String
    }

    /// Time limit for an answer, seconds: a checksum of all files takes some.
    private static let patience = 600.0

    /// Runs a program to its end, in plain English.
    ///
    /// - Parameters:
    ///   - words: the name of the program and its arguments.
    ///   - folder: the folder in which it runs; nil for the current one.
    /// - Returns: nil if it is not installed.
    package static func ask(_ words: [String], in folder: String? = nil) -> Answer? {
        guard let program = words.first.flatMap({ Program(named: $0) }),
            let end = try? program.run(
                Array(words.dropFirst()), variables: ["LC_ALL": "C"], in: folder,
                within: patience)
        else { return nil }
        let status: Int32 =
            switch end.reason {
            case .status(let number), .signal(let number): number
            }
        return Answer(
            status: status, text: end.text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
