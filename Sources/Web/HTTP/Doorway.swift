internal import Synchronization

/// The port without TLS, in addition to one with TLS.
///
/// A browser on this machine gets the pages here, because nothing leaves the machine. Any other
/// device gets the page that shows how to trust this machine's authority. Its requests for other
/// pages are redirected to the port with TLS.
package final class Doorway: Responder {
    private let pages: any Responder
    private let securePort: Int
    private let trust: @Sendable (Request) -> Reply.Content?
    private let files: @Sendable (Request) -> Reply.Content?
    private let hosts = Mutex<AllowedHosts?>(nil)

    /// - Parameters:
    ///   - pages: the pages of this machine.
    ///   - securePort: the port with TLS.
    ///   - trust: the page that shows how to trust this machine's authority, and its certificate,
    ///     under any name of the machine; nil for a request of something else.
    ///   - files: the files that this page needs.
    package init(
        to pages: any Responder, securePort: Int,
        trust: @escaping @Sendable (Request) -> Reply.Content?,
        files: @escaping @Sendable (Request) -> Reply.Content?
    ) {
        self.pages = pages
        self.securePort = securePort
        self.trust = trust
        self.files = files
    }

    /// Sets the host names that reach this port.
    package func open(to hosts: AllowedHosts) { self.hosts.withLock { $0 = hosts } }

    package func admit(_ head: Request) -> Admission {
        isOfThisMachine(head) ? pages.admit(head) : .stranger
    }

    package func bodyLimit(of head: Request) -> Int? {
        isOfThisMachine(head) ? pages.bodyLimit(of: head) : nil
    }

    package func translate(_ sentence: String, for request: Request) -> Translation {
        pages.translate(sentence, for: request)
    }

    package func respond(to received: Request) -> Reply {
        let request = received.read
        if let reply = trust(request) { return .content(reply) }
        if isOfThisMachine(request) { return pages.respond(to: received) }
        guard let host = request.headers["host"], hosts.withLock({ $0?.has(host) == true }) else {
            return .content(content(.foreign, for: request))
        }
        if let file = files(request) { return .content(file) }
        guard request.method == "GET" else { return .content(content(.notFound, for: request)) }
        let name =
            host.hasPrefix("[")
            ? String(host.prefix { $0 != "]" }) + "]" : String(host.prefix { $0 != ":" })
        // The redirect keeps no part of the address.
        let place = "https://\(name):\(securePort)/"
        return .content(
            Reply.Content(
                status: 308, type: "text/html; charset=utf-8",
                body: Array(
                    "<!doctype html><title>Aloud</title><a href=\"\(place)\">Aloud</a>\n".utf8),
                headers: ["Location": place]))
    }

    /// Whether a request comes from a browser of this machine under a loopback name, or through the
    /// named proxy.
    private func isOfThisMachine(_ request: Request) -> Bool {
        let name = request.headers["host"]?.prefix { $0 != ":" } ?? ""
        // A proxy has its own TLS.
        guard request.publicOrigin == nil else { return true }
        return request.isFromThisMachine
            && (["127.0.0.1", "localhost"].contains(name)
                || request.headers["host"]?.hasPrefix("[::1]") == true)
    }
}
