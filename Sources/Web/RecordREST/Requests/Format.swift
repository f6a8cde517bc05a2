/// A form of an answer, chosen by the header Accept.
enum Format: Sendable, CaseIterable {
    case json, jsonLines, csv, csvLetters, redcap, fhir, fhirLines, dicom, dicomParts, pdf, flac

    /// The media type.
    var type: String {
        switch self {
        case .json: "application/json"
        case .jsonLines: "application/jsonl"
        case .csv: "text/csv"
        case .csvLetters: "text/csv;profile=letters"
        case .redcap: "text/csv;profile=redcap"
        case .fhir: "application/fhir+json"
        case .fhirLines: "application/fhir+ndjson"
        case .dicom: "application/dicom"
        case .dicomParts: "multipart/related"
        case .pdf: "application/pdf"
        case .flac: "audio/flac"
        }
    }

    /// The forms of one test.
    static let ofTest: [Format] = [.jsonLines, .csv, .csvLetters, .redcap, .fhir, .dicom, .pdf]
    /// The forms of a list of tests.
    static let ofTests: [Format] = [
        .jsonLines, .csv, .csvLetters, .redcap, .fhirLines, .dicomParts, .pdf,
    ]

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
