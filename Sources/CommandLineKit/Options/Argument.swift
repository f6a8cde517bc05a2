/// An argument and the type of its value: a key into `ParsedArguments`.
public struct Argument<Value: Sendable>: ArgumentDeclaration {
    /// What it is called in help texts, without brackets.
    public let name: String
    /// What it is, for the help text.
    public let help: String
    /// How many there may be.
    public let count: ArgumentCount
    /// The value from all texts that were given: as many as `count` allows.
    package let read: @Sendable ([String]) throws(InvalidValue) -> Value

    /// An argument that must be there once.
    public init(_ name: String, _ kind: ValueKind<Value>, help: String) {
        self.name = name
        self.help = help
        self.count = .one
        self.read = { texts throws(InvalidValue) in
            // Parsing has refused a command line without it; an empty text is what is left.
            try kind.read(texts.first ?? "")
        }
    }

    /// All that is left on the command line.
    public init<Element>(
        repeating name: String, atLeastOne: Bool, _ kind: ValueKind<Element>, help: String
    ) where Value == [Element] {
        self.name = name
        self.help = help
        self.count = atLeastOne ? .oneOrMore : .any
        self.read = { texts throws(InvalidValue) in try kind.readAll(texts) }
    }

    /// See `ArgumentDeclaration.check`.
    public func check(_ texts: [String]) throws(InvalidValue) { _ = try read(texts) }
}
