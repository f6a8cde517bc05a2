internal import HandsFree

extension JSONValue {
    /// A share, 0…1; null where there is none.
    static func share(_ share: Double?) -> JSONValue {
        share.map { .number($0, places: 4) } ?? .null
    }

    /// The ends of an interval of shares; null where there is none.
    static func interval(_ interval: ClosedRange<Double>?) -> JSONValue {
        interval.map { [.share($0.lowerBound), .share($0.upperBound)] } ?? .null
    }

    /// An object of these members, in their order.
    static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { Member($0.0, $0.1) })
    }

    /// An object of a value for each name, in the order of the names.
    static func members<Value>(
        of values: [String: Value], _ json: (Value) -> JSONValue
    ) -> JSONValue {
        members(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
}
