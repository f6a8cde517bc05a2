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

extension RecordedTest {
    /// The procedure that was recorded.
    ///
    /// - Throws: `ReplayError.procedure` for one that is not known.
    package func choice() throws(ReplayError) -> ProcedureChoice {
        let name = result.procedure ?? ProcedureChoice.etdrs.rawValue
        guard let choice = ProcedureChoice(rawValue: name) else { throw .procedure(name) }
        return choice
    }

    /// What it showed.
    ///
    /// - Throws: `ReplayError.procedure` for a procedure that is not known.
    package func optotypes() throws(ReplayError) -> OptotypeSet {
        if let first = read.first { return first.presentation.optotypes }
        return try choice().optotypes
    }

    /// The procedure as it stood after the recorded answers, made anew and given them one by one.
    ///
    /// - Parameter hearing: how letters were taken to be heard, by which the adaptive test plans.
    /// - Throws: `ReplayError` where the procedure is not known, or shows something else than was
    ///   recorded.
    func replayed(hearing: HearingModel) throws(ReplayError) -> any AcuityProcedure {
        var fault: ReplayError?
        var unfinished: (any AcuityProcedure)?
        for beginning in try beginnings(hearing: hearing) {
            do {
                let procedure = try answered(beginning)
                if procedure.isDone || result.complete == false { return procedure }
                unfinished = unfinished ?? procedure
            } catch { fault = fault ?? error }
        }
        if let unfinished { return unfinished }
        throw fault ?? .procedure(result.procedure ?? "")
    }

    /// After how many letters the test was to end, as far as that can be told; nil for as many as is
    /// usual.
    private var mostLetters: Int? {
        if let told = result.mostLetters { return told }
        // A file that does not tell how letters are heard tells no other option either.
        guard result.hearing == nil, result.complete != false else { return nil }
        return max(read.flatMap(\.answers).count { $0.response != nil }, 1)
    }

    /// Gives a procedure the answers.
    private func answered(
        _ beginning: any AcuityProcedure
    ) throws(ReplayError) -> any AcuityProcedure {
        var procedure = beginning
        for (index, answered) in read.enumerated() {
            let shown = answered.presentation
            guard let next = procedure.next, next.letters == shown.letters,
                zip(next.sizes, shown.sizes).allSatisfy({ abs($0.value - $1.value) < 1e-5 })
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

    /// The procedures that it may have been: the result does not tell all options.
    private func beginnings(
        hearing: HearingModel
    ) throws(ReplayError) -> [any AcuityProcedure] {
        let first = read.first?.presentation
        var start = ProcedureStart(
            optotypes: try optotypes(), range: result.range,
            seed: result.seed.map { UInt64(clamping: $0) } ?? 0,
            line: first.map { SnellenLine.nearest(to: $0.size) } ?? .largest,
            mostLetters: mostLetters, intervalWidth: result.intervalAsked, hearing: hearing)
        let choice = try choice()
        guard choice == .etdrs else { return [choice.begin(start)] }
        start.chart = result.chart.flatMap { ChartName(named: $0) } ?? .random
        start.line = SnellenLine.all.first { $0.number == first?.line } ?? .largest
        // A file that does not tell the rule does not tell the distances either.
        let rules = result.stopRule.map { [$0] } ?? StopRule.allCases
        let distances = result.stopRule == nil ? [false, true] : [result.oneMetre == true]
        return rules.flatMap { rule in
            distances.map { goesOn in
                start.stopRule = rule
                start.goesOnAtOneMetre = goesOn
                return choice.begin(start)
            }
        }
    }
}

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
