/// An element of an XML document, with a text or with children.
struct XMLElement {
    /// The name.
    let name: String
    /// The attributes, in their order; those that are nil are left out.
    let attributes: [(String, String?)]
    /// The text; nil for none.
    var text: String?
    /// The elements in it.
    var children: [XMLElement]

    /// An element.
    init(
        _ name: String, _ attributes: [(String, String?)] = [], text: String? = nil,
        _ children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// Adds the element, a line each, to a document.
    func write(to document: inout String, depth: Int = 0) {
        document += String(repeating: " ", count: depth) + "<" + name
        for (key, value) in attributes {
            if let value { document += " \(key)=\"\(Self.escaped(value))\"" }
        }
        guard text != nil || !children.isEmpty else {
            document += "/>\n"
            return
        }
        document += ">"
        if let text { document += Self.escaped(text) }
        if !children.isEmpty {
            document += "\n"
            for child in children { child.write(to: &document, depth: depth + 1) }
            document += String(repeating: " ", count: depth)
        }
        document += "</\(name)>\n"
    }

    /// A text escaped for XML 1.0. Characters that XML cannot hold (XML 1.0, section 2.2) become
    /// "?".
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: escaped += "&amp;"
            case 0x3C: escaped += "&lt;"
            case 0x3E: escaped += "&gt;"
            case 0x22: escaped += "&quot;"
            case 0x09, 0x0A, 0x0D: escaped += "&#\(scalar.value);"
            case 0..<0x20, 0xFFFE, 0xFFFF: escaped += "?"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
