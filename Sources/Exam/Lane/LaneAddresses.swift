internal import CommandLineKit
internal import Glibc
internal import HTTP
internal import Synchronization
internal import TestPages

/// The addresses of a lane, as a person types them.
struct LaneAddresses {
    /// The addresses of the pages, without a path.
    let pages: [String]
    /// The address of the page about this machine's authority; nil without one.
    let trust: String?
    /// The addresses of the pages that other devices can use, without a path.
    var outside: [String] { pages.filter { !$0.contains("//127.") && !$0.contains("//[::1]") } }
    /// The names that reach the pages.
    private let hosts: AllowedHosts

    /// - Parameters:
    ///   - address: the address where the server listens.
    ///   - port: its port.
    ///   - plainPort: its port without TLS; nil if the server uses none.
    ///   - certified: the names of a certificate of another authority.
    init(_ address: String, port: Int, plainPort: Int?, certified: [String] = []) {
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
        // With a certificate for a name, browsers warn of any other address.
        let named = certified.filter { !$0.hasPrefix("*") }
        let outside = named + (isEvery ? others : [digits]).filter { !named.contains($0) }
        pages =
            (isEvery ? [origin("127.0.0.1", isPlain: true)] : [])
            + outside.map { origin($0, isPlain: false) }
        trust = outside.first.map { origin($0, isPlain: true) + LaneAuthority.page }
        let names = LocalNames.all + [digits] + certified
        hosts = AllowedHosts(port: port, names: names, isSecure: true)
            .and(AllowedHosts(port: plainPort))
    }

    /// The names that reach the pages, as they are now.
    static func hosts(
        _ address: String, port: Int, plainPort: Int?, certified: [String] = []
    ) -> AllowedHosts {
        LaneAddresses(address, port: port, plainPort: plainPort, certified: certified).hosts
    }
}

/// The names and addresses of this machine in its network.
package enum LocalNames {
    /// The addresses of its interfaces, its name, and its name in the local network (RFC 6762), as
    /// written in the address of a page.
    package static var all: [String] {
        let host = hostName
        return addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
            + (host.isEmpty ? [] : [host, "\(host).local"])
    }

    /// The addresses at which other machines may reach this one: those of its interfaces except the
    /// loopback, IPv4 first.
    package static var addresses: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        var addresses: [String] = []
        var entry = list
        while let here = entry {
            if let address = here.pointee.ifa_addr, let text = digits(of: address) {
                addresses.append(text)
            }
            entry = here.pointee.ifa_next
        }
        return addresses.filter { !$0.hasPrefix("127.") && $0 != "::1" && !$0.contains("%") }
            .sorted { !$0.contains(":") && $1.contains(":") }
    }

    private static func digits(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        let length: Int
        switch Int32(address.pointee.sa_family) {
        case AF_INET: length = MemoryLayout<sockaddr_in>.size
        case AF_INET6: length = MemoryLayout<sockaddr_in6>.size
        default: return nil
        }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        guard
            getnameinfo(
                address, socklen_t(length), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                == 0
        else { return nil }
        return string(text)
    }

    /// The name of this machine; empty if it has none.
    package static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return string(name)
    }

    private static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The current addresses of a lane, once its server has a port: a machine gets new ones when it
/// changes networks.
final class ReachedAddresses: Sendable {
    private let find = Mutex<(@Sendable () -> LaneAddresses)?>(nil)

    /// The addresses; nil before `set`.
    var current: LaneAddresses? { find.withLock { $0 }?() }

    /// Sets the function that finds the addresses.
    func set(_ find: @escaping @Sendable () -> LaneAddresses) { self.find.withLock { $0 = find } }
}
