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
        for _ in 1..<tries {
            if let port = try? open() { return port }
        }
        return try open()
    }

    private static func open() throws -> Int {
        let port = try HL7Port(host: "127.0.0.1", port: .random(in: range)) { $0 }
        port.stop()
        return port.port
    }
}
