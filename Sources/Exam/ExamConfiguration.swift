package import Acuity
package import Audio
package import CommandLineKit
package import Contrast
package import Foundation
package import HTTP
internal import Platform
package import Recognition
internal import Records
package import TestPages

/// The settings of an exam, as typed values. An exam is one test in a terminal or a browser, or a
/// series of people in front of a screen.
package struct ExamConfiguration: Sendable {
    /// The measurement.
    package var measurement: MeasurementConfiguration
    /// The source of the answers.
    package var answers: AnswerChoice
    /// The folder of grammars, phrases and measured hearing.
    package var grammars: ResourceFolder
    /// The assumed recognition errors; nil for the measured ones, or for none if the answers are
    /// typed.
    package var assumedHearing: AssumedErrorRate?
    /// Whether a test begins with a warm-up.
    package var warmsUp: Bool
    /// Whether each line is followed by the positions of its right letters.
    package var showsRightAndWrong: Bool
    /// The trial that it is conducted for; nil outside of trials.
    package var trial: TrialConduct?

    /// Sets each property from the parameter of its name.
    package init(
        measurement: MeasurementConfiguration, answers: AnswerChoice, grammars: ResourceFolder,
        assumedHearing: AssumedErrorRate? = nil, warmsUp: Bool = false,
        showsRightAndWrong: Bool = false
    ) {
        self.measurement = measurement
        self.answers = answers
        self.grammars = grammars
        self.assumedHearing = assumedHearing
        self.warmsUp = warmsUp
        self.showsRightAndWrong = showsRightAndWrong
    }

    /// Whether the person can choose by voice the line that the test starts at. A chart that
    /// continues at 1 m starts where its rule says.
    package var canChooseStart: Bool {
        !answers.areTyped && !measurement.goesOnAtOneMetre && measurement.procedure.hasStart
    }

    /// The choices that the sheet before a test offers.
    ///
    /// - Parameters:
    ///   - isShared: whether each person sets up their own test there.
    ///   - choosesStart: whether the start is chosen by voice unless the person declines.
    package func offers(isShared: Bool, choosesStart: Bool) -> StartFormOptions {
        let optotypes = measurement.optotypes
        let isTrial = trial != nil
        let isOneMetre = measurement.goesOnAtOneMetre || isTrial
        // Faint letters have no crowding bars.
        let measuresContrast = measurement.procedure.quantity == .contrast
        return StartFormOptions(
            hearsDistance: isShared && answers.isMicrophone && !isOneMetre,
            isDistanceFixed: isOneMetre,
            isDistanceAsked: isShared && !measurement.isDistanceGiven
                && measurement.procedure.usualDistance == .fourMetres,
            choosesStart: !isTrial && canChooseStart && (isShared || choosesStart)
                ? choosesStart : nil,
            asksDirections: optotypes.areDirections,
            areRings: optotypes.areDirections && optotypes != .tumblingE,
            asksDiagonals: optotypes.areDiagonals,
            areAlone: measurement.procedure.showsOneByOne && !measuresContrast,
            measuresContrast: measuresContrast,
            offersContrast: isShared && !measuresContrast && !isOneMetre
                && optotypes == .sloan, keys: optotypes.choices.count)
    }

    /// The plan of a test of this configuration.
    ///
    /// - Parameters:
    ///   - range: the sizes that can be shown.
    ///   - grey: the grey of the screen; a test of contrast needs it.
    ///   - note: called with a sentence about letters without counts in a file of confusion counts.
    /// - Throws: `GreysNotMeasured`, `RecognitionErrorFileError`, or `UnreadableResource` for Aloud's
    ///   own file of hearing.
    package func plan(
        range: SizeRange = .all, grey: ScreenGrey? = nil, note: (String) -> Void = { _ in }
    ) throws -> TestPlan {
        if measurement.procedure.quantity == .contrast, grey == nil { throw GreysNotMeasured() }
        let hearing = try hearingModel(note: note)
        var generator = SystemRandomNumberGenerator()
        var plan = TestPlan(
            measurement, hearing: hearing.model, range: range, grey: grey, using: &generator)
        plan.setup.areAnswersTyped = answers.areTyped
        plan.setup.hearing = hearing.told
        if case .voice(_, let hearing) = answers { plan.setup.profile = hearing.profileInUse }
        return plan
    }
}

/// An error: a test of contrast needs a screen whose greys were measured.
package struct GreysNotMeasured: Error, Equatable, CustomStringConvertible {
    package var description: String {
        "The greys of this screen are not measured, or the measurement is older than 90 days. Open"
            + " \"Measure the greys\" in the set-up, then begin the test again."
    }

    /// An error.
    package init() {}
}

/// An error: the page cannot show faint letters with their true contrast.
package struct FaintLettersUntrue: Error, Equatable, CustomStringConvertible {
    package var description: String {
        "Faint letters need a page at 100 % zoom, on a screen with a whole number of pixels per unit."
            + " Set the zoom of the browser to 100 % and the scale of the display to 100 % or 200 %,"
            + " then begin again."
    }

    /// An error.
    package init() {}
}

