internal import CommandLineKit
internal import TestPages

/// The addresses of a lane, as a person types them.
struct LaneAddresses {
    /// The addresses of the pages, without a path.
    let pages: [String]
    /// The address of the page about this machine's authority; nil without one.
    let trust: String?
    /// The names by which the pages may be reached.
    private let hosts: AllowedHosts

    /// - Parameters:
    ///   - address: the address where the server listens.
    ///   - port: its port.
    ///   - plainPort: the port without TLS beside it; nil if the server uses none.
    init(_ address: String, port: Int, plainPort: Int?) {
        let others = LocalNames.addresses.filter { !$0.contains(":") }
        func origin(_ host: String, isPlain: Bool) -> String {
            "\(isPlain ? "http" : "https")://\(host):\(isPlain ? plainPort ?? port : port)"
        }
        let isEvery = ["0.0.0.0", "::"].contains(address)
        let digits = address.contains(":") ? "[\(address)]" : address
        guard let plainPort else {
            pages =
                isEvery
                ? (["127.0.0.1"] + others).map { origin($0, isPlain: true) }
                : [origin(digits, isPlain: true)]
            trust = nil
            hosts = AllowedHosts(
                port: port, names: isEvery ? LocalNames.all : [digits])
            return
        }
        let outside = isEvery ? others : [digits]
        pages =
            (isEvery ? [origin("127.0.0.1", isPlain: true)] : [])
            + outside.map { origin($0, isPlain: false) }
        trust = outside.first.map { origin($0, isPlain: true) + Doorway.page }
        let names = LocalNames.all + [digits]
        hosts = AllowedHosts(port: port, names: names, isSecure: true)
            .and(AllowedHosts(port: plainPort))
    }

    /// The names by which the pages may be reached, as they are now.
    static func hosts(_ address: String, port: Int, plainPort: Int?) -> AllowedHosts {
        LaneAddresses(address, port: port, plainPort: plainPort).hosts
    }
}
