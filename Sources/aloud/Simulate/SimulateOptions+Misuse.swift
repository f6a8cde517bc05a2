internal import Acuity
internal import CommandLineKit
internal import Recognition
internal import Workbench

extension SimulateOptions {
    /// - Throws: `Misuse` where an option of a simulation is given that says nothing to what is asked
    ///   for.
    static func check(_ arguments: ParsedArguments) throws {
        guard !arguments.wasGiven(AssumedHearing.option) else {
            throw Misuse(
                "'--\(AssumedHearing.option.name)' is for '--replay' alone; how simulated patients"
                    + " are heard is said by '--\(misheard.name)' or '--\(confusions.name)'.")
        }
        if try arguments[believed] {
            try refuse([thresholds, sigma, lapse], beside: believed.name, arguments)
        }
        let chosen = try arguments[procedures]
        if arguments.wasGiven(letters), !chosen.contains(where: \.showsAnyNumber) {
            throw Misuse(
                "'--\(letters.name)' is for adaptive and adaptive-single; leave it out, or add one of"
                    + " them to '--\(procedures.name)'.")
        }
        let wished = try arguments[optotype]
        let showing = chosen.flatMap { $0.benchProcedures(letters: [5], showing: wished) }
        guard !arguments.wasGiven(optotype) || showing.contains(where: { $0.optotypes == wished })
        else {
            throw Misuse(
                "'--\(optotype.name) \(wished.rawValue)' is shown by none of these procedures; add"
                    + " near, best-pest or adaptive to '--\(procedures.name)', or leave it out.")
        }
    }

    /// - Throws: `Misuse` where one of these options is given.
    static func refuse(
        _ options: [any OptionDeclaration], beside other: String, _ arguments: ParsedArguments
    ) throws {
        for option in options where arguments.wasGiven(option.name) {
            throw Misuse("'--\(option.name)' says nothing to '--\(other)'; leave it out.")
        }
    }
}
