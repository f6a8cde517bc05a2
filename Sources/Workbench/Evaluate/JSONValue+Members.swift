package import Records

extension JSONValue {
    /// An object of these members, in their order.
    package static func members(_ members: [(String, JSONValue)]) -> JSONValue {
        .object(members.map { Member($0.0, $0.1) })
    }

    /// An object of a value for each name, in the order of the names.
    package static func members<Value>(
        of values: [String: Value], _ json: (Value) -> JSONValue
    ) -> JSONValue {
        members(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) })
    }
}
