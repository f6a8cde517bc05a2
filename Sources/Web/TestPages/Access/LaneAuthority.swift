package import HTTP

/// The authority of this machine, which signs its certificate, and the page that shows it.
package struct LaneAuthority: Sendable {
    /// The certificate as DER.
    package let der: [UInt8]
    /// The SHA-256 fingerprint: "3F:A0:…".
    package let fingerprint: String
    /// The name of the machine.
    package let machine: String

    /// Sets each property from the parameter of its name.
    package init(der: [UInt8], fingerprint: String, machine: String) {
        self.der = der
        self.fingerprint = fingerprint
        self.machine = machine
    }

    /// The path of the page about the authority.
    package static let page = "/trust"
    /// The path of the certificate.
    static let file = "/aloud-authority.crt"

    /// The files that the page needs.
    private static let files: Set<String> = [
        "/design.css", "/trust.css", "/icon.svg", "/atkinson-regular.woff2", "/atkinson-bold.woff2",
        "/devanagari-regular.woff2",
    ]

    /// A file that the page needs; nil for any other request.
    package static func file(for request: Request) -> Reply.Content? {
        guard request.method == "GET", files.contains(request.path) else { return nil }
        return PageFile.at(request.path)
    }

    /// The page, in the language that the request names or prefers, and the certificate; nil for any
    /// other request.
    package func answer(to request: Request) -> Reply.Content? {
        guard request.method == "GET" else { return nil }
        switch request.path {
        case Self.page:
            let named = request.query["language"].flatMap { name in
                Catalogue.names.first { $0.code == name }?.code
            }
            return page(
                in: named ?? Catalogue.preferred(request.headers["accept-language"]))
        case Self.file:
            return Reply.Content(type: "application/x-x509-ca-cert", body: der)
        default: return nil
        }
    }

    /// The page in a language. It has no script, so that it works before a device trusts it.
    private func page(in language: String) -> Reply.Content {
        let links = Catalogue.names.map { code, name in
            code == language
                ? "<strong lang=\"\(code)\">\(name)</strong>"
                : "<a href=\"\(Self.page)?language=\(code)\" lang=\"\(code)\">\(name)</a>"
        }
        let texts = Catalogue.texts(of: "trust", in: language).map { ("{{\($0.key)}}", $0.value) }
        var html = String(decoding: PageFile.bytes("trust.html"), as: UTF8.self)
        for (name, value) in texts + [
            ("{{language}}", language), ("{{languages}}", links.joined(separator: " · ")),
            ("{{fingerprint}}", fingerprint), ("{machine}", machine),
        ] {
            html = html.replacing(name, with: value)
        }
        return Reply.Content(type: "text/html; charset=utf-8", body: Array(html.utf8))
    }
}
