/// The address and port of a server, and its limits.
package struct ServerSettings: Sendable, Equatable {
    /// The address of the interface, as digits: "127.0.0.1", "0.0.0.0", "::1".
    package var address: String
    /// The port; 0 lets the system choose a free one.
    package var port: Int
    /// Simultaneous connections; further ones wait.
    package var connections = 512
    /// Simultaneous connections of one address: a browser opens six, and five browsers may show the
    /// pages of a lane from one address.
    package var connectionsOfOne = 32
    /// Limit of a request body, bytes.
    package var bodyBytes = 4_096
    /// Limit of a request line with its headers, bytes.
    package var headerBytes = 32_768
    /// The time that a connection may be idle within a request or an answer, seconds.
    package var patienceSeconds = 20
    /// Limit from one answer to the end of the next, seconds, however steadily the other side sends
    /// or reads; event streams are exempt. Checked at each heartbeat.
    package var deadlineSeconds = 30.0
    /// The interval at which an idle event stream is written to, so that a lost page is noticed,
    /// seconds.
    package var heartbeatSeconds = 5.0
    /// Requests per second of one device after its first burst. Pages with a session share a limit
    /// of the same size, whatever their device.
    package var requestsPerSecond = 200.0
    /// Requests of one device in a burst: fifty pages opened at once.
    package var burst = 1_000.0
    /// The bytes of the address of a reverse proxy, whose headers are believed; nil for none.
    package var proxy: [UInt8]?
    /// The certificate of the server; nil to serve without TLS.
    package var certificate: ServerCertificate?
    /// Devices with a rate limit of their own; the one not heard from for longest is forgotten
    /// first.
    package var devices = 256

    /// Settings for an address and port, with the usual limits.
    package init(address: String = "127.0.0.1", port: Int) {
        self.address = address
        self.port = port
    }

    /// Whether it listens at this machine's loopback.
    package var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }

    /// Whether only this machine can reach it: no proxy passes on requests of others.
    package var isOfThisMachine: Bool { isLocal && proxy == nil }
}

/// A certificate with its key, as PEM.
package struct ServerCertificate: Sendable, Equatable {
    /// The certificate, with any intermediate certificates.
    package let certificate: [UInt8]
    /// The private key.
    package let key: [UInt8]
    /// Whether browsers are to insist on TLS from now on (RFC 6797): false with our own authority,
    /// because its page is read without TLS.
    package let isForGood: Bool
    /// The names and addresses that it is for, which may then address the server; the first
    /// label may be "*".
    package let names: [String]

    /// Sets each property from the parameter of its name.
    package init(certificate: [UInt8], key: [UInt8], isForGood: Bool, names: [String] = []) {
        self.names = names
        self.certificate = certificate
        self.key = key
        self.isForGood = isForGood
    }
}

/// A running server.
package protocol RunningServer: AnyObject, Sendable {
    /// The port at which it listens.
    var port: Int { get }

    /// The address at which it listens, in the system's notation.
    var address: String { get }

    /// Closes all connections and stops listening. Call it once.
    func stop()
}
