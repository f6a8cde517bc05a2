internal import Foundation
internal import HTTP
internal import RecordStore
internal import Records

/// The form of a JSON value: requests are checked by it, and the OpenAPI document shows it (JSON
/// Schema 2020-12).
indirect enum Schema: Sendable {
    /// A text of a form.
    case text(TextForm)
    /// A whole number.
    case whole(ClosedRange<Int>)
    /// A number.
    case number
    /// True or false.
    case flag
    /// One of these words.
    case choice([String])
    /// A list.
    case list(Schema)
    /// An object of these members.
    case object([Member])
    /// An object that also has members that are not described here.
    case open([Member])
    /// The value, or null.
    case optional(Schema)
    /// A form of `Schema.named`.
    case named(String)

    /// A member of an object.
    struct Member: Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool
        let note: String?

        init(_ name: String, _ schema: Schema, required: Bool = false, _ note: String? = nil) {
            self.name = name
            self.schema = schema
            isRequired = required
            self.note = note
        }
    }

    /// The form of a text.
    enum TextForm: Sendable {
        /// Any text.
        case any
        /// A text to search for, up to 200 characters.
        case words
        /// One line that is not empty and has no space at its ends, up to 200 characters.
        case line
        /// A day: "1957-08-23".
        case day
        /// A point in time with its time zone.
        case moment
        /// A UUID.
        case id
    }
}

extension Schema {
    typealias Fault = Refusal.Fault

    /// The faults of a value; none if it fits.
    func faults(in value: JSONValue, at pointer: String = "") -> [Fault] {
        func fault(_ detail: String) -> [Fault] { [Fault(pointer: pointer, detail: detail)] }
        switch (self, value) {
        case (.named(let name), _):
            return (Self.named[name] ?? .open([])).faults(in: value, at: pointer)
        case (.optional, .null): return []
        case (.optional(let schema), _): return schema.faults(in: value, at: pointer)
        case (.text(let form), .text(let text)): return form.fault(of: text).map(fault) ?? []
        case (.whole(let range), .number(let number)):
            let isFit =
                number.rounded() == number && number >= Double(range.lowerBound)
                && number <= Double(range.upperBound)
            return isFit
                ? [] : fault("Give a whole number, \(range.lowerBound) to \(range.upperBound).")
        case (.number, .number), (.flag, .flag): return []
        case (.choice(let words), .text(let text)):
            return words.contains(text)
                ? [] : fault("Give one of: \(words.joined(separator: ", ")).")
        case (.list(let schema), .list(let values)):
            return values.enumerated().flatMap {
                schema.faults(in: $0.element, at: "\(pointer)/\($0.offset)")
            }
        case (.object(let members), .object(let values)):
            let known = Set(members.map(\.name))
            let unknown = values.keys.filter { !known.contains($0) }
            return Self.faults(of: members, in: values, at: pointer)
                + (unknown.isEmpty ? [] : fault("There is a member that is not known here."))
        case (.open(let members), .object(let values)):
            return Self.faults(of: members, in: values, at: pointer)
        default: return fault("Give \(words).")
        }
    }

    private static func faults(
        of members: [Member], in values: [String: JSONValue], at pointer: String
    ) -> [Fault] {
        members.flatMap { member -> [Fault] in
            let place = "\(pointer)/\(member.name)"
            guard let value = values[member.name] else {
                return member.isRequired
                    ? [Fault(pointer: place, detail: "This member is missing.")] : []
            }
            return member.schema.faults(in: value, at: place)
        }
    }

    /// The kind in words.
    private var words: String {
        switch self {
        case .text: "a text"
        case .whole: "a whole number"
        case .number: "a number"
        case .flag: "true or false"
        case .choice: "a word"
        case .list: "a list"
        case .object, .open, .named: "an object"
        case .optional(let schema): schema.words + " or null"
        }
    }
}

extension Schema.TextForm {
    /// The fault of a text; nil if it fits.
    func fault(of text: String) -> String? {
        switch self {
        case .any: nil
        case .words:
            Person.isShort(text) ? nil : "Give at most \(Person.longestText) characters."
        case .line:
            text.wholeMatch(of: #/(?![\s\p{White_Space}])[^\u0000-\u001F\u007F]{1,200}/#) != nil
                && text.unicodeScalars.last?.properties.isWhitespace == false
                ? nil : "Give 1 to 200 characters on one line, without a space at the ends."
        case .day: CalendarDay(text) == nil ? "Give a day such as 1957-08-23." : nil
        case .moment: Moment(text) == nil ? "Give a time such as 2026-01-31T14:05:09+01:00." : nil
        case .id: RecordID(text) == nil ? "Give a UUID." : nil
        }
    }
}

extension Schema: Encodable {
    func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

    /// The JSON Schema.
    var json: JSONObject {
        switch self {
        case .text(.any): ["type": "string"]
        case .text(.words): ["type": "string", "maxLength": Person.longestText]
        case .text(.line):
            [
                "type": "string", "minLength": 1, "maxLength": Person.longestText,
                "pattern": #"^(?!\s)[^\u0000-\u001f\u007f]+(?<!\s)$"#,
            ]
        case .text(.day): ["type": "string", "format": "date"]
        case .text(.moment): ["type": "string", "format": "date-time"]
        case .text(.id): ["type": "string", "format": "uuid"]
        case .whole(let range):
            ["type": "integer", "minimum": range.lowerBound, "maximum": range.upperBound]
        case .number: ["type": "number"]
        case .flag: ["type": "boolean"]
        case .choice(let words): ["type": "string", "enum": words]
        case .list(let schema): ["type": "array", "items": schema.json]
        case .object(let members): Self.json(members, isOpen: false)
        case .open(let members): Self.json(members, isOpen: true)
        case .optional(let schema): ["anyOf": [schema.json, ["type": "null"]] as [JSONObject]]
        case .named(let name): ["$ref": "#/components/schemas/\(name)"]
        }
    }

    private static func json(_ members: [Member], isOpen: Bool) -> JSONObject {
        var properties: JSONObject = [:]
        for member in members {
            var schema = member.schema.json
            if let note = member.note { schema.add(["description": note]) }
            properties.add([member.name: schema])
        }
        let required = members.filter(\.isRequired).map(\.name)
        var json: JSONObject = ["type": "object", "properties": properties]
        if !required.isEmpty { json.add(["required": required]) }
        if !isOpen { json.add(["additionalProperties": false]) }
        return json
    }
}
