public import Acuity

/// A whole test of a simulated patient by a procedure, letter for letter.
public struct SimulatedTest: Sendable {
    /// One letter of it.
    public struct Trial: Sendable, Equatable {
        /// The size that was shown.
        public var size: LogMAR
        /// The letter that was shown.
        public var shown: Letter
        /// The patient's response.
        public var said: Response
        /// The heard answer.
        public var heard: Answer
        /// The number of the presentation that it was part of, from 0.
        public var presentation: Int

        /// Whether the letter heard differs from the letter said. An unclear answer is not
        /// misheard.
        public var isMisheard: Bool { heard.response != nil && heard.response != said }
        /// Whether it counts as right.
        public var isRight: Bool { heard.isRight(for: shown) }
    }

    /// The procedure after the test.
    public private(set) var procedure: any AcuityProcedure
    /// The letters in the order in which they were shown.
    public private(set) var trials: [Trial] = []
    /// The number of presentations.
    public private(set) var presentations = 0

    /// Tests a patient from the first presentation to the last.
    ///
    /// - Parameters:
    ///   - patient: the observer; it keeps its fatigue for a next test.
    ///   - ear: the recogniser of the answers.
    ///   - longest: more presentations than this end the test, which reveals a procedure that never
    ///     ends.
    /// - Throws: an error of the procedure; the right number of answers causes none.
    public init(
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
