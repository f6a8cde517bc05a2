internal import Synchronization

/// The identifier of a person, a sitting or a test: a UUID of version 7 (RFC 9562), in small
/// letters.
///
/// Any lane can make one without asking another. Those of one program sort by the time they were
/// made, even if the clock is set back. It says nothing about the person, so it may stand in an
/// address or a log.
package struct RecordID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The text: "01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a".
    package let text: String

    private static let last = Mutex<Int64>(0)

    /// An identifier of its text; nil for anything else.
    package init?(_ text: String) {
        let small = text.lowercased()
        let parts = small.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12],
            parts.joined().utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else { return nil }
        self.text = small
    }

    /// A new one.
    ///
    /// - Parameter now: its first 48 bits are the milliseconds.
    package init(at now: Moment) {
        var generator = SystemRandomNumberGenerator()
        let time = Self.last.withLock { last in
            last = max(now.milliseconds, last)
            return UInt64(max(0, last)) & 0xFFFF_FFFF_FFFF
        }
        // Twelve bits of a counter would keep the order within a millisecond; chance is enough.
        let high = time << 16 | 0x7000 | UInt64.random(in: 0...0xFFF, using: &generator)
        let low =
            0x8000_0000_0000_0000
            | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF, using: &generator)
        func hexadecimal(_ value: UInt64) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        let digits = Array(hexadecimal(high) + hexadecimal(low))
        text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
            .joined(separator: "-")
    }

    /// See `text`.
    package var description: String { text }

    package static func < (one: RecordID, other: RecordID) -> Bool { one.text < other.text }
}

extension RecordID: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let id = RecordID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an identifier that is no UUID")
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
