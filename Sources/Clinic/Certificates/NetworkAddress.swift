internal import Glibc

/// An IPv4 or IPv6 address.
package struct NetworkAddress: Equatable {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]

    /// The networks of private use, which no public authority answers for (RFC 1918, 3927, 4193,
    /// 4291, 5737, 6598).
    static let privateNetworks = [
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16",
        "100.64.0.0/10", "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "fc00::/7",
        "fe80::/10", "::1/128",
    ]

    /// Reads an address in digits, with or without brackets; nil for a name.
    package init?(_ text: String) {
        let text = text.hasPrefix("[") ? String(text.dropFirst().dropLast()) : text
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Array(bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// An address of its bytes.
    init?(bytes: [UInt8]) {
        guard [4, 16].contains(bytes.count) else { return nil }
        self.bytes = bytes
    }

    /// Its digits.
    var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(
            decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it is of private use.
    var isPrivate: Bool {
        Self.privateNetworks.contains { network in
            let parts = network.split(separator: "/")
            guard parts.count == 2, let length = Int(parts[1]),
                let start = NetworkAddress(String(parts[0])), start.bytes.count == bytes.count
            else { return false }
            return (0..<length).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                return bytes[bit / 8] & mask == start.bytes[bit / 8] & mask
            }
        }
    }
}
