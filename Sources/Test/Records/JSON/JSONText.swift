internal import Foundation

extension Encodable {
    /// The value as JSON on one line, with the keys of each object in alphabetical order.
    ///
    /// Numbers that JSON cannot write must be nil: `rounded(_:places:)` makes them nil.
    package var jsonText: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            preconditionFailure("\(Self.self) cannot be written as JSON: \(error)")
        }
    }
}

/// A number rounded for JSON; nil for nil, infinity and NaN, which JSON cannot express.
package func rounded(_ number: Double?, places: Int = 3) -> Double? {
    guard let number, number.isFinite else { return nil }
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let rounded = (number * scale).rounded() / scale
    // Adding zero turns -0 into 0.
    return (rounded.isFinite ? rounded : number) + 0
}

/// An optional property that JSON writes as null if it is nil, instead of leaving it out.
@propertyWrapper
package struct OrNull<Value> {
    /// The value, or nil.
    package var wrappedValue: Value?

    /// A value, or nil.
    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }
}

extension OrNull: Sendable where Value: Sendable {}
extension OrNull: Equatable where Value: Equatable {}

extension OrNull: Encodable where Value: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension OrNull: Decodable where Value: Decodable {
    package init(from decoder: any Decoder) throws {
        wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
    }
}

extension KeyedDecodingContainer {
    /// Reads an `OrNull` property, which may also be left out.
    package func decode<Value: Decodable>(
        _ type: OrNull<Value>.Type, forKey key: Key
    ) throws -> OrNull<Value> {
        OrNull(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
    }
}

extension Encoder {
    /// Writes members of an object, after any that are already written.
    ///
    /// A member that is nil is left out; `orNull` makes it null.
    package func write(_ members: KeyValuePairs<String, (any Encodable)?>) throws {
        try write(members.map { (name: $0.key, value: $0.value) })
    }

    fileprivate func write(_ members: [(name: String, value: (any Encodable)?)]) throws {
        var container = container(keyedBy: MemberName.self)
        for (name, value) in members {
            if let value { try container.encode(value, forKey: MemberName(stringValue: name)) }
        }
    }
}

/// An object without its own type.
///
/// ```swift
/// let event: JSONObject = ["event": "present", "line": 4, "logMAR": rounded(0.7, places: 6)]
/// ```
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: (any Encodable)?)]

    /// An object of these members. One that is nil is left out; `orNull` makes it null.
    package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        self.members = members.map { (name: $0.0, value: $0.1) }
    }

    /// Adds members, or replaces those of the same names.
    package mutating func add(_ other: JSONObject) { members += other.members }

    package func encode(to encoder: any Encoder) throws { try encoder.write(members) }
}

private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
}

/// A value that JSON writes as null where it is nil.
package func orNull<Value: Encodable>(_ value: Value?) -> OrNull<Value> {
    OrNull(wrappedValue: value)
}

/// A share, 0…1, rounded for JSON; nil for a share of nothing.
package func share(_ share: Double?) -> Double? { rounded(share, places: 4) }

/// The ends of an interval of shares, rounded for JSON.
package func shares(_ interval: ClosedRange<Double>?) -> [Double]? {
    interval.map { [$0.lowerBound, $0.upperBound].compactMap { share($0) } }
}
