package import Acuity
package import Contrast

/// The setup of a test, for its record; the procedure has its own parameters.
///
/// ```swift
/// TestSetup(eye: .right, chart: .one).title  // "Right eye, at 4 m"
/// ```
package struct TestSetup: Sendable, Equatable {
    /// The eye that is tested.
    package var eye: Eye
    /// The distance from the eye to the letters.
    package var distance: Distance
    /// The chart; nil for a procedure without one.
    package var chart: ChartName?
    /// The seed of a random chart's letters, for repeating the test; nil for a printed
    /// chart.
    package var seed: UInt64?
    /// The procedure by its name; nil for a chart read line by line.
    package var procedure: String?
    /// The optotypes, if they are not the procedure's usual ones; otherwise nil.
    package var optotypes: OptotypeSet?
    /// Whether the screen was measured, so that letters had their true size: false for a terminal;
    /// nil if no screen showed them.
    package var isCalibrated: Bool?
    /// The sizes that could be shown at that distance.
    package var range: SizeRange
    /// The rule that ends a chart; nil for a procedure without one.
    package var stopRule: StopRule?
    /// Whether a chart continues at 1 m if little of it is read at 4 m.
    package var goesOnAtOneMetre: Bool
    /// Whether the answers are typed, not spoken.
    package var areAnswersTyped: Bool
    /// The mishearing that the estimate assumes; nil if unknown.
    package var hearing: HearingTold?
    /// The fitted profile that the answers are heard with; nil for hearing without one.
    package var profile: ProfileInUse?
    /// The limit on the number of letters, for a procedure of any length; nil if it was not set.
    package var mostLetters: Int?
    /// Width of the interval at which the test ends, logMAR; nil if no width ends it.
    package var intervalAsked: Double?
    /// The start of the test, with its time zone (ISO 8601); nil if nobody was tested.
    package var time: String?
    /// The number of the person since the program started, from 1, common to the results of both
    /// eyes; nil if a program tests one eye.
    package var sitting: Int?
    /// The distances measured while the test ran; nil if the distance was typed or said.
    package var viewing: ViewingDistance?
    /// The screen's grey and the contrast of the letters; nil for a test of acuity.
    package var contrast: ContrastSetup?

    /// A profile of `aloud-workbench tune` that answers are heard with.
    package struct ProfileInUse: Sendable, Codable, Equatable {
        /// Its name.
        package var name: String
        /// The time at which it was made, ISO 8601.
        package var made: String
        /// Whether its gain was proven on speakers who were left out.
        package var proven: Bool

        /// Sets each property from the parameter of its name.
        package init(name: String, made: String, proven: Bool) {
            self.name = name
            self.made = made
            self.proven = proven
        }

        /// The profile in words: "profile spanish of 2026-11-26T10:00:00Z, proven".
        package var words: String {
            "profile \(name) of \(made)" + (proven ? ", proven" : ", not proven")
        }
    }

    /// The mishearing that the estimate assumes, for computing it again.
    package struct HearingTold: Sendable, Codable, Equatable {
        /// A share of all letters, the path of a count, or "measured" for Aloud's own.
        package var name: String
        /// The share of letters, 0...1, that are misheard on average.
        package var misheard: Double
        /// The language in which answers were heard, by its folder of grammars; nil for English, and for
        /// typed answers.
        package var language: String?

        /// An assumed hearing.
        package init(name: String, misheard: Double, language: String? = nil) {
            self.name = name
            self.misheard = misheard
            self.language = language
        }
    }

    /// A setup.
    package init(
        eye: Eye, distance: Distance = .fourMetres, chart: ChartName? = nil, seed: UInt64? = nil,
        procedure: String? = nil, optotypes: OptotypeSet? = nil, isCalibrated: Bool? = nil,
        range: SizeRange = .all, stopRule: StopRule? = nil, goesOnAtOneMetre: Bool = false,
        areAnswersTyped: Bool = false
    ) {
        self.eye = eye
        self.distance = distance
        self.chart = chart
        self.seed = seed
        self.procedure = procedure == ProcedureChoice.etdrs.rawValue ? nil : procedure
        self.optotypes = optotypes
        self.isCalibrated = isCalibrated
        self.range = range
        self.stopRule = stopRule
        self.goesOnAtOneMetre = goesOnAtOneMetre
        self.areAnswersTyped = areAnswersTyped
    }

    /// Notes the language in which answers are heard.
    ///
    /// - Parameter language: a code of ISO 639; "en" for English.
    package mutating func hear(_ language: String) {
        hearing?.language = language == "en" ? nil : language
    }

    /// The quantity that the test measures.
    package var quantity: MeasuredQuantity {
        procedure.flatMap { ProcedureChoice(rawValue: $0) }?.quantity ?? .acuity
    }

    /// The procedure of a test of contrast; nil for a test of acuity.
    package var contrastProcedure: ProcedureChoice? {
        let choice = procedure.flatMap { ProcedureChoice(rawValue: $0) }
        return choice?.quantity == .contrast ? choice : nil
    }

    /// The setup in words: "Right eye, chart 1, at 4 m", "Both eyes, random chart of seed 7, at
    /// 4 m".
    package var words: String {
        "\(eyes)\(method.map { ", \($0)" } ?? ""), at \(distance)"
    }

    /// The eye and the distance in words: "Right eye, at 4 m".
    package var title: String { "\(eyes), at \(distance)" }

    /// The procedure by its name: "chart 1", "random chart of seed 7", "adaptive of seed 7"; nil if
    /// unknown.
    package var method: String? {
        let drawn = seed.map { " of seed \($0)" } ?? ""
        switch chart {
        case .random: return "random chart" + drawn
        case .some(let name): return "chart \(name.rawValue)"
        case nil:
            let shown = optotypes.map { " with \($0.rawValue)" } ?? ""
            return procedure.map { "\($0)\(shown)\(drawn)" }
        }
    }

    private var eyes: String {
        switch eye {
        case .right: "Right eye"
        case .left: "Left eye"
        case .both: "Both eyes"
        }
    }
}

