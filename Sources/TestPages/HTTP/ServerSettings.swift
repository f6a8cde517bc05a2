/// Where a server listens, and how much it takes.
public struct ServerSettings: Sendable, Equatable {
    /// The address of the interface, as digits: "127.0.0.1", "0.0.0.0", "::1".
    public var address: String
    /// The port; 0 lets the system choose a free one.
    public var port: Int
    /// Connections at one time; further ones wait until one ends.
    public var connections = 256
    /// The same of one device, so that it leaves room for the others: a browser opens six, and the
    /// patient's and the operator's page may be open in two.
    public var connectionsOfOne = 16
    /// The largest request body that is taken, bytes.
    public var bodyBytes = 4_096
    /// What a request line and its headers may take, bytes.
    public var headerBytes = 32_768
    /// How long a connection may be idle in the middle of a request or an answer, seconds.
    public var patienceSeconds = 20
    /// How long a connection may take from one answer to the end of the next, seconds, however
    /// steadily it sends or reads; only events go on for longer. It is looked at with each
    /// heartbeat.
    public var deadlineSeconds = 30.0
    /// How often a live page is written to although nothing changes, so that a page that is gone is
    /// noticed, seconds.
    public var heartbeatSeconds = 5.0
    /// Requests of one device that are answered in a second, once the first burst is over. Those
    /// of the pages that were let in have as much again, whatever device they are of.
    public var requestsPerSecond = 200.0
    /// Requests of one device that are answered in a burst: fifty pages that are opened at once.
    public var burst = 1_000.0
    /// Devices whose requests are counted; those of which nothing was heard for longest share anew.
    public var devices = 256

    /// Where a server listens; all else as usual.
    public init(address: String = "127.0.0.1", port: Int) {
        self.address = address
        self.port = port
    }

    /// Whether only this machine can reach it.
    public var isLocal: Bool { address.hasPrefix("127.") || address == "::1" }
}

/// A server that runs.
public protocol RunningServer: AnyObject, Sendable {
    /// The port that it listens at.
    var port: Int { get }

    /// The address that it listens at, in digits as the system writes them.
    var address: String { get }

    /// Ends all connections and stops listening. Call it once.
    func stop()
}
