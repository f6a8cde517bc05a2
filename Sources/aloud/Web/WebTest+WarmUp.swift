internal import Acuity
internal import Dialogue
internal import Exam
internal import Platform
internal import Records
internal import TestPages

extension WebTest {
    /// How much smaller than the largest letter of a line that fits a screen those of a warm-up are,
    /// logMAR: as large as if they stood between bars, which take 3.4 times a letter's height, where a
    /// line takes 1.4 times.
    private static let margin = 0.4

    /// Has the person read the letters of a warm-up, if there is to be one.
    ///
    /// - Parameters:
    ///   - voice: what learns.
    ///   - answers: the same, with what an operator does.
    ///   - stop: ends the test; a click on "Skip" ends the warm-up alone.
    /// - Returns: why nothing can be heard at its end, if so.
    func warmUp(
        _ voice: VoiceAnswers, _ answers: any AnswerSource, _ setup: TestSetup,
        _ optotypes: OptotypeSet, observers: [any TestObserver], until stop: StopRequest
    ) throws -> String? {
        guard isFirst,
            try WarmUpChoice.isWanted(
                arguments, choice, showing: optotypes, usually: sitting != nil)
        else { return nil }
        lane.tell([GuidanceWords.warmUp], under: "Listen", until: stop)
        let margin = try TestPlan.choice(arguments).showsOneByOne ? 0 : Self.margin
        let skip = StopRequest()
        lane.stage.runs(skip, isWarmUp: true)
        defer { lane.stage.runs(stop) }
        var warmUp = WarmUp(
            teaching: voice, answers: answers, of: optotypes,
            size: LogMAR(begin.range.largest.value - margin),
            seed: WarmUpChoice.seed(of: setup),
            display: lane.patientDisplay(at: setup.distance),
            observers: observers, stop: stop, skip: skip)
        try warmUp.run()
        lane.voice?.waitUntilSaid(seconds: WebLane.longestSpeech, unless: stop)
        return warmUp.trouble
    }
}
