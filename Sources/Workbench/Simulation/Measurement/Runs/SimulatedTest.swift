package import Acuity

/// A whole test of a simulated patient by a procedure, letter for letter.
package struct SimulatedTest: Sendable {
    /// One letter of it.
    package struct Trial: Sendable, Equatable {
        /// The size that was shown.
        package var size: LogMAR
        /// The letter that was shown.
        package var shown: Letter
        /// The patient's response.
        package var said: Response
        /// The heard answer.
        package var heard: Answer
        /// The number of the presentation that it was part of, from 0.
        package var presentation: Int

        /// Whether the letter heard differs from the letter said. An unclear answer is not
        /// misheard.
        package var isMisheard: Bool { heard.response != nil && heard.response != said }
        /// Whether it counts as right.
        package var isRight: Bool { heard.isRight(for: shown) }
    }

    /// The procedure after the test.
    package private(set) var procedure: any AcuityProcedure
    /// The letters in the order in which they were shown.
    package private(set) var trials: [Trial] = []
    /// The number of presentations.
    package private(set) var presentations = 0

    /// Tests a patient from the first presentation to the last.
    ///
    /// - Parameters:
    ///   - patient: the observer; it keeps its fatigue for a next test.
    ///   - ear: the recogniser of the answers.
    ///   - longest: the test ends after this many presentations, which reveals a procedure that
    ///     never ends.
    /// - Throws: an error of the procedure; the right number of answers causes none.
    package init(
        of patient: inout SimulatedObserver, by procedure: any AcuityProcedure,
        heardBy ear: inout SimulatedEar, longest: Int = 1000
    ) throws(ProcedureError) {
        self.procedure = procedure
        while presentations < longest, let shown = self.procedure.next {
            let said = patient.read(shown)
            let heard = said.map { ear.hear($0) }
            for place in said.indices {
                trials.append(
                    Trial(
                        size: shown.sizes[place], shown: shown.letters[place], said: said[place],
                        heard: heard[place], presentation: presentations))
            }
            try self.procedure.take(heard)
            presentations += 1
        }
    }
}

/// The length of a test, computed from its presentations and requests for repetition.
///
/// The times are derived from two published means: a printed ETDRS chart takes 56 s and E-ETDRS,
/// letter by letter, 120 s (Laidlaw DA et al. Computerised logMAR visual acuity measurement
/// (COMPlog). Br J Ophthalmol 2008). Without mishearing and with thresholds from 0 to 0.8, this
/// bench counts 9.0 presentations with 45 letters in all for the chart, and 31.6 presentations of
/// one letter for E-ETDRS. The two times solve 9.0 p + 45 l = 56 and 31.6 (p + l) = 120. Asking
/// again takes as long as a presentation of one letter.
package struct TimeModel: Sendable, Equatable {
    /// Seconds for each presentation: it is shown, and the person looks and begins to speak.
    package var presentation: Double
    /// Seconds for each letter named.
    package var letter: Double
    /// Seconds for each letter asked for again.
    package var asking: Double

    /// The times, seconds. The defaults are derived from the paper above.
    package init(presentation: Double = 3.2, letter: Double = 0.6, asking: Double = 3.8) {
        self.presentation = presentation
        self.letter = letter
        self.asking = asking
    }

    /// The duration of a test in seconds.
    package func seconds(presentations: Int, letters: Int, askings: Int) -> Double {
        presentation * Double(presentations) + letter * Double(letters) + asking * Double(askings)
    }
}

/// The record of one simulated test.
package struct RunRecord: Sendable, Equatable {
    /// The true threshold in that test, in logMAR.
    package var threshold: Double
    /// The procedure's own score, in logMAR; nil if it has none.
    package var score: Double?
    /// The estimate that allows for recognition errors, in logMAR.
    package var estimate: Double
    /// The 95 % interval of the estimate, in logMAR. The score has none.
    package var interval: ClosedRange<Double>
    /// Whether the interval is open below: the answers rule out no better acuity.
    package var isOpenBelow = false
    /// Whether the interval is open above: the answers rule out no worse acuity.
    package var isOpenAbove = false
    /// Whether the acuity lies beyond the largest or the smallest letters.
    package var isBeyondSizes: Bool
    /// Whether the result is withheld as unreliable.
    package var isWithheld: Bool
    /// Letters shown.
    package var letters: Int
    /// The number of presentations: a line of five is one.
    package var presentations: Int
    /// Letters that were misheard.
    package var misheard: Int
    /// The number of letters asked for again, each time counted.
    package var askings: Int
    /// Its length by the time model, seconds.
    package var seconds: Double

    /// Whether the interval has an open end.
    package var isOpen: Bool { isOpenBelow || isOpenAbove }

    /// Whether the interval contains the threshold; an open end has no limit.
    package var isHeld: Bool {
        (isOpenBelow || interval.lowerBound <= threshold)
            && (isOpenAbove || threshold <= interval.upperBound)
    }

    /// A figure of the test as a report gives it, in logMAR; nil if the test is withheld, the rule
    /// gave no score, or the interval of the estimate is open.
    ///
    /// - Parameter countingOpen: whether estimates with open intervals count, too.
    package func value(of figure: Figure, countingOpen: Bool = false) -> Double? {
        guard !isWithheld else { return nil }
        return switch figure {
        case .score: score
        case .estimate: isOpen && !countingOpen ? nil : estimate
        }
    }
}

/// Two tests of the same patient.
package struct RunPair: Sendable, Equatable {
    /// The test that came first.
    package var first: RunRecord
    /// The test that came second.
    package var second: RunRecord

    /// The patient's threshold, in logMAR. The threshold of each test may have drifted from it.
    package var threshold: Double

    /// Two tests of the same patient.
    ///
    /// - Parameter threshold: the patient's; nil for that of the first test.
    package init(_ first: RunRecord, _ second: RunRecord, threshold: Double? = nil) {
        self.first = first
        self.second = second
        self.threshold = threshold ?? first.threshold
    }

    /// Both tests, the first one first.
    package var runs: [RunRecord] { [first, second] }
}
