internal import Acuity
internal import Foundation
internal import Platform

/// Puts a test together from its events.
struct EventReader {
    private var read: [AnsweredPresentation] = []
    private var shown: Presentation?
    private var answers: [Int: Answer] = [:]
    private var unclear: [Int: Int] = [:]

    /// Takes an event; returns the test when it is its last.
    mutating func read(_ line: Data) throws(EventFault) -> RecordedTest? {
        let event: RecordedEvent
        do { event = try JSONDecoder().decode(RecordedEvent.self, from: line) } catch {
            throw EventFault(reason: "no event of 'aloud test --events'")
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
                throw EventFault(reason: "a result without its numbers")
            }
            return RecordedTest(read: read, result: result)
        default: break
        }
        return nil
    }

    private mutating func present(_ event: RecordedEvent) throws(EventFault) {
        let letters = (event.letters ?? "").compactMap { Letter($0) }
        guard !letters.isEmpty, letters.count == event.letters?.count, let size = event.logMAR
        else {
            throw EventFault(reason: "a presentation without its letters and their size")
        }
        let sizes = event.sizes ?? letters.map { _ in size }
        guard sizes.count == letters.count else {
            throw EventFault(
                reason: "\(sizes.count.counting("size")) for \(letters.count.counting("letter"))")
        }
        shown = Presentation(
            line: event.line ?? read.count + 1,
            letters: Array(zip(letters, sizes.map { LogMAR($0) })),
            optotypes: event.optotypes ?? .sloan)
        answers = [:]
        unclear = [:]
    }

    private mutating func answer(_ event: RecordedEvent) throws(EventFault) {
        guard let position = event.position, let shown, shown.letters.indices.contains(position)
        else { throw EventFault(reason: "an answer for a letter that is not shown") }
        let response: Response?
        if let text = event.letter {
            guard text.count == 1, let letter = text.first.flatMap({ Letter($0) }) else {
                throw EventFault(reason: "the answer '\(text)', which is no letter")
            }
            response = .named(letter)
        } else {
            response = event.missed == true ? .missed : nil
        }
        answers[position] = Answer(
            response, confidence: event.confidence ?? 1,
            unclearBefore: unclear[position, default: 0])
    }

    private mutating func close() throws(EventFault) {
        guard let shown else { throw EventFault(reason: "the end of a line that was not shown") }
        // The last unclear reading of a letter that is left open asks for nothing.
        let complete = shown.letters.indices.map { position in
            answers[position] ?? Answer(nil, unclearBefore: unclear[position, default: 0])
        }
        guard let answered = try? AnsweredPresentation(shown, complete) else { return }
        read.append(answered)
        self.shown = nil
    }
}

/// Why an event cannot be followed.
struct EventFault: Error {
    var reason: String
}
