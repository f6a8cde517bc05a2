internal import Acuity
internal import Foundation
internal import Platform
internal import Records

/// An exported result of FrACT10: names and values in turn, separated by tabs (Bach M,
/// `FractController.j` and `Globals.j` of FrACT10, export formats 4 to 6).
struct FrACTLine {
    /// The test, without an identifier of the person.
    let test: StoredTest
    /// The identifier that was entered in FrACT10; nil if none was entered.
    let person: String?

    /// Whether a line is of FrACT10, readable or not.
    static func isOne(_ line: String) -> Bool {
        line.contains("\t") && line.contains("vsFrACT\t")
    }

    /// Reads a line.
    ///
    /// - Throws: `FrACTFault`.
    init(_ line: String) throws(FrACTFault) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        var values: [String: String] = [:]
        for index in stride(from: 0, to: fields.count - 1, by: 2) {
            if values[fields[index]] == nil { values[fields[index]] = fields[index + 1] }
        }
        func value(_ names: String...) -> String? {
            names.compactMap { values[$0] }.first.flatMap { $0.isEmpty ? nil : $0 }
        }
        func number(_ names: String...) -> Double? {
            names.compactMap { values[$0] }.first.flatMap {
                Double($0.replacing(values["decimalMark"] ?? ".", with: "."))
            }.flatMap { $0.isFinite ? $0 : nil }
        }
        let name = value("testName", "test")
        guard let name, let optotypes = Self.optotypes[name] else { throw .notAcuity }
        guard let eye = value("eyeCondition").flatMap({ Self.eyes[$0] }) else { throw .noEye }
        guard let metres = number("distanceInCm").map({ $0 / 100 }),
            let distance = try? Distance(metres: metres)
        else { throw .noDistance }
        guard let shown = number("resultValue", "value"),
            let logMAR = Self.logMAR(shown, in: value("resultUnit", "unit1"))
        else { throw .noValue }
        guard
            let began = Self.time(value("dateOfRunStart", "date"), value("timeOfRunStart", "time"))
        else { throw .noTime }
        var setup = TestSetup(eye: eye, distance: distance, procedure: "FrACT10")
        setup.optotypes = optotypes
        setup.time = began.description
        // An impossible number counts as left out: the acuity does not depend on it.
        let letters = number("nTrials").flatMap { Self.trials.contains($0) ? Int($0) : nil } ?? 0
        let half = number("halfCI95").flatMap { Self.halfWidths.contains($0) ? $0 : nil }
        let limit = value("rangeLimitStatus") ?? ""
        // FrACT's floor is its smallest optotype, its ceiling the largest.
        let isFloor = limit == "atFloor"
        let isCeiling = limit == "atCeiling"
        let size = LogMAR(logMAR)
        let score = AcuityScore(
            logMAR: isFloor || isCeiling ? nil : size, lettersRight: 0, lettersCredited: 0,
            lines: [],
            end: .allLettersShown,
            remarks: isFloor ? [.beyondSmallestLine] : isCeiling ? [.beyondLargestLine] : [])
        var estimate: AcuityEstimate?
        if half != nil || isFloor || isCeiling {
            estimate = AcuityEstimate(
                logMAR: size, median: size,
                interval95: LogMAR(logMAR - (half ?? 0))...LogMAR(logMAR + (half ?? 0)),
                letters: letters, isOpenBelow: isFloor, isOpenAbove: isCeiling)
        }
        var circumstances = Circumstances(correction: nil, distanceSource: .entered)
        circumstances.software = "FrACT10 \(value("vsFrACT") ?? "of unknown version")"
        circumstances.note = "\(letters) trials\(limit.isEmpty ? "" : ", \(limit)")"
        let id = RecordID(at: began)
        test = StoredTest(
            id: id, person: nil, sitting: id, state: .finished, began: began, ended: began,
            circumstances: circumstances,
            record: TestRecord(
                setup: setup, score: score, lettersAskedAgain: 0, duration: .zero,
                end: .finished(.allLettersShown), estimate: estimate))
        person = value("ID").flatMap { $0 == "-" ? nil : $0 }
    }

    private static let eyes: [String: Eye] = ["OD": .right, "OS": .left, "OU": .both]

    private static let optotypes: [String: OptotypeSet] = [
        "Acuity_Letters": .sloan, "Acuity_LandoltC": .landolt8, "Acuity_TumblingE": .tumblingE,
    ]

    private static func logMAR(_ value: Double, in unit: String?) -> Double? {
        let logMAR: Double? =
            switch unit?.lowercased() {
            case "logmar": value
            case "decva", "decimal": value > 0 ? -Foundation.log10(value) : nil
            default: nil
            }
        return logMAR.flatMap { (-3...4).contains($0) ? $0 : nil }
    }

    /// Possible numbers of trials. Chosen: far more than a test has.
    private static let trials = 0.0...10_000
    /// Possible halves of an interval, logMAR: up to the largest acuity that is read.
    private static let halfWidths = 0.0...4

    /// A day and a time of the clock of this machine: FrACT10 writes no time zone.
    private static func time(_ day: String?, _ time: String?) -> Moment? {
        guard let day, let time else { return nil }
        let clock = "\(day)T\(time.replacing("-", with: ":"))"
        guard let utc = Moment(clock + "Z") else { return nil }
        func offset(_ milliseconds: Int64) -> Int64 {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
            return Int64(TimeZone.current.secondsFromGMT(for: date)) * 1_000
        }
        // The offset of that local time, not of the same time in UTC: a clock change may lie
        // between the two.
        let guess = utc.milliseconds - offset(utc.milliseconds)
        let milliseconds = utc.milliseconds - offset(guess)
        return Moment(
            milliseconds: milliseconds, offsetMinutes: Int(offset(milliseconds) / 60_000))
    }
}

/// The lines of single trials, which FrACT10 writes after a result if it exports the full history:
/// a heading, then one line for each trial (`FractController.j`).
struct FrACTTrials {
    private var isInTrials = false

    /// Takes the next line.
    ///
    /// - Returns: whether it is a trial or the heading of trials, which Aloud passes over.
    mutating func take(_ line: String) -> Bool {
        guard line.utf8.contains(UInt8(ascii: "\t")) else {
            isInTrials = false
            return false
        }
        let fields = line.trimming(\.isNewline).split(
            separator: "\t", omittingEmptySubsequences: false)
        if fields.count > 2, fields[0].trimming(\.isWhitespace) == "trial",
            fields[1].trimming(\.isWhitespace) == "value"
        {
            isInTrials = true
            return true
        }
        if isInTrials, fields.count > 2, Int(fields[0].trimming(\.isWhitespace)) != nil {
            return true
        }
        isInTrials = false
        return false
    }
}

/// The reason that a result of FrACT10 cannot be imported.
package enum FrACTFault: Error, CustomStringConvertible {
    case notAcuity, noEye, noDistance, noValue, noTime

    /// The reason and the way out.
    package var description: String {
        switch self {
        case .notAcuity:
            "This FrACT10 result has no acuity of letters, Landolt rings or the tumbling E. Leave"
                + " its line out."
        case .noEye:
            "This result of FrACT10 names no eye. Add 'eyeCondition', a tab and OD, OS or OU to the"
                + " line."
        case .noDistance: "This result of FrACT10 has no distance from 10 cm to 20 m."
        case .noValue: "This result of FrACT10 has no acuity in logMAR or as a decimal."
        case .noTime: "This result of FrACT10 has no date and time."
        }
    }
}
