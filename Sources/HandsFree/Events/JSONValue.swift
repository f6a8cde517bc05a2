/// A JSON value whose objects keep the order of their keys, as people read them.
public enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int)
    /// A number; one that is not finite, which JSON cannot write, becomes null.
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([Member])

    /// A key with its value.
    public struct Member: Sendable, Equatable {
        public var key: String
        public var value: JSONValue

        /// A key with its value.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// A text, or null for nil.
    public static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

    /// A number to three decimals, or null for nil.
    public static func rounded(_ number: Double?) -> JSONValue {
        guard let number else { return .null }
        return .number((number * 1000).rounded() / 1000)
    }

    /// The value in one line (RFC 8259).
    public var line: String {
        switch self {
        case .null: "null"
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .text(let text): Self.quoted(text)
        case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.map { Self.quoted($0.key) + ":" + $0.value.line }.joined(separator: ",")
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
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral text: String) { self = .text(text) }
    public init(integerLiteral integer: Int) { self = .integer(integer) }
    public init(booleanLiteral bool: Bool) { self = .bool(bool) }
    public init(arrayLiteral values: JSONValue...) { self = .array(values) }
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member($0, $1) })
    }
}
