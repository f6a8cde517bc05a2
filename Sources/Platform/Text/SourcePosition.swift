/// A place in a text file, as editors count: the first character is line 1, column 1.
public struct SourcePosition: Sendable, Hashable, Comparable {
    /// Lines from 1; a line ends with LF, CR LF or CR.
    public var line: Int
    /// Characters (Unicode scalars) from 1; a tab is one.
    public var column: Int

    /// A line and a column, each counted from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of a file.
    public static let start = SourcePosition(line: 1, column: 1)

    /// Whether the first comes before the second in the text.
    public static func < (a: SourcePosition, b: SourcePosition) -> Bool {
        (a.line, a.column) < (b.line, b.column)
    }
}

extension SourcePosition: CustomStringConvertible {
    public var description: String { "\(line):\(column)" }
}

extension Unicode.Scalar {
    /// Whether it is white space. ASCII, nearly all of the input, takes a shortcut.
    package var isBlank: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
