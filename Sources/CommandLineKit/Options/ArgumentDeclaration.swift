/// What stands on a command line without a dash, without the type of its value.
public protocol ArgumentDeclaration: Sendable {
    /// What it is called in help texts, without brackets.
    var name: String { get }
    /// What it is, for the help text.
    var help: String { get }
    /// How many there may be.
    var count: ArgumentCount { get }

    /// Reads what was given, in order; throws if something is not understood.
    func check(_ texts: [String]) throws(InvalidValue)
}

extension ArgumentDeclaration {
    /// As it stands in messages: `<file>`.
    package var display: String { "<\(name)>" }

    /// As it stands in a usage line: `[<file> ...]`.
    var usage: String {
        switch count {
        case .one: display
        case .oneOrMore: "\(display) ..."
        case .any: "[\(display) ...]"
        }
    }
}
