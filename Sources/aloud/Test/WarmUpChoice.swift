internal import Acuity
internal import CommandLineKit
internal import Records

/// Whether a test begins with a warm-up, as its options say.
enum WarmUpChoice {
    static let on = Option.flag(
        "warm-up",
        help: "Begin with each of the letters to choose from, once and large: Aloud learns from"
            + " them the voice and the microphone for this person.")
    static let off = Option.flag("no-warm-up", help: "Begin with the test at once.")
    static let all: [any OptionDeclaration] = [on, off]

    /// Whether there is to be one.
    ///
    /// - Parameter usually: what is done at a microphone if no option says.
    /// - Throws: `Misuse` where it is asked for and cannot be.
    static func isWanted(
        _ arguments: ParsedArguments, _ choice: AnswerChoice, showing optotypes: OptotypeSet,
        usually: Bool
    ) throws -> Bool {
        guard try arguments[on] else {
            guard case .microphone = choice, !optotypes.areDirections else { return false }
            return try usually && !arguments[off]
        }
        guard try !arguments[off] else {
            throw Misuse("'--warm-up' and '--no-warm-up' exclude each other; leave out one.")
        }
        guard !choice.isText else {
            throw Misuse("'--warm-up' is for spoken answers; leave it out with '--answers'.")
        }
        guard !optotypes.areDirections else {
            throw Misuse("'--warm-up' is for letters; leave it out where directions are asked for.")
        }
        return true
    }

    /// What draws the order of the letters: the seed of the test if it has one.
    static func seed(of setup: TestSetup) -> UInt64 {
        setup.seed ?? UInt64.random(in: 0..<1_000_000)
    }
}
