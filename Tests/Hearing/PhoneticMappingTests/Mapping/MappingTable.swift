import Foundation

/// The table of cases: texts and their answers.
struct MappingTable {
    struct Case: Sendable, CustomStringConvertible {
        var set: String
        var heard: String
        /// Any of them is right.
        var expected: [String]
        var line: Int

        var description: String { "line \(line): \(heard)" }
    }

    static let cases: [Case] = read()

    static func cases(of set: String) -> [Case] { cases.filter { $0.set == set } }

    private static func read() -> [Case] {
        let url = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "mapping-cases.txt")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
        var set = ""
        var cases: [Case] = []
        for (number, line) in zip(1..., text.components(separatedBy: "\n")) {
            if line.hasPrefix("#") || line.isEmpty { continue }
            if line.hasPrefix("[") {
                set = line.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
                continue
            }
            let sides = line.components(separatedBy: "=>")
            guard sides.count == 2 else { return [] }
            cases.append(
                Case(
                    set: set, heard: sides[0].trimmingCharacters(in: .whitespaces),
                    expected: sides[1].components(separatedBy: "|")
                        .map { $0.trimmingCharacters(in: .whitespaces) },
                    line: number))
        }
        return cases
    }
}
