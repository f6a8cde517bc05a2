package import Acuity
package import Audio
package import CommandLineKit
package import Recognition
internal import Records
package import TestPages

/// Everything that an exam is set to, as typed values: one test in a terminal or a browser, or one
/// person after the other before a screen.
package struct ExamConfiguration: Sendable {
    /// The measurement.
    package var measurement: MeasurementConfiguration
    /// The source of the answers.
    package var answers: AnswerChoice
    /// The folder of grammars, phrases and measured hearing.
    package var grammars: ResourceFolder
    /// How often letters are taken to be misheard; nil for what was measured, or for never where the
    /// answers are typed.
    package var assumedHearing: AssumedHearing?
    /// Whether a test begins with a warm-up.
    package var warmsUp: Bool
    /// Whether each line is followed by which of its letters were right.
    package var showsRightAndWrong: Bool

    /// The parameters as the properties of their names.
    package init(
        measurement: MeasurementConfiguration, answers: AnswerChoice, grammars: ResourceFolder,
        assumedHearing: AssumedHearing? = nil, warmsUp: Bool = false,
        showsRightAndWrong: Bool = false
    ) {
        self.measurement = measurement
        self.answers = answers
        self.grammars = grammars
        self.assumedHearing = assumedHearing
        self.warmsUp = warmsUp
        self.showsRightAndWrong = showsRightAndWrong
    }

    /// Whether the person can choose by voice the line that the test starts at. A chart that goes on
    /// at 1 m has its start from its rule.
    package var canChooseStart: Bool {
        !answers.areTyped && !measurement.goesOnAtOneMetre && measurement.procedure.hasStart
    }

    /// The choices that the sheet before a test offers.
    ///
    /// - Parameters:
    ///   - isShared: whether each person sets up their own test there.
    ///   - choosesStart: whether the start is chosen by voice unless the person declines.
    package func offers(isShared: Bool, choosesStart: Bool) -> SheetOffers {
        let optotypes = measurement.optotypes
        let isOneMetre = measurement.goesOnAtOneMetre
        return SheetOffers(
            hearsDistance: isShared && answers.isMicrophone && !isOneMetre,
            isDistanceFixed: isOneMetre,
            choosesStart: canChooseStart && (isShared || choosesStart) ? choosesStart : nil,
            asksDirections: optotypes.areDirections,
            areRings: optotypes.areDirections && optotypes != .tumblingE,
            asksDiagonals: optotypes.areDiagonals,
            areAlone: measurement.procedure.showsOneByOne)
    }

    /// The plan of a test of this configuration.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - note: called with a sentence about letters that a file of hearing does not count.
    /// - Throws: `HearingFileError`, or `UnreadableResource` for Aloud's own file of hearing.
    package func plan(
        range: SizeRange = .all, note: (String) -> Void = { _ in }
    ) throws -> TestPlan {
        let hearing = try hearingModel(note: note)
        var generator = SystemRandomNumberGenerator()
        var plan = TestPlan(
            measurement, hearing: hearing.model, range: range, using: &generator)
        plan.setup.areAnswersTyped = answers.areTyped
        plan.setup.hearing = hearing.told
        return plan
    }
}

/// The pages of an exam in a browser, and the voice that guides the person.
package struct LaneConfiguration: Sendable {
    /// Where the server listens.
    package var server: ServerSettings
    /// Whether there is a page for an operator.
    package var hasOperator: Bool
    /// Whether the start is chosen by voice unless the person declines.
    package var choosesStart: Bool
    /// The voice that guides the person; nil for none.
    package var guide: Guide?

    /// A voice and the loudspeaker that it is heard from.
    package struct Guide: Sendable {
        /// The voice.
        package var voice: any Speaking
        /// The loudspeaker by its ALSA name; nil for the system's default.
        package var loudspeaker: String?
        /// Its rate and volume.
        package var settings: GuideVoice.Settings

        /// The parameters as the properties of their names.
        package init(
            voice: any Speaking, loudspeaker: String?, settings: GuideVoice.Settings
        ) {
            self.voice = voice
            self.loudspeaker = loudspeaker
            self.settings = settings
        }
    }

    /// The parameters as the properties of their names.
    package init(
        server: ServerSettings, hasOperator: Bool, choosesStart: Bool, guide: Guide?
    ) {
        self.server = server
        self.hasOperator = hasOperator
        self.choosesStart = choosesStart
        self.guide = guide
    }
}