/// The pages of an exam in a browser, and the voice that guides the person.
package struct LaneConfiguration: Sendable {
    /// The address and limits of the server.
    package var server: ServerSettings
    /// Whether there is a page for an operator.
    package var hasOperator: Bool
    /// Whether the start is chosen by voice unless the person declines.
    package var choosesStart: Bool
    /// The voice that guides the person; nil for none.
    package var guide: Guide?
    /// The file of the measured screens; nil to keep them only while the program runs.
    package var screens: URL?
    /// The program and its version, for the result; nil to leave it out.
    package var program: String?
    /// The authority of this machine that signed the certificate of the server; nil without one.
    package var authority: LaneAuthority?
    /// The notation of acuity on the pages.
    package var notation: PageNotation
    /// A text as a QR code, the rows from the top; nil if it is too long for a code.
    package var codePicture: @Sendable (_ text: String) -> [[Bool]]?

    /// A voice and the loudspeaker that it is heard from.
    package struct Guide: Sendable {
        /// The voice.
        package var voice: any Speaking
        /// The loudspeaker by its ALSA name; nil for the system's default.
        package var loudspeaker: String?
        /// Its rate and volume.
        package var settings: GuideVoice.Settings
        /// The voice of another language, as a code of ISO 639; nil if there is none.
        package var voiceOf: @Sendable (_ language: String) -> (any Speaking)?

        /// Sets each property from the parameter of its name.
        package init(
            voice: any Speaking, loudspeaker: String?, settings: GuideVoice.Settings,
            voiceOf: @escaping @Sendable (_ language: String) -> (any Speaking)? = { _ in nil }
        ) {
            self.voice = voice
            self.loudspeaker = loudspeaker
            self.settings = settings
            self.voiceOf = voiceOf
        }
    }

    /// Sets each property from the parameter of its name.
    package init(
        server: ServerSettings, hasOperator: Bool, choosesStart: Bool, guide: Guide?,
        screens: URL? = nil, program: String? = nil, authority: LaneAuthority? = nil,
        notation: PageNotation = .automatic,
        codePicture: @escaping @Sendable (_ text: String) -> [[Bool]]? = { _ in nil }
    ) {
        self.codePicture = codePicture
        self.authority = authority
        self.notation = notation
        self.server = server
        self.hasOperator = hasOperator
        self.choosesStart = choosesStart
        self.guide = guide
        self.screens = screens
        self.program = program
    }
}

/// The source of a test's answers.
package enum AnswerChoice: Sendable {
    /// Spoken answers: the source of the sound, and the configuration of the recogniser.
    case voice(SoundChoice, HearingConfiguration)
    /// Lines of text in a file, or on standard input where the path is "-".
    case text(String)

    /// Whether the answers are lines of text.
    package var areTyped: Bool {
        if case .text = self { true } else { false }
    }

    /// Whether the answers are spoken into a microphone.
    package var isMicrophone: Bool {
        switch self {
        case .voice(.microphone, _), .voice(.page, _): true
        case .voice(.recording, _), .text: false
        }
    }

    /// Whether the answers are spoken into the microphone of the page.
    package var areFromPage: Bool {
        if case .voice(.page, _) = self { true } else { false }
    }

    /// Whether the answers are a recording with an end. Sound from a pipe is not, because somebody
    /// may be speaking it at this moment.
    package var hasEnd: Bool {
        guard case .voice(.recording(let path, _), _) = self else { return false }
        return path != "-" && !StreamPath.isOne(path)
    }

    /// Whether unread answers are buffered (typed, recorded) rather than lost (live).
    package var areBuffered: Bool {
        switch self {
        case .voice(.microphone, _), .voice(.page, _), .voice(.recording("-", _), _): false
        case .voice, .text: true
        }
    }

    /// The advice if a recording continues after the end of its test.
    package static let adviceOnLeftOver =
        "The recording continues after the end of the test, so it holds another test or several."
        + " '--input' takes the recording of one test, with the replies to what Aloud asked again."
        + " Use 'aloud transcribe' to hear any other recording."

    /// The advice if the answers ended before the test did.
    package var adviceAfterEnd: String {
        switch self {
        case .voice(.microphone, _):
            "The microphone gave no more sound before the test ended. Check it with 'aloud"
                + " devices' and test again."
        case .voice(.page, _):
            "The page's microphone gave no more sound before the test ended. Allow the microphone"
                + " in the browser and test again."
        case .voice(.recording, _):
            "The recording ended before the test did. Record a whole test, or end it with"
                + " \"stop\"."
        case .text:
            "The answers ended before the test did. Give a line of text for each line shown and"
                + " for each question, or end the test with \"stop\"."
        }
    }
}

/// The source of the sound of spoken answers.
package enum SoundChoice: Sendable, Equatable {
    /// A microphone by its ALSA name; nil for the system's default. The channel is a number from 1,
    /// or nil for the mean of all channels.
    case microphone(device: String?, channel: Int?)
    /// The microphone of the device that shows the page.
    case page
    /// A recording, or raw sound on standard input where the path is "-"; its channel as above.
    case recording(path: String, channel: Int?)
}
