internal import RecordExports

/// A form of an answer, chosen by the header Accept: JSON, or an export.
struct Format: Sendable, Equatable {
    /// The media type.
    let type: String
    /// The export; nil for JSON and for sound.
    let export: ExportFormat?

    /// The answer of this interface itself.
    static let json = Format(type: "application/json", export: nil)
    /// The sound of a test.
    static let flac = Format(type: ExportFormat.soundType, export: nil)
    /// The exports of one test.
    static let ofTest = exports(of: .test)
    /// The exports of a list of tests.
    static let ofTests = exports(of: .list)

    private static func exports(of extent: ExportFormat.Extent) -> [Format] {
        ExportFormat.allCases.compactMap { format in
            format.file(of: extent).map { Format(type: $0.mediaType, export: format) }
        }
    }

    /// The form that a header asks for (RFC 9110, section 12.5.1); nil if none of them is wanted.
    ///
    /// - Parameters:
    ///   - accept: the header; nil takes the first form.
    ///   - offered: the forms; the first one is preferred among equals.
    static func best(_ accept: String?, of offered: [Format]) -> Format? {
        guard let accept, !accept.allSatisfy(\.isWhitespace) else { return offered.first }
        let ranges = accept.split(separator: ",").compactMap { Range(String($0)) }
        var best: (format: Format, weight: Double)?
        for format in offered {
            let own = Range(format.type)
            let fitting = ranges.filter { $0.includes(own) }
            // The most exact range decides.
            guard let weight = fitting.max(by: { $0.exactness < $1.exactness })?.weight, weight > 0
            else { continue }
            if weight > best?.weight ?? 0 { best = (format, weight) }
        }
        return best?.format
    }

    /// A range of media types.
    private struct Range {
        let type: String
        let profile: String?
        let weight: Double

        init?(_ text: String) {
            let parts = text.split(separator: ";").map { String($0.filter { !$0.isWhitespace }) }
            guard let first = parts.first else { return nil }
            type = first.lowercased()
            var values: [String: String] = [:]
            for part in parts.dropFirst() {
                let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
                if pair.count == 2 {
                    values[pair[0].lowercased()] = pair[1].filter { $0 != "\"" }
                }
            }
            profile = values["profile"]
            weight = values["q"].map { Double($0) ?? 0 } ?? 1
        }

        var exactness: Int {
            (type == "*/*" ? 0 : type.hasSuffix("/*") ? 1 : 2) + (profile == nil ? 0 : 1)
        }

        func includes(_ other: Range?) -> Bool {
            guard let other else { return false }
            if type == "*/*" || type == other.type { return profile == other.profile }
            return type.hasSuffix("/*") && other.type.hasPrefix(type.dropLast())
                && other.profile == nil
        }
    }
}
