extension String {
    /// The text with what would move a terminal's cursor, change its state or turn its writing round
    /// written out as in Swift: control characters (ECMA-48), the ends of lines and paragraphs, and the
    /// embeddings of bidirectional text (Unicode Standard Annex 9). Names of files may hold them.
    ///
    /// - Parameter keepingLines: whether line feeds and tabs stay.
    package func escapingControls(keepingLines: Bool) -> String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n" where keepingLines, "\t" where keepingLines:
                text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case _ where Self.isControl(scalar):
                text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
