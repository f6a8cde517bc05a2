internal import Foundation

/// A message of HL7 v2: segments of fields, in the encoding `|^~\&`.
package struct HL7Message: Sendable, Equatable {
    /// A segment: its name, and its fields in their escaped form, numbered from 1.
    package struct Segment: Sendable, Equatable {
        /// Three letters.
        package let name: String
        fileprivate var fields: [String]

        /// A segment with some fields by their numbers. MSH-1 and MSH-2 are not among them.
        init(_ name: String, _ fields: [Int: String?]) {
            self.name = name
            let last = fields.compactMap { $0.value?.isEmpty == false ? $0.key : nil }.max() ?? 0
            self.fields = (0..<last).map { (fields[$0 + 1] ?? nil) ?? "" }
        }

        fileprivate init(line: Substring) {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(
                String.init)
            name = parts[0]
            // MSH-1 is the bar itself.
            fields = (name == "MSH" ? ["|"] : []) + parts.dropFirst().map { HL7Message.value($0) }
        }

        /// A field as it was sent; empty without one.
        package subscript(_ field: Int) -> String {
            field >= 1 && field <= fields.count ? fields[field - 1] : ""
        }

        fileprivate var text: String {
            ([name] + (name == "MSH" ? Array(fields.dropFirst()) : fields)).joined(separator: "|")
        }
    }

    /// The segments, MSH first.
    package let segments: [Segment]

    /// A message of segments; MSH is the first.
    init(_ segments: [Segment]) { self.segments = segments }

    /// Maximum number of fields of a message that is read: chosen, far more than any has.
    private static let mostFields = 20_000

    /// A message of its text; nil if it does not begin with MSH and the usual encoding, or has too many
    /// fields.
    package init?(_ text: String) {
        guard text.hasPrefix("MSH|^~\\&"), text.utf8.count(where: { $0 == 0x7C }) < Self.mostFields
        else { return nil }
        let segments = text.split { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
            .map { Segment(line: $0) }
        guard segments.dropFirst().allSatisfy({ $0.name.count == 3 }) else { return nil }
        self.segments = segments
    }

    /// The text, each segment with its carriage return.
    package var text: String { segments.map { $0.text + "\r" }.joined() }

    /// The first segment of a name; nil without one.
    package func first(_ name: String) -> Segment? { segments.first { $0.name == name } }

    /// A field of the first segment of a name; empty without one.
    package func field(_ name: String, _ number: Int) -> String { first(name)?[number] ?? "" }

    /// A text with HL7's signs escaped; controls become spaces.
    package static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "|": out += "\\F\\"
            case "^": out += "\\S\\"
            case "~": out += "\\R\\"
            case "\\": out += "\\E\\"
            case "&": out += "\\T\\"
            case let control where control.value < 0x20 || control.value == 0x7F: out += " "
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }

    /// A field that another system gave, in HL7 or as plain text, as it may be sent. Components and
    /// escapes stay (v2.5.1, 2.7); all that would end the field or begin an escape is escaped;
    /// controls become spaces.
    package static func returned(_ field: String) -> String {
        var out = ""
        func add(_ text: Substring) {
            for scalar in text.unicodeScalars {
                let sign = String(scalar)
                out += sign == "^" || sign == "&" ? sign : escaped(sign)
            }
        }
        var rest = field[...]
        while let escape = rest.firstMatch(
            of: #/\\(?:[EFHNRST]|[CMXZ][0-9A-Fa-f]+|\.[a-z]{2}[-+0-9]*)\\/#)
        {
            add(rest[..<escape.range.lowerBound])
            out += String(escape.0)
            rest = rest[escape.range.upperBound...]
        }
        add(rest)
        return out
    }

    /// A text with its escapes resolved. Unknown escapes are left out.
    package static func plain(_ text: some StringProtocol) -> String {
        var out = ""
        var parts = text.split(separator: "\\", omittingEmptySubsequences: false)[...]
        while let part = parts.popFirst() {
            out += part
            guard let escape = parts.popFirst() else { break }
            guard !parts.isEmpty else {
                out += "\\" + escape
                break
            }
            switch escape {
            case "F": out += "|"
            case "S": out += "^"
            case "T": out += "&"
            case "R": out += "~"
            case "E": out += "\\"
            default: break
            }
        }
        return out
    }

    /// The components of a field, with their escapes resolved.
    package static func components(_ field: some StringProtocol) -> [String] {
        field.split(separator: "^", omittingEmptySubsequences: false).map { plain(value($0)) }
    }

    /// A field or a component; empty for the null value `""`, with which a sender deletes a value
    /// (v2.5.1, 2.5.3).
    private static func value(_ text: some StringProtocol) -> String {
        text == "\"\"" ? "" : String(text)
    }
}

/// The frame of MLLP: 0x0B, the message, 0x1C, 0x0D (HL7 v2.5.1, appendix C).
package struct MLLPFrames {
    private var bytes: [UInt8] = []
    private var isInside = false
    /// The longest message, bytes: chosen.
    package static let longest = 2 << 20

    /// No bytes yet.
    package init() {}

    /// The frame of a message.
    package static func frame(_ message: [UInt8]) -> [UInt8] { [0x0B] + message + [0x1C, 0x0D] }

    /// Takes bytes as they come, and returns the messages that are complete. Noise between frames is
    /// left out.
    ///
    /// - Throws: `MLLPTooLong`.
    package mutating func take(_ more: [UInt8]) throws(MLLPTooLong) -> [[UInt8]] {
        var complete: [[UInt8]] = []
        for byte in more {
            switch byte {
            case 0x0B:
                isInside = true
                bytes = []
            case 0x1C where isInside:
                isInside = false
                complete.append(bytes)
                bytes = []
            default:
                guard isInside else { continue }
                bytes.append(byte)
                guard bytes.count <= Self.longest else { throw MLLPTooLong() }
            }
        }
        return complete
    }
}

/// A message is longer than `MLLPFrames.longest`.
package struct MLLPTooLong: Error {}
