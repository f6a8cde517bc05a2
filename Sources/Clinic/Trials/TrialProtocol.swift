package import Acuity

/// The rules of a trial: everything about a test that a site may not choose.
///
/// Its JSON has the names of the properties. Optional ones may be left out; any other name is refused.
package struct TrialProtocol: Sendable, Equatable, Codable {
    /// The format that this version reads and writes.
    package static let currentFormat = 1

    /// The format of the file.
    package var format = currentFormat
    /// The identifier of the study, such as "XYZ-301".
    package var study: String
    /// The version, from 1; tests keep the version that they were done under.
    package var version: Int
    /// The procedure by its name on the command line.
    package var procedure: String
    /// The optotypes; nil for the usual ones of the procedure.
    package var optotypes: OptotypeSet?
    /// The chart of "etdrs": random, 1, 2, R or by-eye; nil for random.
    package var chart: String?
    /// The rule that ends a chart; nil for "none-right".
    package var stopRule: StopRule?
    /// Whether a chart continues at 1 m if little of it is read at 4 m; nil for no.
    package var oneMetre: Bool?
    /// The limit on the number of letters; nil for that of the procedure.
    package var letters: Int?
    /// The width of the 95 % interval that ends the adaptive test, logMAR; nil for no such end.
    package var interval: Double?
    /// The distance from the eye to the letters, metres.
    package var distance: Double
    /// The tolerance of a measured distance, as a share of it, 0...1; nil for 0.05.
    package var distanceTolerance: Double?
    /// The corrections that the tested eye may wear, by their names in the records.
    package var corrections: [String]
    /// Maximum age of the measurement of the screen, days; nil if a screen need not be measured.
    package var screenDays: Int?
    /// The versions of the program that may be used; nil for any.
    package var software: [String]?
    /// The digests of the network of the ear that may be used, as `aloud trial versions` prints them;
    /// nil for any.
    package var ears: [String]?
    /// The digests of the allowed grammars, as above; nil for any.
    package var grammars: [String]?
    /// The visits, in order.
    package var visits: [Visit]
    /// The orders of eyes and charts. If there are several, each subject gets one at random.
    package var arms: [Arm]
    /// The draw of the arms; needed with more than one arm.
    package var randomisation: Randomisation?
    /// Whether nobody at the site sees a score.
    package var masked: Bool
    /// The seed of the letters of random charts and of single letters; 0 to 2^53 - 1.
    package var letterSeed: UInt64
    /// The certificates that a test needs. Without one, `deviations` decides whether it may begin.
    package var certificates: [TrialCertificate.Kind]?
    /// The treatment of each deviation. One that is not named is refused if it is found before a
    /// test, and recorded if it is found later.
    package var deviations: [String: Handling]?

    /// A visit.
    package struct Visit: Sendable, Equatable, Codable {
        /// Its name, such as "WEEK4".
        package var name: String
        /// The day after the first test of the subject, from 0; nil for a visit at any time.
        package var day: Int?
        /// The days before and after that day on which the visit is in time; nil for 0.
        package var window: Int?

        /// Sets each property from the parameter of its name.
        package init(name: String, day: Int? = nil, window: Int? = nil) {
            self.name = name
            self.day = day
            self.window = window
        }
    }

    /// An order of eyes, with their charts.
    package struct Arm: Sendable, Equatable, Codable {
        /// Its name, such as "right first".
        package var name: String
        /// The eyes of a visit, in their order.
        package var eyes: [Eye]
        /// The chart of each eye; nil for that of the protocol.
        package var charts: [String]?

        /// Sets each property from the parameter of its name.
        package init(name: String, eyes: [Eye], charts: [String]? = nil) {
            self.name = name
            self.eyes = eyes
            self.charts = charts
        }
    }

    /// The draw of the arms by permuted blocks.
    package struct Randomisation: Sendable, Equatable, Codable {
        /// The seed; 0 to 2^53 - 1.
        package var seed: UInt64
        /// Number of subjects in a block, a multiple of the number of arms.
        package var block: Int
        /// The values of each stratum by its name; nil for a draw without strata.
        package var strata: [String: [String]]?

        /// Sets each property from the parameter of its name.
        package init(seed: UInt64, block: Int, strata: [String: [String]]? = nil) {
            self.seed = seed
            self.block = block
            self.strata = strata
        }
    }

    /// The treatment of a deviation.
    package enum Handling: String, Sendable, Codable {
        /// The test does not begin.
        case refuse
        /// The test is kept with the deviation, which needs a reason.
        case record
    }

    /// The largest whole number that every JSON reader keeps: 2^53 - 1 (RFC 8259, section 6).
    static let largestSeed: UInt64 = 0x1F_FFFF_FFFF_FFFF

    /// The procedure; nil for a name that is not known.
    package var choice: ProcedureChoice? { ProcedureChoice(rawValue: procedure) }

    /// The treatment of a deviation.
    package func handling(of code: TrialDeviation.Code) -> Handling {
        deviations?[code.rawValue] ?? (code.isFoundBefore ? .refuse : .record)
    }

    /// The name and the version: "XYZ-301, version 2".
    package var title: String { "\(study), version \(version)" }

    /// A protocol to edit: E-ETDRS at 3 m, three visits, two orders of eyes, masked.
    ///
    /// - Parameters:
    ///   - seed: the seed of the letters, and of the draw.
    ///   - software: the version of the program.
    package static func template(
        of study: String, seed: UInt64, software: String
    ) -> TrialProtocol {
        TrialProtocol(
            study: study, version: 1, procedure: ProcedureChoice.eETDRS.rawValue, distance: 3,
            distanceTolerance: 0.05, corrections: ["glasses"], screenDays: 90,
            software: [software],
            visits: [
                Visit(name: "BASELINE", day: 0), Visit(name: "WEEK4", day: 28, window: 3),
                Visit(name: "WEEK12", day: 84, window: 7),
            ],
            arms: [
                Arm(name: "right first", eyes: [.right, .left]),
                Arm(name: "left first", eyes: [.left, .right]),
            ], randomisation: Randomisation(seed: seed, block: 4), masked: true, letterSeed: seed,
            certificates: [.examiner, .room, .screen],
            deviations: [TrialDeviation.Code.visitOutsideWindow.rawValue: .record])
    }
}
