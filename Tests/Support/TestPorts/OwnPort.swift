internal import Peers

/// A port that a test finds, and opens later or again.
package enum OwnPort {
    /// Ports below those that the system gives to programs that ask for any.
    private static let range = 10_000..<32_000
    private static let tries = 200

    /// A free port.
    ///
    /// - Throws: the error of the last of 200 ports, if none of them can be opened.
    package static func find() throws -> Int {
        var port = try? open()
        for _ in 2..<tries where port == nil { port = try? open() }
        let found = try port ?? open()
        found.stop()
        return found.port
    }

    private static func open() throws -> HL7Port {
        try HL7Port(host: "127.0.0.1", port: .random(in: range)) { $0 }
    }
}
