package import Acuity
internal import Contrast
internal import Foundation

/// A test as its events record it.
package struct RecordedTest {
    /// The finished presentations with their answers, in the order of the test.
    package var read: [AnsweredPresentation] = []
    /// The number of times that each was shown with other letters before, because the person moved.
    package var redrawn: [Int] = []
    /// The last event.
    package var result: TestRecord
    /// The hearing of the person in the warm-up.
    package var person = PersonalHearing()
}

extension RecordedTest {
    /// Sets each property from the parameter of its name.
    package init(
        reading read: [AnsweredPresentation], redrawn: [Int] = [], result: TestRecord
    ) {
        self.read = read
        self.redrawn = redrawn
        self.result = result
    }

    /// The tests of a file of events, each ended by its result.
    ///
    /// - Parameters:
    ///   - bytes: the content of the file.
    ///   - path: its name in messages.
    /// - Throws: `ReplayError`, with the number of the line that is not understood.
    package static func read(
        _ bytes: [UInt8], of path: String
    ) throws(ReplayError) -> [RecordedTest] {
        guard let text = String(bytes: bytes, encoding: .utf8) else { throw .notText(path) }
        var tests: [RecordedTest] = []
        var reader = EventReader()
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            do {
                if let test = try reader.read(String(line)) { tests.append(test) }
            } catch { throw .line(path, number: index + 1, reason: error.reason) }
        }
        guard !tests.isEmpty else { throw .noResult(path) }
        return tests
    }
}

extension RecordedTest {
    /// The name of the procedure that was recorded.
    package var procedureName: String { result.setup.procedure ?? ProcedureChoice.etdrs.rawValue }

    /// The procedure that was recorded.
    ///
    /// - Throws: `ReplayError.procedure` for one that is not known.
    package func choice() throws(ReplayError) -> ProcedureChoice {
        let name = procedureName
        guard let choice = ProcedureChoice(rawValue: name) else { throw .procedure(name) }
        return choice
    }

    /// The optotypes that it showed.
    ///
    /// - Throws: `ReplayError.procedure` for a procedure that is not known.
    package func optotypes() throws(ReplayError) -> OptotypeSet {
        if let first = read.first { return first.presentation.optotypes }
        return try choice().optotypes
    }

    /// The procedure after the recorded answers, which it is given one by one.
    ///
    /// - Parameter hearing: the assumed hearing, which the adaptive test plans by.
    /// - Throws: `ReplayError` if the procedure is not known or shows other letters than recorded.
    package func replayed(hearing: RecognitionErrorModel) throws(ReplayError) -> any AcuityProcedure
    {
        try answered(try beginning(hearing: hearing))
    }

    /// The score of a procedure after the recorded answers.
    package func score(
        of procedure: any AcuityProcedure, beside estimate: AcuityEstimate?
    ) -> AcuityScore {
        let score = procedure.score.beside(estimate)
        let isGivenUp = !procedure.isDone && result.end == .finished(.notUnderstood)
        return isGivenUp ? score.givenUp : score
    }

    /// Gives a procedure the answers.
    private func answered(
        _ beginning: any AcuityProcedure
    ) throws(ReplayError) -> any AcuityProcedure {
        var procedure = beginning
        for (index, answered) in read.enumerated() {
            let shown = answered.presentation
            if redrawn.indices.contains(index) {
                for _ in 0..<redrawn[index] { procedure.redraw() }
            }
            guard let next = procedure.next, next.letters == shown.letters,
                zip(next.sizes, shown.sizes).allSatisfy({ abs($0.value - $1.value) < 1e-5 }),
                Self.areAlike(next.contrasts, shown.contrasts)
            else {
                let areSizesOther = procedure.next?.letters == shown.letters
                func words(_ presentation: Presentation) -> String {
                    let sizes = presentation.sizes.map { "\($0.value)" }.joined(separator: ", ")
                    return presentation.letters.text + (areSizesOther ? " of logMAR \(sizes)" : "")
                }
                throw .otherLetters(
                    presentation: index + 1, shown: words(shown),
                    expected: procedure.next.map(words) ?? "nothing more")
            }
            // The count of answers is that of the letters, which are those shown.
            try? procedure.take(answered.answers)
        }
        return procedure
    }

    /// Whether letters have the same contrasts.
    private static func areAlike(_ one: LetterContrasts?, _ other: LetterContrasts?) -> Bool {
        let (first, second) = (one?.letters ?? [], other?.letters ?? [])
        return first.count == second.count
            && zip(first, second).allSatisfy { abs($0.value - $1.value) < 1e-5 }
    }

    /// The procedure before the first answer.
    private func beginning(
        hearing: RecognitionErrorModel
    ) throws(ReplayError) -> any AcuityProcedure {
        let first = read.first?.presentation
        let setup = result.setup
        var start = ProcedureStart(
            optotypes: try optotypes(), range: setup.range, seed: setup.seed ?? 0,
            line: first.map { SnellenLine.nearest(to: $0.size) } ?? .largest,
            mostLetters: setup.mostLetters, intervalWidth: setup.intervalAsked, hearing: hearing,
            distance: setup.distance)
        if let contrast = setup.contrast { start.floor = contrast.floor }
        let choice = try choice()
        guard choice == .etdrs else { return choice.begin(start) }
        start.chart = setup.chart ?? .random
        start.line = SnellenLine.all.first { $0.number == first?.line } ?? .largest
        start.stopRule = setup.stopRule ?? start.stopRule
        start.goesOnAtOneMetre = setup.goesOnAtOneMetre
        return choice.begin(start)
    }
}

