import Peers

/// A port that a test finds, and opens later or again.
enum OwnPort {
    /// A free port below those that the system gives to programs that ask for any.
    static func find() -> Int {
        while true {
            let port = try? HL7Port(host: "127.0.0.1", port: .random(in: 10_000..<32_000)) { $0 }
            guard let port else { continue }
            port.stop()
            return port.port
        }
    }
}
