internal import Synchronization

/// The port without TLS, in addition to one with TLS.
///
/// A browser of this machine gets the pages there: nothing leaves the machine. Any other device gets
/// the page that shows how to trust this machine's authority, and is sent to the other port for
/// everything else.
package final class Doorway: Responder {
    /// The authority of this machine, for the page that shows it.
    package struct Authority: Sendable {
        /// The certificate as DER.
        package var der: [UInt8]
        /// The SHA-256 fingerprint: "3F:A0:…".
        package var fingerprint: String
        /// The name of the machine.
        package var machine: String

        /// The parameters as the properties of their names.
        package init(der: [UInt8], fingerprint: String, machine: String) {
            self.der = der
            self.fingerprint = fingerprint
            self.machine = machine
        }
    }

    private let pages: any Responder
    private let securePort: Int
    private let authority: Authority?
    private let hosts = Mutex<AllowedHosts?>(nil)

    /// The path of the page about the authority.
    package static let page = "/trust"
    /// The path of the certificate.
    package static let file = "/aloud-authority.crt"

    /// The files that the page about the authority needs.
    private static let files: Set<String> = [
        "/design.css", "/icon.svg", "/atkinson-regular.woff2", "/atkinson-bold.woff2",
    ]

    /// - Parameters:
    ///   - pages: the pages of this machine.
    ///   - securePort: the port with TLS.
    ///   - authority: nil if the certificate is that of another authority.
    package init(to pages: any Responder, securePort: Int, authority: Authority?) {
        self.pages = pages
        self.securePort = securePort
        self.authority = authority
    }

    /// Sets the names that reach this port.
    package func open(to hosts: AllowedHosts) { self.hosts.withLock { $0 = hosts } }

    package func admit(_ head: Request) -> Admission {
        isOfThisMachine(head) ? pages.admit(head) : .stranger
    }

    package func bodyLimit(of head: Request) -> Int? {
        isOfThisMachine(head) ? pages.bodyLimit(of: head) : nil
    }

    package func respond(to received: Request) -> Reply {
        let request = received.read
        if let authority, let reply = Self.reply(to: request, authority) { return .content(reply) }
        if isOfThisMachine(request) { return pages.respond(to: received) }
        guard let host = request.headers["host"], hosts.withLock({ $0?.has(host) == true }) else {
            return .content(Refusal.foreign.content(for: request))
        }
        if request.method == "GET", Self.files.contains(request.path),
            let file = PageFile.at(request.path)
        {
            return .content(file)
        }
        guard request.method == "GET" else {
            return .content(Refusal.notFound.content(for: request))
        }
        let name =
            host.hasPrefix("[")
            ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        // No part of the address is taken over.
        let place = "https://\(name):\(securePort)/"
        return .content(
            Reply.Content(
                status: 308, type: "text/html; charset=utf-8",
                body: Array(
                    "<!doctype html><title>Aloud</title><a href=\"\(place)\">Aloud</a>\n".utf8),
                headers: ["Location": place]))
    }

    /// The page about an authority, and its certificate; nil for any other path.
    static func reply(to request: Request, _ authority: Authority) -> Reply.Content? {
        guard request.method == "GET" else { return nil }
        switch request.path {
        case page:
            let text = String(decoding: PageFile.bytes("trust.html"), as: UTF8.self)
                .replacing("{{fingerprint}}", with: authority.fingerprint)
                .replacing("{{machine}}", with: authority.machine)
            return Reply.Content(type: "text/html; charset=utf-8", body: Array(text.utf8))
        case file:
            return Reply.Content(type: "application/x-x509-ca-cert", body: authority.der)
        default: return nil
        }
    }

    /// Whether a browser of this machine asks for the pages by the name of this machine's loopback, or
    /// somebody through the named proxy.
    private func isOfThisMachine(_ request: Request) -> Bool {
        let name = request.headers["host"]?.prefix { $0 != ":" } ?? ""
        // 127.0.0.0/8, or the first half of ::1.
        // A proxy has its own TLS.
        guard request.publicOrigin == nil else { return true }
        let isLoopback =
            request.peer.hasPrefix("7f") && request.peer.utf8.count == 8
            || request.peer == "0000000000000000"
        return isLoopback
            && (["127.0.0.1", "localhost"].contains(name)
                || request.headers["host"]?.hasPrefix("[::1]") == true)
    }
}
