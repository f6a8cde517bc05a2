internal import Acuity
internal import CommandLineKit

/// Every line of a spoken test with a letter that was misheard or never understood, as a table in
/// Markdown.
package struct SpokenTestTable {
    private let tests: [TakenTest]

    package init(_ tests: [TakenTest]) { self.tests = tests }

    /// The table; "." stands for a letter that is open, "-" for "can't see it".
    package var markdown: String {
        let heading = ["person", "test", "line", "said", "stands", "misheard"]
        let rows = tests.flatMap { test in
            test.lines.compactMap { line -> [String]? in
                let texts = line.texts
                guard texts.said != texts.stands else { return nil }
                return [
                    test.speaker, "\(test.number)", "\(line.stands.presentation.line)", texts.said,
                    texts.stands, line.mistakes.joined(separator: ", "),
                ]
            }
        }
        return MarkdownTable.text(heading, rows)
    }
}
