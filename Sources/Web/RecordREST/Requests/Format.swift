internal import HTTP
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
        let best = MediaRange.best(accept, of: offered.map(\.type))
        return offered.first { $0.type == best }
    }
}
