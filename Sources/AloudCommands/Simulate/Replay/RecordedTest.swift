internal import Acuity
internal import Foundation

/// A test as its events tell it: what was shown and answered, and what came of it.
struct RecordedTest {
    /// The presentations that were finished, in order.
    var read: [AnsweredPresentation] = []
    /// The last line.
    var result: RecordedResult
}

extension RecordedTest {
    /// The tests of a file of events, each ended by its result.
    ///
    /// - Throws: `ReplayError`, with the number of the line that is not understood.
    static func read(_ path: String) throws(ReplayError) -> [RecordedTest] {
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

/// Why a line cannot be followed.
private struct LineFault: Error {
    var reason: String
}

/// Puts a test together from its events.
private struct EventReader {
    private var read: [AnsweredPresentation] = []
    private var shown: Presentation?
    private var answers: [Int: Answer] = [:]
    private var unclear: [Int: Int] = [:]

    /// Takes an event; returns the test when it is its last.
    mutating func read(_ line: Data) throws(LineFault) -> RecordedTest? {
        let event: RecordedEvent
        do { event = try JSONDecoder().decode(RecordedEvent.self, from: line) } catch {
            throw LineFault(reason: "no event of 'aloud test --events'")
        }
        switch event.event {
        case "present": try present(event)
        case "answer": try answer(event)
        case "override":
            try answer(event)
            // No letter of an operator is one that was not seen.
            if event.letter == nil, let position = event.position {
                answers[position]?.response = .missed
            }
        case "correction": if let position = event.position { answers[position] = nil }
        case "askAgain":
            for position in event.positions ?? [] { answers[position] = nil }
            for position in event.unclear ?? [] { unclear[position, default: 0] += 1 }
        case "line": try close()
        case "result":
            defer { self = EventReader() }
            guard let result = try? JSONDecoder().decode(RecordedResult.self, from: line) else {
                throw LineFault(reason: "a result without its numbers")
            }
            return RecordedTest(read: read, result: result)
        default: break
        }
        return nil
    }

    private mutating func present(_ event: RecordedEvent) throws(LineFault) {
        let letters = (event.letters ?? "").compactMap { Letter($0) }
        guard !letters.isEmpty, letters.count == event.letters?.count, let size = event.logMAR
        else {
            throw LineFault(reason: "a presentation without its letters and their size")
        }
        let sizes = event.sizes ?? letters.map { _ in size }
        guard sizes.count == letters.count else {
            throw LineFault(
                reason: "\(sizes.count.counting("size")) for \(letters.count.counting("letter"))")
        }
        shown = Presentation(
            line: event.line ?? read.count + 1,
            letters: Array(zip(letters, sizes.map { LogMAR($0) })),
            optotypes: event.optotypes ?? .sloan)
        answers = [:]
        unclear = [:]
    }

    private mutating func answer(_ event: RecordedEvent) throws(LineFault) {
        guard let position = event.position, let shown, shown.letters.indices.contains(position)
        else { throw LineFault(reason: "an answer for a letter that is not shown") }
        let response: Response?
        if let text = event.letter {
            guard text.count == 1, let letter = text.first.flatMap({ Letter($0) }) else {
                throw LineFault(reason: "the answer '\(text)', which is no letter")
            }
            response = .named(letter)
        } else {
            response = event.missed == true ? .missed : nil
        }
        answers[position] = Answer(
            response, confidence: event.confidence ?? 1,
            unclearBefore: unclear[position, default: 0])
    }

    private mutating func close() throws(LineFault) {
        guard let shown else { throw LineFault(reason: "the end of a line that was not shown") }
        // The last unclear reading of a letter that is left open asks for nothing.
        let complete = shown.letters.indices.map { position in
            answers[position] ?? Answer(nil, unclearBefore: unclear[position, default: 0])
        }
        guard let answered = try? AnsweredPresentation(shown, complete) else { return }
        read.append(answered)
        self.shown = nil
    }
}

/// What can be wrong with a recorded test.
enum ReplayError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    case notText(String)
    case line(String, number: Int, reason: String)
    case noResult(String)
    case procedure(String)
    /// What was recorded of a presentation is not what the procedure shows; each in words, with sizes
    /// where letters are the same.
    case otherLetters(presentation: Int, shown: String, expected: String)

    var description: String {
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
