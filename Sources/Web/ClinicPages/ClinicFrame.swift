internal import EmbeddedFiles
internal import HTTP
internal import TestPages

/// The pages of records and accounts in the frame that all pages have, with the texts that they
/// share.
enum ClinicFrame {
    /// A page, from the file with its parts of the header and of the body.
    static func page(titleKey: String, script: String, parts name: String) -> Reply.Content {
        PageFrame(
            titleKey: titleKey, style: "/records/clinic.css", script: script,
            texts: "/records/texts", parts: EmbeddedFiles.clinicPages[name]
        ).page
    }

    /// A script, from its file.
    static func script(_ name: String) -> Reply.Content { file(name, type: "text/javascript") }

    /// The files that both pages share, by their paths.
    static let files: [String: Reply.Content] = [
        "/records/clinic.css": file("clinic.css", type: "text/css"),
        "/records/page.js": script("page.js"),
        "/records/texts/en.json": texts("en"),
        "/records/texts/de.json": texts("de"),
        "/records/texts/es.json": texts("es"),
        "/records/texts/fr.json": texts("fr"),
        "/records/texts/hi.json": texts("hi"),
    ]

    private static func texts(_ language: String) -> Reply.Content {
        file("clinic_\(language).json", type: "application/json")
    }

    private static func file(_ name: String, type: String) -> Reply.Content {
        Reply.Content(type: type + "; charset=utf-8", body: EmbeddedFiles.clinicPages[name])
    }
}
