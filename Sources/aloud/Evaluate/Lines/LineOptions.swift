internal import CommandLineKit

/// Which options go with lines of five letters.
enum LineOptions {
    /// - Throws: `Misuse` where an option is given that says nothing without them.
    static func refuseWithoutLines(_ arguments: ParsedArguments) throws {
        guard !arguments.wasGiven(EvaluateCommand.join) else {
            throw Misuse("'--join' is for lines of letters: give '--lines' with it.")
        }
        guard !arguments.wasGiven(EvaluateCommand.seed) || arguments.wasGiven(EvaluateCommand.noise)
        else {
            throw Misuse(
                "'--seed' draws noise, and the letters of lines that are joined: give '--noise', or"
                    + " '--lines' and '--join', with it.")
        }
    }

    /// - Throws: `Misuse` where an option is given that says nothing to them.
    static func refuseWithLines(_ arguments: ParsedArguments) throws {
        for (name, reason) in [
            (EvaluateCommand.letters.name, "a test listens for all letters as with 'chart'"),
            (EvaluateCommand.alone.name, "each line is a test of its own"),
            (EvaluateCommand.evidence.name, "what a test has heard is judged at once"),
        ] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' says nothing to '--lines': \(reason). Leave it out.")
        }
        guard
            !arguments.wasGiven(EvaluateCommand.seed) || arguments.wasGiven(EvaluateCommand.join)
                || arguments.wasGiven(EvaluateCommand.noise)
        else {
            throw Misuse(
                "'--seed' draws the letters of lines that are joined, and noise: give '--join' or"
                    + " '--noise' with it.")
        }
    }
}
