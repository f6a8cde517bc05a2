/// A declared kind of request, which a table finds by its method and path.
package protocol Routed: Sendable {
    /// "GET".
    var method: String { get }
    /// The path, with its parameters in braces: "/people/{person}".
    var path: String { get }
}

/// A kind of request: its method and path, the right that its sender needs, and the handler.
///
///     Route("POST", "/stop", .patient) { call in try call.pages.stop(call.request) }
///
/// `Access` has the rights of one part of the server, `Call` the request and the part.
package struct Route<Access: Sendable, Call>: Routed {
    package let method: String
    package let path: String
    /// The right that the sender needs; the part checks it before it calls the handler.
    package let access: Access
    /// Whether the answer is a stream of events.
    package let isStream: Bool
    /// Answers a request whose sender has the right.
    package let answer: @Sendable (Call) throws(Refusal) -> Reply

    /// Sets each property from the parameter of its name.
    package init(
        _ method: String, _ path: String, _ access: Access, isStream: Bool = false,
        answer: @escaping @Sendable (Call) throws(Refusal) -> Reply
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isStream = isStream
        self.answer = answer
    }

    /// The route of a file.
    package init(file: Reply.Content, at path: String, _ access: Access) {
        self.init("GET", path, access) { _ in .content(file) }
    }
}

/// The routes of a part of the server.
package struct RouteTable<Entry: Routed>: Sendable {
    private var plain: [String: [Entry]] = [:]
    private var patterns: [(parts: [Substring], entry: Entry)] = []

    /// A table of routes.
    package init(_ routes: [Entry]) {
        for route in routes {
            if route.path.contains("{") {
                patterns.append((Self.parts(route.path[...]), route))
            } else {
                plain[route.path, default: []].append(route)
            }
        }
    }

    private static func parts(_ path: Substring) -> [Substring] {
        path.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The route of a request and the values of its path, by their names. HEAD has the route of
    /// GET. If several paths match, the one with the fewest parameters counts.
    ///
    /// - Parameter root: the beginning of the request's path that the table's paths lack.
    /// - Throws: `Refusal.notFound`, or `.wrongMethod` with the methods of the path.
    package func find(
        _ request: Request, below root: String = ""
    ) throws(Refusal) -> (route: Entry, values: [String: String]) {
        guard request.path.hasPrefix(root) else { throw .notFound }
        let found = routes(at: request.path.dropFirst(root.count))
        guard !found.isEmpty else { throw .notFound }
        let method = request.read.method
        guard let match = found.first(where: { $0.route.method == method }) else {
            let methods = found.map(\.route.method)
            throw .wrongMethod(allowed: methods + (methods.contains("GET") ? ["HEAD"] : []))
        }
        return match
    }

    private func routes(at path: Substring) -> [(route: Entry, values: [String: String])] {
        if let plain = plain[String(path)] { return plain.map { ($0, [:]) } }
        let parts = Self.parts(path)
        let found = patterns.compactMap { pattern in
            Self.values(of: parts, in: pattern.parts).map { (route: pattern.entry, values: $0) }
        }
        let fewest = found.map(\.values.count).min()
        return found.filter { $0.values.count == fewest }
    }

    /// The values of a path; nil if it does not match the pattern.
    private static func values(
        of path: [Substring], in pattern: [Substring]
    ) -> [String: String]? {
        guard pattern.count == path.count else { return nil }
        var values: [String: String] = [:]
        for (part, given) in zip(pattern, path) {
            if part.hasPrefix("{") {
                values[String(part.dropFirst().dropLast())] = String(given)
            } else if part != given {
                return nil
            }
        }
        return values
    }
}
