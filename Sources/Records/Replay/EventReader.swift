package import Acuity
internal import Foundation

/// Puts a test together from its events.
package struct EventReader {
    /// The finished presentations so far.
    package private(set) var read: [AnsweredPresentation] = []
    /// How often each of them was shown with other letters before, as the person had moved.
    package private(set) var redrawn: [Int] = []
    private var redrawnNow = 0
    /// Letters asked for again so far: each position each time.
    package private(set) var lettersAskedAgain = 0
    /// Answers by an operator in finished presentations so far.
    package private(set) var overrides = 0
    /// Pieces of sound lost so far.
    package private(set) var soundsMissing = 0
    private var overridden: Set<Int> = []
    private var shown: Presentation?
    private var answers: [Int: Answer] = [:]
    private var unclear: [Int: Int] = [:]

    /// A reader before the first event.
    package init() {}

    /// Takes a line of events; returns the test when it is its last.
    package mutating func read(_ line: String) throws(EventFault) -> RecordedTest? {
        switch try Self.event(of: Data(line.utf8)) {
        case .present(let event):
            redrawnNow = shown == nil ? 0 : redrawnNow + 1
            shown = try event.presentation(number: read.count + 1)
            answers = [:]
            unclear = [:]
            overridden = []
        case .answer(let event):
            try answer(event.position, try event.response, confidence: event.confidence ?? 1)
        case .override(let event):
            try answer(event.position, try event.response)
            overridden.insert(event.position)
        case .correction(let event): answers[event.position] = nil
        case .askAgain(let event):
            for position in event.positions { answers[position] = nil }
            lettersAskedAgain += event.positions.count
            for position in event.unclear ?? [] { unclear[position, default: 0] += 1 }
        case .line: try close()
        case .result(let result):
            defer { self = EventReader() }
            return RecordedTest(read: read, redrawn: redrawn, result: result)
        case .soundMissing: soundsMissing += 1
        case .pause, .resume, .trouble, .recovered, .warmUp, .other: break
        }
        return nil
    }

    private static func event(of line: Data) throws(EventFault) -> RecordedEvent {
        do { return try JSONDecoder().decode(RecordedEvent.self, from: line) } catch {
            throw error as? EventFault ?? EventFault(reason: "no event of 'aloud test --events'")
        }
    }

    private mutating func answer(
        _ position: Int, _ response: Response?, confidence: Double = 1
    ) throws(EventFault) {
        guard let shown, shown.letters.indices.contains(position) else {
            throw EventFault(reason: "an answer for a letter that is not shown")
        }
        answers[position] = Answer(
            response, confidence: confidence, unclearBefore: unclear[position, default: 0])
    }

    private mutating func close() throws(EventFault) {
        guard let shown else { throw EventFault(reason: "the end of a line that was not shown") }
        // The last unclear reading of a letter that is left open asks for nothing.
        let complete = shown.letters.indices.map { position in
            answers[position] ?? Answer(nil, unclearBefore: unclear[position, default: 0])
        }
        guard let answered = try? AnsweredPresentation(shown, complete) else { return }
        read.append(answered)
        redrawn.append(redrawnNow)
        overrides += overridden.count
        self.shown = nil
    }
}
