internal import Acuity
internal import Foundation

extension TrialProtocol {
    /// The faults of the protocol, each a sentence that names the member; none for a sound one.
    package var faults: [String] {
        var faults: [String] = []
        func require(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
            if !isTrue { faults.append(fault()) }
        }
        require(
            format == Self.currentFormat,
            "'format' is \(format), and this version of Aloud reads \(Self.currentFormat).")
        require(Self.isName(study), "'study' must have \(Self.nameForm).")
        require((1...10_000).contains(version), "'version' must be 1 or more.")
        require(
            choice != nil,
            "'procedure' must be one of "
                + ProcedureChoice.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        if let choice { checkMeasurement(choice, require) }
        require((0.2...10).contains(distance), "'distance' must be from 0.2 to 10 metres.")
        require(
            (0.001...0.5).contains(distanceTolerance ?? 0.05),
            "'distanceTolerance' must be a share from 0.001 to 0.5.")
        let worn = ["none", "glasses", "contact-lenses", "pinhole"]
        require(
            !corrections.isEmpty && corrections.allSatisfy(worn.contains),
            "'corrections' must name at least one of \(worn.joined(separator: ", ")).")
        require((1...3_650).contains(screenDays ?? 1), "'screenDays' must be from 1 to 3650.")
        require(letterSeed <= Self.largestSeed, "'letterSeed' must be at most 2^53 - 1.")
        checkVisits(require)
        checkArms(require)
        for code in (deviations ?? [:]).keys.sorted() {
            let isLate = TrialDeviation.Code(rawValue: code)?.isFoundBefore == false
            require(
                !isLate || deviations?[code] == .record,
                "'deviations' cannot refuse '\(code)', which is found when the test runs; record it."
            )
            require(
                TrialDeviation.Code(rawValue: code) != nil,
                "'deviations' has '\(code)', which is not a code. The codes are "
                    + TrialDeviation.Code.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        }
        return faults
    }

    private func checkMeasurement(
        _ choice: ProcedureChoice, _ require: (Bool, @autoclosure () -> String) -> Void
    ) {
        let charts = arms.flatMap { $0.charts ?? [] } + [chart].compactMap { $0 }
        let isChart = choice == .etdrs
        require(
            isChart || charts.isEmpty && stopRule == nil && oneMetre == nil,
            "'chart', 'charts', 'stopRule' and 'oneMetre' are for the procedure etdrs.")
        require(
            charts.allSatisfy(Self.charts.contains),
            "A chart must be one of \(Self.charts.joined(separator: ", ")).")
        require(
            optotypes == nil || optotypes == choice.optotypes || choice.showsAny,
            "'optotypes' cannot be shown by the procedure \(choice.rawValue).")
        require(
            letters == nil
                || [.bestPEST, .adaptive, .contrast].contains(choice)
                    && (5...200).contains(letters ?? 5),
            "'letters' is for best-pest, adaptive and contrast, from 5 to 200.")
        require(
            interval == nil || choice == .adaptive && (0.02...1).contains(interval ?? 1),
            "'interval' is for adaptive, from 0.02 to 1 logMAR.")
        require(
            oneMetre != true || distance == 4,
            "'oneMetre' is for a chart that is read at 4 m; set 'distance' to 4.")
    }

    private static let charts = ["random", "1", "2", "R", "by-eye"]

    private func checkVisits(_ require: (Bool, @autoclosure () -> String) -> Void) {
        let names = visits.map(\.name)
        require(
            !names.isEmpty && names.count <= 200 && Set(names).count == names.count
                && names.allSatisfy(Self.isName),
            "'visits' needs at least one visit, each with a name of its own of \(Self.nameForm).")
        require(
            visits.allSatisfy { (0...10_000).contains($0.day ?? 0) },
            "The 'day' of a visit is 0 or more.")
        require(
            visits.allSatisfy { (0...1_000).contains($0.window ?? 0) },
            "The 'window' of a visit is from 0 to 1000 days.")
    }

    private func checkArms(_ require: (Bool, @autoclosure () -> String) -> Void) {
        let names = arms.map(\.name)
        require(
            !arms.isEmpty && arms.count <= 50 && Set(names).count == names.count
                && names.allSatisfy(Self.isName),
            "'arms' needs at least one arm, each with a name of its own of \(Self.nameForm).")
        require(
            arms.allSatisfy { !$0.eyes.isEmpty && Set($0.eyes).count == $0.eyes.count },
            "Each arm needs its 'eyes', each eye once.")
        require(
            arms.allSatisfy { ($0.charts?.count ?? $0.eyes.count) == $0.eyes.count },
            "The 'charts' of an arm have one for each eye.")
        guard let draw = randomisation else {
            return require(arms.count <= 1, "With more than one arm, 'randomisation' is needed.")
        }
        require(draw.seed <= Self.largestSeed, "The 'seed' must be at most 2^53 - 1.")
        require(
            (1...200).contains(draw.block) && !arms.isEmpty
                && draw.block.isMultiple(of: max(1, arms.count)),
            "The 'block' of the randomisation must be a multiple of the number of arms, at most 200."
        )
        let strata = draw.strata ?? [:]
        require(
            strata.allSatisfy { name, values in
                Self.isName(name) && !values.isEmpty && Set(values).count == values.count
                    && values.allSatisfy(Self.isName)
            }, "Each of the 'strata' needs a name and its values, each of \(Self.nameForm).")
    }

    private static let nameForm = "1 to 40 letters, digits, spaces or any of . _ - /"

    /// Whether a text is a plain name: it is used in file names, in XML and in the audit trail.
    package static func isName(_ text: String) -> Bool {
        (1...40).contains(text.count) && !text.contains("  ") && text.first != " "
            && text.last != " "
            && text.utf8.allSatisfy { byte in
                let character = Character(UnicodeScalar(byte))
                return character.isASCII
                    && (character.isLetter || character.isNumber || " ._-/".contains(character))
            }
    }
}
