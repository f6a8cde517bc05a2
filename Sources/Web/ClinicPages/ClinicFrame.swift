internal import HTTP
internal import TestPages

/// The pages of records and accounts in the frame that all pages have, with the texts that they
/// share.
enum ClinicFrame {
    /// A page, from its parts of the header and of the body.
    static func page(titleKey: String, script: String, parts: [UInt8]) -> Reply.Content {
        PageFrame(
            titleKey: titleKey, style: "/records/clinic.css", script: script,
            texts: "/records/texts", parts: parts
        ).page
    }

    /// A script.
    static func script(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "text/javascript; charset=utf-8", body: body)
    }

    /// The files that both pages share, by their paths.
    static let files: [String: Reply.Content] = [
        "/records/clinic.css": Reply.Content(
            type: "text/css; charset=utf-8", body: PackageResources.clinic_css),
        "/records/page.js": script(PackageResources.page_js),
        "/records/texts/en.json": texts(PackageResources.clinic_en_json),
        "/records/texts/de.json": texts(PackageResources.clinic_de_json),
        "/records/texts/es.json": texts(PackageResources.clinic_es_json),
        "/records/texts/fr.json": texts(PackageResources.clinic_fr_json),
        "/records/texts/hi.json": texts(PackageResources.clinic_hi_json),
    ]

    private static func texts(_ body: [UInt8]) -> Reply.Content {
        Reply.Content(type: "application/json; charset=utf-8", body: body)
    }
}
