internal import Acuity
internal import CommandLineKit

/// The options of whole spoken tests, and which others go with them.
enum SpokenTestOptions {
    static let tests = Option.flag(
        "tests",
        help: "Have the recorded people take whole tests: each reads a chart in their own letters,"
            + " and the score is compared with what they said.")
    static let each = Option(
        "tests-each", .whole("number", in: 1...100), default: "1",
        help: "With --tests: how many tests each person takes.")
    static let warmedUp = Option.flag(
        "warmed-up", help: "With --tests: begin each test with a warm-up.")

    static let all: [any OptionDeclaration] = [tests, each, warmedUp]

    /// - Throws: `Misuse` where an option is given that has no effect without '--tests'.
    static func refuseWithoutTests(_ arguments: ParsedArguments) throws {
        for name in [each.name, warmedUp.name] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect without '--tests'; add it or leave this out.")
        }
    }

    /// - Throws: `Misuse` where an option is given that has no effect with '--tests'.
    static func refuseWithTests(_ arguments: ParsedArguments) throws {
        for (name, reason) in [
            (EvaluateCommand.letters.name, "a test listens for all letters, as 'aloud test' does"),
            (EvaluateCommand.talk.name, "only single letters are said"),
            (EvaluateCommand.alone.name, "each test is a session of its own"),
            (EvaluateCommand.hearsLines.name, "whole tests are taken"),
            (EvaluateCommand.join.name, "the pauses between letters are drawn"),
        ] where arguments.wasGiven(name) {
            throw Misuse("'--\(name)' has no effect with '--tests': \(reason).")
        }
    }
}
