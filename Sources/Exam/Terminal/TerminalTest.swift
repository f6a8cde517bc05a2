internal import CommandLineKit
package import Dialogue
package import Records

/// A test that shows its letters in a terminal, as words.
package struct TerminalTest {
    private let room: ExamRoom
    private let observers: [any TestObserver]
    /// Why the test is not all in the records; nil if it is.
    package private(set) var notKept: TestNotKept?

    /// - Parameters:
    ///   - room: the exam.
    ///   - observers: follow the test.
    package init(in room: ExamRoom, observers: [any TestObserver]) {
        self.room = room
        self.observers = observers + [LostSoundWarning(in: room.console)]
    }

    /// Runs the test to its report.
    ///
    /// - Throws: why answers cannot be heard.
    package mutating func run(_ plan: TestPlan) throws -> TestRecord {
        let (configuration, console) = (room.configuration, room.console)
        var setup = plan.setup
        // A terminal shows letters of one size.
        setup.isCalibrated = false
        let source = try room.answers(until: console.stop)
        let keeper = try room.keeper(of: setup)
        defer { keeper?.end() }
        let observers = (keeper.map { [$0] } ?? []) + self.observers
        if let keeper, let voice = source as? VoiceAnswers {
            voice.isKept(by: keeper)
        }
        let display = PlainDisplay(to: console.messages, distance: setup.distance)
        var trouble: String?
        if configuration.warmsUp, let voice = source as? VoiceAnswers {
            console.say(GuidanceWords.warmUp)
            var warmUp = WarmUp(
                teaching: voice, of: configuration.measurement.optotypes, size: WarmUp.usualSize,
                seed: setup.warmUpSeed, display: display, observers: observers,
                stop: console.stop)
            try warmUp.run()
            trouble = warmUp.trouble
        }
        setup.time = console.time
        var conductor = TestConductor(
            setup: setup, procedure: plan.procedure, hearing: plan.hearing, source: source,
            display: display, observers: observers,
            settings: ConductSettings(
                showsRightAndWrong: configuration.showsRightAndWrong,
                hearsRest: configuration.answers.hasEnd),
            stop: console.stop, trouble: trouble)
        let report = try conductor.run()
        notKept = keeper?.failure.map { TestNotKept(reason: $0) }
        return report
    }
}

extension TestSetup {
    /// The seed of the order of a warm-up's letters: that of the test if it has one.
    var warmUpSeed: UInt64 { seed ?? UInt64.random(in: 0..<1_000_000) }
}
