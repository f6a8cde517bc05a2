internal import Grammar
internal import Platform
internal import Records

extension [JSONValue.Member] {
    /// Where in a file something was found, lines and columns counted from 1.
    static func place(in file: String, at position: SourcePosition) -> [JSONValue.Member] {
        [
            .init("file", .string(file)), .init("line", .integer(position.line)),
            .init("column", .integer(position.column)),
        ]
    }
}
