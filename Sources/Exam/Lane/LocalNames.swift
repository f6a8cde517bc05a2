internal import Glibc

/// The names and addresses of this machine in its network.
package enum LocalNames {
    /// The addresses of its interfaces, its name, and its name in the local network (RFC 6762), as
    /// written in the address of a page.
    package static var all: [String] {
        let host = hostName
        return addresses.map { $0.contains(":") ? "[\($0)]" : $0 }
            + (host.isEmpty ? [] : [host, "\(host).local"])
    }

    /// The addresses by which other machines may reach it: those of its interfaces but the
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
