package import Acuity
internal import Foundation

/// A test as its events tell it: what was shown and answered, and what came of it.
package struct RecordedTest {
    /// The presentations that were finished, in order.
    package var read: [AnsweredPresentation] = []
    /// The last line.
    package var result: RecordedResult
}

extension RecordedTest {
    /// The tests of a file of events, each ended by its result.
    ///
    /// - Throws: `ReplayError`, with the number of the line that is not understood.
    package static func read(_ path: String) throws(ReplayError) -> [RecordedTest] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path)
        }
        guard let text = String(bytes: data, encoding: .utf8) else { throw .notText(path) }
        var tests: [RecordedTest] = []
        var reader = EventReader()
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            do {
                if let test = try reader.read(Data(line.utf8)) { tests.append(test) }
            } catch { throw .line(path, number: index + 1, reason: error.reason) }
        }
        guard !tests.isEmpty else { throw .noResult(path) }
        return tests
    }
}
