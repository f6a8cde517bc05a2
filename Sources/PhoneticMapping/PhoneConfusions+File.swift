internal import Platform

extension PhoneConfusions {
    /// The file's name in the folder of grammars.
    public static let fileName = "phone-confusions.tsv"

    /// Reads counts: a line each of phone said, phone heard, count, with tabs between; "-" where
    /// nothing was said or heard; lines with # are comments.
    public init(path: String) throws(MappingFileError) {
        let text = try MappingFile.text(
            of: path,
            advice: "make it with scripts/measure-phone-confusions, or take it from the sources")
        try self.init(text: text, file: path)
    }

    package init(text: String, file: String) throws(MappingFileError) {
        let phones = Phone.allCases.count
        var counts = [[Double]](repeating: [Double](repeating: 0, count: phones), count: phones)
        var lost = [Double](repeating: 0, count: phones)
        var added = lost
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) where !line.isEmpty && !line.hasPrefix("#") {
            switch try Self.row(line, file: file, number: number) {
            case (let said?, let heard?, let count): counts[said.index][heard.index] += count
            case (let said?, nil, let count): lost[said.index] += count
            case (nil, let heard?, let count): added[heard.index] += count
            case (nil, nil, _):
                throw MappingFileError(
                    file: file, position: SourcePosition(line: number, column: 1),
                    reason: "both phones are '-'; take the line out")
            }
        }
        for (phone, row) in zip(Phone.allCases, counts) where row.allSatisfy({ $0 == 0 }) {
            throw MappingFileError(
                file: file,
                reason: "\(phone.rawValue) was never heard; measure with more recordings")
        }
        self.init(counts: counts, lost: lost, added: added)
    }

    private static func row(
        _ line: Substring, file: String, number: Int
    ) throws(MappingFileError) -> (said: Phone?, heard: Phone?, count: Double) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 3, let count = Int(fields[2]), count >= 0 else {
            throw MappingFileError(
                file: file, position: SourcePosition(line: number, column: 1),
                reason: "needs phone said, phone heard and a count, with tabs between")
        }
        var phones: [Phone?] = []
        for name in fields.prefix(2) {
            let phone = Phone(rawValue: String(name))
            guard phone != nil || name == "-" else {
                throw MappingFileError(
                    file: file,
                    position: SourcePosition(
                        line: number,
                        column: 1 + line[..<name.startIndex].unicodeScalars.count),
                    reason: "'\(name)' is no phone; use those of the CMU dictionary, or '-'")
            }
            phones.append(phone)
        }
        return (phones[0], phones[1], Double(count))
    }
}
