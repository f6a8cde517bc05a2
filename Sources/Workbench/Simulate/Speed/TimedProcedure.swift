internal import Acuity

/// A procedure whose choices are timed.
struct TimedProcedure: AcuityProcedure {
    private var procedure: any AcuityProcedure
    private let times: ChoiceTimes

    init(_ procedure: any AcuityProcedure, _ times: ChoiceTimes) {
        self.procedure = procedure
        self.times = times
    }

    var next: Presentation? { procedure.next }

    var read: [AnsweredPresentation] { procedure.read }

    var optotypes: OptotypeSet { procedure.optotypes }

    var prior: SightPrior { procedure.prior }

    var sizes: ClosedRange<LogMAR> { procedure.sizes }

    var score: AcuityScore { procedure.score }

    mutating func take(_ answers: [Answer]) throws(ProcedureError) {
        let start = ContinuousClock.now
        try procedure.take(answers)
        times.add(ContinuousClock.now - start)
    }
}
