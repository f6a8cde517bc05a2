internal import HTTP

/// The notation of acuity on the pages.
package enum PageNotation: String, CaseIterable, Sendable {
    /// The usual notation for the language of the page.
    case automatic
    /// As a fraction in feet: 20/40.
    case feet
    /// As a fraction in metres: 6/12.
    case metres
    /// As a decimal: 0.50.
    case decimal

    /// The path of the script.
    static let path = "/notation.js"

    /// The script that writes acuities in this notation on pages.
    var script: Reply.Content {
        let source = String(decoding: PageFile.bytes("notation.js"), as: UTF8.self)
        let line = "const chosen = null;"
        precondition(source.contains(line), "notation.js has no line '\(line)'")
        return Reply.Content(
            type: "text/javascript; charset=utf-8",
            body: Array(
                (self == .automatic
                    ? source : source.replacing(line, with: "const chosen = '\(rawValue)';")).utf8))
    }
}
