/// A field of comma-separated values (RFC 4180), the same for every table that Aloud writes.
package enum CSVField {
    /// A text that no spreadsheet runs: one that would be a formula gets an apostrophe in front
    /// (OWASP, "CSV Injection"), and characters that deceive a reader are written out.
    ///
    /// - Parameter keepsNumbers: whether a decimal number such as "-0.10" stays as it is.
    package static func text(_ text: String, keepsNumbers: Bool = false) -> String {
        let shown = text.escapingControls(keepingLines: true, keepingReturns: true)
        if keepsNumbers, Double(decimal: shown) != nil { return shown }
        return isFormula(shown) ? "'" + shown : shown
    }

    /// A field with quotes if it needs them.
    ///
    /// - Parameter always: whether it has them in any case.
    package static func quoted(_ text: String, always: Bool = false) -> String {
        let needsQuotes =
            always || text.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
        return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }

    /// Whether a spreadsheet may run a text: it begins with a sign of a formula, in any width and
    /// after blanks, or with a tab or a line break.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        if "\t\r\n".unicodeScalars.contains(first) { return true }
        let start = text.unicodeScalars.first {
            !$0.isBlank && !$0.properties.isDefaultIgnorableCodePoint
        }
        return start.map { signs.contains($0) } ?? false
    }

    /// Signs that begin a formula: of ASCII, full-width and small (Unicode Standard, FF00 and FE50).
    private static let signs = Set("=+-@＝＋－＠﹦﹢﹣﹫".unicodeScalars)
}
