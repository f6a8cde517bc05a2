package import TestPages

/// The pages of the records: a search of people, and the history of each. They read and change the
/// records by the interface at `/api`, as any program does.
package struct RecordPages: PagePart {
    /// The pages.
    package init() {}

    package var path: String { "/records" }

    package func knows(_ request: Request) -> Bool { false }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        guard let file = Self.files[request.path] else { throw .notFound }
        guard request.method == "GET" else { throw .wrongMethod }
        return .content(file)
    }

    private static let files: [String: Reply.Content] = [
        "/records": Reply.Content(
            type: "text/html; charset=utf-8", body: PackageResources.records_html),
        "/records/records.css": Reply.Content(
            type: "text/css", body: PackageResources.records_css),
        "/records/records.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.records_js),
        "/records/rest.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.rest_js),
        "/records/history.js": Reply.Content(
            type: "text/javascript; charset=utf-8", body: PackageResources.history_js),
    ]
}
