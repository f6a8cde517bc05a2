// Requests that a reverse proxy passes on: its headers say who asked for which address.

extension Request {
    /// The names of the headers that a proxy sets, in lower case. The values of a repeated header
    /// are joined by commas, because the proxy may add its own after the sender's.
    package static let forwardingHeaders: Set<String> = [
        "forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
    ]

    /// The request as the named proxy received it (RFC 7239, or the headers X-Forwarded-For, -Host and
    /// -Proto). The last value of each header counts, which is the proxy's own. Unchanged without such
    /// headers: a program of the proxy's machine sent it.
    package func forwarded() -> Request {
        func last(_ name: String) -> String? {
            headers[name]?.split(separator: ",").last.map { $0.trimmed }
        }
        let pairs = (last("forwarded") ?? "").split(separator: ";").compactMap {
            part -> (String, String)? in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmed }
            return pair.count == 2 ? (pair[0].lowercased(), pair[1].filter { $0 != "\"" }) : nil
        }
        let standard = Dictionary(pairs) { _, own in own }
        let senders = [last("x-forwarded-for"), standard["for"]].compactMap { $0 }
        guard !senders.isEmpty else { return self }
        var request = self
        // The proxy may set only one header, and the sender the other. If they differ, all senders
        // count as one.
        let networks = Set(senders.map(Self.network))
        request.peer = networks.count == 1 ? "for \(networks.first ?? "")" : "for \(peer)"
        let host = last("x-forwarded-host") ?? standard["host"] ?? headers["host"] ?? ""
        let scheme = last("x-forwarded-proto") ?? standard["proto"] ?? "http"
        request.headers["host"] = host
        request.publicOrigin = "\(scheme.lowercased())://\(host.lowercased())"
        return request
    }

    /// The network of a sender, in the form of `peer`: an IPv4 address, or the first half of an
    /// IPv6 address.
    private static func network(of sender: String) -> String {
        let isBracketed = sender.hasPrefix("[")
        let address =
            isBracketed
            ? String(sender.dropFirst().prefix { $0 != "]" })
            : sender.count { $0 == ":" } == 1 ? String(sender.prefix { $0 != ":" }) : sender
        guard address.contains(":") else { return address }
        let parts = address.lowercased().split(separator: ":", omittingEmptySubsequences: false)
        if let last = parts.last, last.contains(".") { return String(last) }
        let head = parts.prefix { !$0.isEmpty }.prefix(4).map(String.init)
        return (head + Array(repeating: "0", count: 4 - head.count)).joined(separator: ":")
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
