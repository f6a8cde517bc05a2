/// A JSON value with its members in order, for objects without a type of their own.
///
/// ```swift
/// let event: JSONValue = ["event": "present", "line": 4, "logMAR": .number(0.7)]
/// ```
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number, rounded to this many decimals. Written as `null` if it is infinite
    /// or not a number, which JSON cannot write.
    case number(Double, places: Int = 6)
    case string(String)
    case array([JSONValue])
    case object([Member])
    /// A value that is already JSON, such as `jsonText` of a record.
    case written(String)

    /// A name and its value.
    public struct Member: Sendable, Equatable {
        /// The name, not escaped.
        public var name: String
        /// Its value.
        public var value: JSONValue

        /// A name and its value.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// A string, or null for nil.
    public static func optional(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// A number to three digits after the point, or null for nil.
    public static func rounded(_ number: Double?) -> JSONValue {
        number.map { .number($0, places: 3) } ?? .null
    }

    /// Adds a member at the end of an object; nil adds none. Another value becomes an object.
    public mutating func add(_ name: String, _ value: JSONValue?) {
        guard let value else { return }
        var members: [Member] = []
        if case .object(let own) = self { members = own }
        self = .object(members + [Member(name, value)])
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}

extension JSONValue {
    /// The value in one line, without spaces (RFC 8259).
    public var text: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value, let places):
            Records.rounded(value, places: places).map { "\($0)" } ?? "null"
        case .string(let value): Self.quoted(value)
        case .written(let text): text
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0.name) + ":" + $0.value.text }.joined(separator: ",")
                + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
