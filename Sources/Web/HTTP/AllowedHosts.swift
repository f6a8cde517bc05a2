/// The names that address this server, and the origins it accepts.
///
/// A page of another site can send requests here from a browser, and can make its own name resolve
/// to this machine (DNS rebinding). The headers Host, Origin and Sec-Fetch-Site reveal both.
package struct AllowedHosts: Sendable {
    /// The origin of each name with its port.
    private var origins: [String: String] = [:]

    /// The names of the loopback interface, and further ones.
    ///
    /// - Parameters:
    ///   - port: where the server listens.
    ///   - names: further names: addresses of the machine's interfaces, its name in the local
    ///     network, those of its certificate. "*.clinic.example" has each name in that domain.
    ///   - isSecure: whether the server uses TLS.
    package init(port: Int, names: [String] = [], isSecure: Bool = false) {
        let scheme = isSecure ? "https" : "http"
        for name in ["127.0.0.1", "localhost", "[::1]"] + names.map({ $0.lowercased() }) {
            // The usual port is not written out (RFC 9110, section 4.2).
            let hosts =
                port == (isSecure ? 443 : 80) ? ["\(name):\(port)", name] : ["\(name):\(port)"]
            for host in hosts { origins[host] = "\(scheme)://\(host)" }
        }
    }

    /// The same names, and those of another port.
    package func and(_ other: AllowedHosts) -> AllowedHosts {
        var all = self
        all.origins.merge(other.origins) { own, _ in own }
        return all
    }

    /// Whether a host, with its port, is one of them.
    package func has(_ host: String) -> Bool { origin(of: host.lowercased()) != nil }

    /// The origin of a host, in lower case; nil if it is not one of them.
    private func origin(of host: String) -> String? {
        if let origin = origins[host] { return host.hasPrefix("*") ? nil : origin }
        guard let dot = host.firstIndex(of: "."), dot > host.startIndex,
            let origin = origins["*" + host[dot...]]
        else { return nil }
        return origin.replacing("*", with: host[..<dot])
    }

    /// The reason that a request must not be answered; nil if it may be.
    package func refusal(of request: Request) -> Refusal? {
        let host = request.headers["host"]?.lowercased()
        // A proxy is reached only by the names that it was set up for.
        guard let own = request.publicOrigin ?? host.flatMap({ origin(of: $0) }) else {
            return .foreign
        }
        if let origin = request.headers["origin"], origin.lowercased() != own {
            return .otherSite
        }
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none",
            !request.opensPage
        {
            return .otherSite
        }
        // Browsers send the origin with every request that changes something. A program need not
        // send it: a page of another site has no token, and a request without a cookie has no
        // rights.
        let isOfProgram =
            request.path.hasPrefix("/api/")
            && (request.headers["authorization"] != nil || request.headers["cookie"] == nil)
        if !["GET", "HEAD"].contains(request.method), request.headers["origin"] == nil, !isOfProgram
        {
            return .noOrigin
        }
        return nil
    }
}

extension Request {
    /// Whether a browser opens a page in its window, such as after a click on a link of any site.
    /// That is safe: the page has no data, and the page's own requests are checked.
    fileprivate var opensPage: Bool {
        ["GET", "HEAD"].contains(method) && !path.hasPrefix("/api")
            && headers["sec-fetch-mode"] == "navigate" && headers["sec-fetch-dest"] == "document"
    }
}

/// The allowed names. They are determined again if a request uses an unknown name, because the
/// machine may have changed networks.
package struct ReachedHosts: Sendable {
    private let ask: @Sendable () -> AllowedHosts
    private var known: AllowedHosts
    private var asked = ContinuousClock.now

    /// The minimum time between two calls of `ask`.
    private static let patience = Duration.seconds(1)

    /// - Parameter ask: gives the names as they are now.
    package init(_ ask: @escaping @Sendable () -> AllowedHosts) {
        self.ask = ask
        known = ask()
    }

    /// The reason that a request must not be answered; nil if it may be.
    package mutating func refusal(of request: Request) -> Refusal? {
        let refusal = known.refusal(of: request)
        guard refusal == .foreign, asked.duration(to: .now) >= Self.patience else {
            return refusal
        }
        asked = .now
        known = ask()
        return known.refusal(of: request)
    }
}

/// The headers of every answer: a browser loads nothing from elsewhere, lets no other site frame or
/// read a page, and caches nothing.
package enum SecurityHeaders {
    /// Names and values.
    package static let all = [
        (
            "Content-Security-Policy",
            // WebAssembly finds the eyes in the camera's picture.
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"
                + " img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none';"
                + " form-action 'none';"
                + " frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cache-Control", "no-store"),
    ]
}
