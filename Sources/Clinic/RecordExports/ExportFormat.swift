/// A format of exports: the one list for `aloud records export`, REST and the pages.
///
/// ```swift
/// ExportFormat.fhir.file(of: .list)?.mediaType  // "application/fhir+ndjson"
/// ```
package enum ExportFormat: String, CaseIterable, Sendable {
    /// Reports.
    case pdf
    /// A table with a test in each row.
    case csv
    /// A table with a letter in each row.
    case csvLetters = "csv-letters"
    /// A table for the import of REDCap.
    case redcap
    /// The data dictionary of that table.
    case redcapDictionary = "redcap-dictionary"
    /// Bundles of FHIR R4.
    case fhir
    /// DICOM objects.
    case dicom
    /// The kept sound.
    case flac
    /// JSON Lines with all events, which `aloud records import` reads.
    case jsonl

    /// The tests of an answer of REST.
    package enum Extent: Sendable {
        /// One test; in FHIR, DICOM and PDF with the tests of its sitting.
        case test
        /// The tests of a person or of some days.
        case list
    }

    /// The type of a file.
    package struct FileType: Sendable, Equatable {
        /// The media type, as in the header Accept.
        package let mediaType: String
        /// The ending of the file's name, without the dot; nil for parts of one answer, which are
        /// not saved as one file.
        package let ending: String?
    }

    /// The file of one test or of a list; nil if REST does not offer it with those tests.
    package func file(of extent: Extent) -> FileType? {
        switch (self, extent) {
        case (.jsonl, _): FileType(mediaType: "application/jsonl", ending: "jsonl")
        case (.csv, _): FileType(mediaType: "text/csv", ending: "csv")
        case (.csvLetters, _): FileType(mediaType: "text/csv;profile=letters", ending: "csv")
        case (.redcap, _): FileType(mediaType: "text/csv;profile=redcap", ending: "csv")
        case (.fhir, .test): FileType(mediaType: "application/fhir+json", ending: "json")
        case (.fhir, .list): FileType(mediaType: "application/fhir+ndjson", ending: "ndjson")
        case (.dicom, .test): FileType(mediaType: "application/dicom", ending: "dcm")
        case (.dicom, .list): FileType(mediaType: "multipart/related", ending: nil)
        case (.pdf, _): FileType(mediaType: "application/pdf", ending: "pdf")
        case (.redcapDictionary, _), (.flac, _): nil
        }
    }

    /// The media type of the sound of a test.
    package static let soundType = "audio/flac"

    /// Whether the export consists of several files, so that `--output` names a folder.
    package var isFolder: Bool { self == .dicom || self == .pdf || self == .flac }

    /// A summary of the export, for a list of formats.
    package var summary: String {
        switch self {
        case .jsonl: "JSON Lines with all events"
        case .csv: "a table with a test in each row"
        case .csvLetters: "a table with a letter in each row"
        case .redcap: "a table to import"
        case .redcapDictionary: "the data dictionary of that table"
        case .fhir: "bundles of FHIR R4, one a line"
        case .dicom: "DICOM objects, as files in a folder"
        case .pdf: "reports, as files in a folder"
        case .flac: "the kept sound, as files in a folder"
        }
    }

    /// The readers of the export, in words that follow "for".
    package var readers: String {
        switch self {
        case .jsonl: "another Aloud"
        case .csv: "spreadsheets"
        case .csvLetters: "statistics"
        case .redcap, .redcapDictionary: "REDCap"
        case .fhir: "health records"
        case .dicom: "a PACS"
        case .pdf: "people"
        case .flac: "listeners"
        }
    }
}
