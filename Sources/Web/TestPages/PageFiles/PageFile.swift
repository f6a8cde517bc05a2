internal import EmbeddedFiles
internal import HTTP

/// The files of the pages, which are embedded in the program.
enum PageFile {
    /// The file at a path; nil if there is none. No path leads to a file of the system.
    static func at(_ path: String) -> Reply.Content? { files[path] }

    /// The files by their paths.
    static let files: [String: Reply.Content] = {
        var files = embedded.filter {
            !$0.key.hasSuffix(".json")
                && !["/trust.html", "/frame.html", "/operator.html", "/phone.html"].contains($0.key)
        }
        for (path, file) in [("/", "patient"), ("/moon", "moon")] {
            files[path] = files.removeValue(forKey: "/\(file).html")
        }
        files["/operator"] =
            PageFrame(
                titleKey: "operator.page", style: "/operator.css", script: "/operator.js",
                texts: "operator", parts: bytes("operator.html")
            ).page
        files[PhonePadOffer.path] =
            PageFrame(
                titleKey: "phone.page", style: "/phone.css", script: "/phone.js", texts: "phone",
                parts: bytes("phone.html")
            ).page
        return files.merging(texts) { file, _ in file }
    }()

    /// The bytes of an embedded file, by its name.
    static func bytes(_ name: String) -> [UInt8] {
        embedded["/" + name]?.body ?? EmbeddedFiles.testPages[name]
    }

    /// The embedded files, by the paths of their names.
    private static let embedded: [String: Reply.Content] = {
        var files: [String: Reply.Content] = [:]
        for (name, bytes) in EmbeddedFiles.testPages.bytes {
            let ending = String(name.split(separator: ".").last ?? "")
            files["/" + name] = Reply.Content(
                type: types[ending] ?? "text/plain",
                body: ["js", "css", "html"].contains(ending)
                    ? shortened(bytes, isScript: ending != "html") : bytes)
        }
        return files
    }()

    /// A page, a script or a style sheet without its indentation, and without the comments of a
    /// script or a style sheet that have lines of their own. No script has a text in several lines,
    /// and no page has text whose blanks count.
    private static func shortened(_ source: [UInt8], isScript: Bool) -> [UInt8] {
        let text = String(decoding: source, as: UTF8.self)
        let code =
            isScript
            ? text.replacing(#/(?m)^ *(\/\/.*|\/\*(?s:.*?)\*\/) *\n/#, with: "") : text
        return Array(code.replacing(#/(?m)^ +/#, with: "").utf8)
    }

    /// The media types, by the ends of the names.
    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "json": "application/json; charset=utf-8",
        "svg": "image/svg+xml", "wasm": "application/wasm", "woff2": "font/woff2",
        "txt": "text/plain; charset=utf-8",
    ]

    /// The pages with texts of their own, by the first word of the keys. Such a page loads the
    /// texts that all share, `/en.json`, and its own, `/en-moon.json`.
    static let pagesWithTexts = ["moon", "operator", "phone", "trust"]

    /// The texts in every language. Of the English texts, pages in other languages need only the
    /// sentences that Aloud sends, `/said.json`.
    private static var texts: [String: Reply.Content] {
        var files: [String: Reply.Content] = [:]
        for language in ["en"] + Catalogue.languages {
            // Each line has one text, so a part is a selection of lines.
            let lines = String(decoding: bytes(language + ".json"), as: UTF8.self).split(
                separator: "\n"
            )
            .filter { $0.hasPrefix("\"") }
            let owners = lines.map { line in
                pagesWithTexts.first { line.hasPrefix("\"\($0).") }
            }
            for owner in [nil] + pagesWithTexts {
                let path = owner.map { "/\(language)-\($0).json" } ?? "/\(language).json"
                files[path] = catalogue(zip(lines, owners).filter { $0.1 == owner }.map(\.0))
            }
            if language == "en" {
                files["/said.json"] = catalogue(lines.filter { $0.hasPrefix("\"said.") })
            }
        }
        return files
    }

    /// A catalogue of some lines of another.
    private static func catalogue(_ lines: [Substring]) -> Reply.Content {
        // A key has no quotation mark, so the first one with a colon ends it.
        let joined = lines.map { line in
            (line.hasSuffix(",") ? line.dropLast() : line)
                .replacing("\": ", with: "\":", maxReplacements: 1)
        }.joined(separator: ",")
        return Reply.Content(
            type: types["json"] ?? "", body: Array("{\n\(joined)\n}\n".utf8))
    }
}
