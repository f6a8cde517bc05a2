/// The names that this server may be called by, and where its pages may come from.
///
/// A page of another site can send requests here in a browser, and can have its own name lead here
/// ("DNS rebinding"); both give themselves away by the headers Host, Origin and Sec-Fetch-Site.
public struct AllowedHosts: Sendable {
    private let names: Set<String>

    /// This machine's names for itself, and others.
    ///
    /// - Parameters:
    ///   - port: where the server listens.
    ///   - names: what it is called besides the names of this machine for itself: addresses of its
    ///     interfaces, its name in the local network.
    public init(port: Int, names: [String] = []) {
        let all = ["127.0.0.1", "localhost", "[::1]"] + names
        // Port 80 is not written out (RFC 9110, section 4.2.1).
        self.names = Set(
            all.flatMap { name in
                ["\(name.lowercased()):\(port)"] + (port == 80 ? [name.lowercased()] : [])
            })
    }

    /// Whether a request may be answered.
    package func allow(_ request: Request) -> Bool {
        guard let host = request.headers["host"]?.lowercased(), names.contains(host) else {
            return false
        }
        if let origin = request.headers["origin"], origin.lowercased() != "http://\(host)" {
            return false
        }
        if let site = request.headers["sec-fetch-site"], site != "same-origin", site != "none" {
            return false
        }
        // Browsers name the origin of every request that changes something.
        return request.method == "GET" || request.headers["origin"] != nil
    }
}

/// By what names the pages may be reached now.
struct ReachedHosts: Sendable {
    private let ask: @Sendable () -> AllowedHosts
    private var known: AllowedHosts
    private var asked = ContinuousClock.now

    /// How often the names are asked for at most.
    private static let patience = Duration.seconds(1)

    /// - Parameter ask: tells the names as they are.
    init(_ ask: @escaping @Sendable () -> AllowedHosts) {
        self.ask = ask
        known = ask()
    }

    /// Whether a request may be answered; where it may not, the names may be others by now.
    mutating func allow(_ request: Request) -> Bool {
        if known.allow(request) { return true }
        guard asked.duration(to: .now) >= Self.patience else { return false }
        asked = .now
        known = ask()
        return known.allow(request)
    }
}
