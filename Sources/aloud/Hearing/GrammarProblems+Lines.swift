public import CommandLineKit
internal import Grammar

extension GrammarProblems: ErrorOfSeveralLines {
    package var lines: [String] { problems.map { "\($0)" } }
}