/// An error of replaying a recorded test.
package enum ReplayError: Error, Equatable, CustomStringConvertible {
    /// The reason as a sentence.
    case unreadable(String)
    case notText(String)
    case line(String, number: Int, reason: String)
    case noResult(String)
    case procedure(String)
    /// A recorded presentation differs from the procedure's; both in words, with sizes if the
    /// letters are the same.
    case otherLetters(presentation: Int, shown: String, expected: String)

    package var description: String {
        let advice = "Record one with 'aloud test --events >FILE'."
        switch self {
        case .unreadable(let reason): return reason + " " + advice
        case .notText(let path): return "'\(path)' is not UTF-8 text. " + advice
        case .line(let path, let number, let reason):
            return "\(path):\(number): this is \(reason). " + advice
        case .noResult(let path): return "'\(path)' has no result of a test. " + advice
        case .procedure(let name):
            return "This version does not know the recorded procedure '\(name)'."
        case .otherLetters(let presentation, let shown, let expected):
            return "Presentation \(presentation) showed \(shown), but after the answers before it"
                + " the procedure shows \(expected): the file was changed or comes from another"
                + " version of Aloud."
        }
    }
}

/// Puts a test together from its events.
package struct EventReader {
    /// The finished presentations so far.
    package private(set) var read: [AnsweredPresentation] = []
    /// The number of times that each was shown with other letters before, because the person moved.
    package private(set) var redrawn: [Int] = []
    private var redrawnNow = 0
    /// Letters asked for again so far: each position each time.
    package private(set) var lettersAskedAgain = 0
    /// Answers by an operator in finished presentations so far.
    package private(set) var overrides = 0
    /// Pieces of sound lost so far.
    package private(set) var soundsMissing = 0
    /// The measured distance of each finished presentation, metres, without those that have none.
    package private(set) var metres: [Double] = []
    private var metresNow: Double?
    /// The warm-up so far.
    package private(set) var warmUp = WarmUpHearing()
    private var overridden: Set<Int> = []
    private var shown: Presentation?
    /// Whether letters are shown, whose line is not finished.
    package var isShowing: Bool { shown != nil }
    private var answers: [Int: Answer] = [:]
    private var unclear: [Int: Int] = [:]

    /// A reader before the first event.
    package init() {}

    /// Takes a line of events; returns the test when it is its last.
    package mutating func read(_ line: String) throws(EventFault) -> RecordedTest? {
        switch try Self.event(of: Data(line.utf8)) {
        case .present(let event):
            redrawnNow = shown == nil ? 0 : redrawnNow + 1
            shown = try event.presentation()
            answers = [:]
            unclear = [:]
            overridden = []
            metresNow = nil
        case .answer(let event):
            metresNow = event.metres ?? metresNow
            try answer(
                event.position, try event.response, confidence: event.confidence ?? 1,
                latency: event.latency)
        case .override(let event):
            try answer(event.position, try event.response)
            overridden.insert(event.position)
        case .correction(let event): answers[event.position] = nil
        case .askAgain(let event):
            for position in event.positions { answers[position] = nil }
            lettersAskedAgain += event.counted
            for position in event.unclear ?? [] { unclear[position, default: 0] += 1 }
        case .line: try close()
        case .result(let result):
            defer { self = EventReader() }
            return RecordedTest(
                read: read, redrawn: redrawn, result: result, person: warmUp.person)
        case .soundMissing: soundsMissing += 1
        case .warmUp(let step): warmUp.take(step)
        case .pause, .resume, .trouble, .recovered, .language, .other: break
        }
        return nil
    }

    private static func event(of line: Data) throws(EventFault) -> RecordedEvent {
        do { return try JSONDecoder().decode(RecordedEvent.self, from: line) } catch {
            throw error as? EventFault ?? EventFault(reason: "no event of 'aloud test --events'")
        }
    }

    private mutating func answer(
        _ position: Int, _ response: Response?, confidence: Double = 1, latency: Int? = nil
    ) throws(EventFault) {
        guard let shown, shown.letters.indices.contains(position) else {
            throw EventFault(reason: "an answer for a letter that is not shown")
        }
        answers[position] = Answer(
            response, confidence: confidence, unclearBefore: unclear[position, default: 0],
            latency: latency)
    }

    private mutating func close() throws(EventFault) {
        guard let shown else { throw EventFault(reason: "the end of a line that was not shown") }
        // No request follows the last unclear reading of a letter left open, so it is not counted.
        let complete = shown.letters.indices.map { position in
            answers[position] ?? Answer(nil, unclearBefore: unclear[position, default: 0])
        }
        guard let answered = try? AnsweredPresentation(shown, complete) else { return }
        read.append(answered)
        redrawn.append(redrawnNow)
        overrides += overridden.count
        if let metresNow { metres.append(metresNow) }
        self.shown = nil
    }
}
