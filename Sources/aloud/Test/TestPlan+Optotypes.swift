internal import Acuity
internal import CommandLineKit

extension TestPlan {
    static let optotypeOption = Option<OptotypeSet?>(
        "optotype", .choice(of: OptotypeSet.self),
        help: "What is shown: Sloan's letters, the letters HOTV, the tumbling E, or the Landolt"
            + " ring with a gap in one of four or eight directions. near, best-pest and adaptive"
            + " show any of them; without --procedure it is shown by its own.")

    /// The procedure of a command line; where none is named, the usual one of the optotypes.
    static func choice(_ arguments: ParsedArguments) throws -> ProcedureChoice {
        guard !arguments.wasGiven(procedureOption), let wished = try arguments[optotypeOption]
        else { return try arguments[procedureOption] }
        return ProcedureChoice(usuallyShowing: wished)
    }

    /// What is shown.
    ///
    /// - Throws: `Misuse` where the procedure cannot show what was asked for.
    static func optotypes(_ arguments: ParsedArguments) throws -> OptotypeSet {
        let choice = try choice(arguments)
        guard let wished = try arguments[optotypeOption], wished != choice.optotypes else {
            return choice.optotypes
        }
        guard choice.showsAny else {
            let all = ProcedureChoice.allCases.filter(\.showsAny).map(\.rawValue)
            let usual = ProcedureChoice(usuallyShowing: wished).rawValue
            throw Misuse(
                "'--procedure \(choice.rawValue)' does not show '--optotype \(wished.rawValue)'."
                    + " Use '--procedure \(usual)', or one that shows any optotypes:"
                    + " \(all.joined(separator: ", ")).")
        }
        return wished
    }
}
