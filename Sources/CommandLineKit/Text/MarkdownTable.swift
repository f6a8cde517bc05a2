/// A table in Markdown (GitHub Flavored Markdown, 4.10).
package enum MarkdownTable {
    /// The heading, the line under it, and a line for each row; every line ends in LF.
    package static func text(_ heading: [String], _ rows: [[String]]) -> String {
        ([heading, heading.map { _ in "---" }] + rows.map { $0.map(escaped) })
            .map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
    }

    /// A cell in which nothing ends it or its line.
    private static func escaped(_ cell: String) -> String {
        cell.map { character in
            switch character {
            case "|": "\\|"
            case _ where character.isNewline: " "
            default: String(character)
            }
        }.joined()
    }
}
