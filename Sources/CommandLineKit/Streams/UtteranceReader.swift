/// Takes utterances from an input, one a line.
package struct UtteranceReader {
    /// A line of the input.
    package enum Line: Equatable {
        case text(String)
        /// Bytes that are no text; why.
        case noText(String)
        /// More than this many bytes, as in sound; they were left out.
        case tooLong(limit: Int)

        /// What a line as it was read comes to; the reader puts U+FFFD where bytes are not UTF-8.
        package init(_ text: String) {
            if text.unicodeScalars.contains("\u{FFFD}") {
                self = .noText("it is not UTF-8")
                return
            }
            let isControl = text.unicodeScalars.contains {
                $0.properties.generalCategory == .control && $0 != "\t"
            }
            self = isControl ? .noText("it holds control characters") : .text(text)
        }
    }

    private var lines: LineReader
    /// The number of the line that was read last, from 1.
    package private(set) var number = 0

    package init(_ input: any ByteInput) { lines = LineReader(input) }

    /// The next line; nil after the last.
    package mutating func next() throws -> Line? {
        let text: String?
        do {
            text = try lines.next()
        } catch {
            // (A pattern in the catch crashes Swift 6.3.1, since `next` throws a typed error.)
            guard case .lineTooLong(let limit) = error else { throw error }
            number += 1
            return .tooLong(limit: limit)
        }
        guard let text else { return nil }
        number += 1
        return Line(text)
    }
}