/// The end of a test, with its reason.
package enum TestEnd: Sendable, Equatable {
    /// The procedure came to its own end.
    case finished(ProcedureEnd)
    /// The person said "stop".
    case stoppedByPerson
    /// The test was asked to stop from outside: Ctrl-C, or the end of the program.
    case stoppedFromOutside
    /// No more answers came: the recording or the text ended.
    case answersEnded
    /// Answers could no longer be heard; with the reason.
    case failed(String)
    /// The program or the machine stopped in mid-test, or the person left a lane; the record is rebuilt
    /// from the events.
    case interrupted

    /// A name for programs.
    package var name: String {
        switch self {
        case .finished(let end): end.rawValue
        case .stoppedByPerson: "stoppedByPerson"
        case .stoppedFromOutside: "stoppedFromOutside"
        case .answersEnded: "answersEnded"
        case .failed: "failed"
        case .interrupted: "interrupted"
        }
    }

    /// The end of a name for programs; one that is not known counts as `answersEnded`.
    init(named name: String, reason: String?) {
        self =
            switch name {
            case "stoppedByPerson": .stoppedByPerson
            case "stoppedFromOutside": .stoppedFromOutside
            case "failed": .failed(reason ?? "")
            case "interrupted": .interrupted
            default: ProcedureEnd(rawValue: name).map { .finished($0) } ?? .answersEnded
            }
    }

    /// The end in words for a person.
    package var words: String {
        switch self {
        case .finished(.stopRuleMet): "Test complete."
        case .finished(.smallestLineRead): "Test complete: the smallest line was reached."
        case .finished(.largerLettersNeeded):
            "The test stopped because it needed larger letters than can be shown."
        case .finished(.allLettersShown): "Test complete: all letters were shown."
        case .finished(.intervalReached): "Test complete: the estimate is as precise as asked for."
        case .finished(.notUnderstood):
            "The test ended because too many letters were not understood."
        case .stoppedByPerson: "The person stopped the test."
        case .stoppedFromOutside: "The test was stopped."
        case .answersEnded: "The test ended because there were no more answers."
        case .failed(let reason): "The test ended because the answers could not be heard: \(reason)"
        case .interrupted: "The test was interrupted before its end."
        }
    }
}

/// The source of a test's viewing distance, if it was measured while the test ran.
package struct ViewingDistance: Sendable, Equatable, Codable {
    /// The distance from the eye to the letters at each presentation that was answered, in metres.
    package var metres: [Double]
    /// The relative standard deviation of a measured distance.
    package var deviation: Double

    /// Distances in the order of the presentations.
    package init(metres: [Double], deviation: Double) {
        self.metres = metres
        self.deviation = deviation
    }

    /// The distances in words: "by the camera, 38 to 42 cm (± 2 %)".
    package var words: String {
        guard let least = metres.min(), let most = metres.max() else { return "by the camera" }
        let unit = most < 1 ? "cm" : "m"
        func number(_ metres: Double) -> String {
            "\(unit == "cm" ? (metres * 100).rounded() : (metres * 100).rounded() / 100)"
                .replacing(#/\.0$/#, with: "")
        }
        let percent = (deviation * 1_000).rounded() / 10
        return "by the camera, \(number(least)) to \(number(most)) \(unit) (± \(percent) %)"
    }
}
