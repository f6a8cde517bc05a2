package import HTTP

/// The pages of the records: the people of a household, today's list, a search, and the history of
/// each person. They read and change the records by the interface at `/api`, as any program does.
package struct RecordPages: PagePart {
    /// The pages.
    package init() {}

    package var path: String { "/records" }

    package func has(_ path: String) -> Bool {
        ["/home", "/today", "/peers", self.path].contains(path)
            || path.hasPrefix(self.path + "/")
    }

    package func knows(_ request: Request) -> Bool { false }

    package func answer(_ request: Request) throws(Refusal) -> Reply {
        try Self.routes.find(request).route.answer(request)
    }

    private static let routes = RouteTable(
        files.map { Route<Void, Request>(file: $1, at: $0, ()) })

    private static let files: [String: Reply.Content] = [
        "/records": ClinicFrame.page(
            titleKey: "records.title", script: "/records/records.js",
            parts: "records.html"),
        "/home": ClinicFrame.page(
            titleKey: "household.title", script: "/records/home.js",
            parts: "home.html"),
        "/today": ClinicFrame.page(
            titleKey: "today.title", script: "/records/today.js",
            parts: "today.html"),
        "/peers": ClinicFrame.page(
            titleKey: "peers.title", script: "/records/peers.js",
            parts: "peers.html"),
        "/records/peers.js": ClinicFrame.script("peers.js"),
        "/records/today.js": ClinicFrame.script("today.js"),
        "/records/home.js": ClinicFrame.script("home.js"),
        "/records/records.js": ClinicFrame.script("records.js"),
        "/records/sign.js": ClinicFrame.script("sign.js"),
        "/records/follow.js": ClinicFrame.script("follow.js"),
        "/records/rest.js": ClinicFrame.script("rest.js"),
        "/records/history.js": ClinicFrame.script("history.js"),
    ].merging(ClinicFrame.files) { file, _ in file }
}
