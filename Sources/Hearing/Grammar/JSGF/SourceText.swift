internal import Platform

/// The characters of a grammar or dictionary file, read one after the other with their positions.
///
/// A byte order mark at the start is skipped, and every line end (LF, CR LF, CR) reads as LF.
struct SourceText {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    /// The position of `next`.
    private(set) var position = SourcePosition.start

    /// Decodes a file.
    ///
    /// - Throws: a problem at the first byte that is not UTF-8 or is NUL, or with the file as a whole
    ///   if it is empty, too large or UTF-16.
    init(bytes: [UInt8], file: String, maximumBytes: Int) throws(GrammarProblems) {
        func fail(
            _ fault: GrammarFault, at position: SourcePosition = .start
        ) -> GrammarProblems {
            GrammarProblems([GrammarProblem(fault, file: file, at: position)])
        }
        guard bytes.count <= maximumBytes else {
            throw fail(.tooLarge(bytes: bytes.count, limit: maximumBytes))
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw fail(.utf16)
        }
        let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(body.count)
        var decoder = UTF8()
        var iterator = body.makeIterator()
        var position = SourcePosition.start
        var afterCR = false
        decoding: while true {
            switch decoder.decode(&iterator) {
            case .emptyInput: break decoding
            case .error: throw fail(.notUTF8, at: position)
            case .scalarValue("\0"): throw fail(.nul, at: position)
            case .scalarValue(let scalar):
                defer { afterCR = scalar == "\r" }
                if scalar == "\n" && afterCR { continue }
                let isLineEnd = scalar == "\n" || scalar == "\r"
                scalars.append(isLineEnd ? "\n" : scalar)
                position.advance(past: isLineEnd ? "\n" : scalar)
            }
        }
        guard scalars.contains(where: { !$0.isBlank }) else { throw fail(.empty) }
        self.scalars = scalars
    }

    /// Whether all characters are ASCII.
    var isASCII: Bool { scalars.allSatisfy(\.isASCII) }

    /// The character at `position`; nil at the end of the file.
    var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    /// The character after `next`.
    var afterNext: Unicode.Scalar? {
        index + 1 < scalars.count ? scalars[index + 1] : nil
    }

    /// Takes one character.
    mutating func advance() {
        guard let scalar = next else { return }
        position.advance(past: scalar)
        index += 1
    }

    /// Takes characters for as long as they fit, and returns them.
    mutating func take(while fits: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while let scalar = next, fits(scalar) {
            taken.append(scalar)
            advance()
        }
        return String(taken)
    }
}

extension SourcePosition {
    fileprivate mutating func advance(past scalar: Unicode.Scalar) {
        if scalar == "\n" {
            line += 1
            column = 1
        } else {
            column += 1
        }
    }
}
