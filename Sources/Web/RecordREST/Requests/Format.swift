internal import HTTP

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
        let best = MediaRange.best(accept, of: offered.map(\.type))
        return offered.first { $0.type == best }
    }
}
