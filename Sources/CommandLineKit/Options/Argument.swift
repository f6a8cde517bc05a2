/// An argument and the type of its value: a key into `ParsedArguments`.
public struct Argument<Value: Sendable>: ArgumentDeclaration {
    /// Its name in help texts, without brackets.
    public let name: String
    /// Its description, for the help text.
    public let help: String
    /// The number of values it takes.
    public let count: ArgumentCount
    /// The values that a shell offers for it.
    public let completion: ValueCompletion
    /// The value from all texts that were given: as many as `count` allows.
    package let read: @Sendable ([String]) throws(InvalidValue) -> Value

    /// An argument that must be there once.
    public init(_ name: String, _ kind: ValueKind<Value>, help: String) {
        self.name = name
        self.help = help
        self.count = .one
        self.completion = kind.completion
        self.read = { texts throws(InvalidValue) in
            // Parsing has refused a command line without it.
            try kind.read(texts.first ?? "")
        }
    }

    /// An argument that takes the rest of the command line.
    public init<Element>(
        repeating name: String, atLeastOne: Bool, _ kind: ValueKind<Element>, help: String
    ) where Value == [Element] {
        self.name = name
        self.help = help
        self.count = atLeastOne ? .oneOrMore : .any
        self.completion = kind.completion
        self.read = { texts throws(InvalidValue) in try kind.readAll(texts) }
    }

    /// See `ArgumentDeclaration.check`.
    public func check(_ texts: [String]) throws(InvalidValue) { _ = try read(texts) }
}

/// The number of times that an argument may be given.
public enum ArgumentCount: Sendable, Equatable {
    /// Once.
    case one
    /// Once or several times.
    case oneOrMore
    /// Any number of times, or not at all.
    case any

    /// The fewest there may be.
    var minimum: Int { self == .any ? 0 : 1 }
    /// The most there may be.
    var maximum: Int { self == .one ? 1 : .max }
}

/// An argument of a verb, without a dash and without the type of its value.
public protocol ArgumentDeclaration: Sendable {
    /// Its name in help texts, without brackets.
    var name: String { get }
    /// Its description, for the help text.
    var help: String { get }
    /// The number of values it takes.
    var count: ArgumentCount { get }
    /// The values that a shell offers for it.
    var completion: ValueCompletion { get }

    /// Reads the texts that were given, in order.
    ///
    /// - Throws: `InvalidValue` for the first that is not understood.
    func check(_ texts: [String]) throws(InvalidValue)
}

extension ArgumentDeclaration {
    /// The argument in messages: `<file>`.
    package var display: String { "<\(name)>" }

    /// The argument in a usage line: `[<file> ...]`.
    var usage: String {
        switch count {
        case .one: display
        case .oneOrMore: "\(display) ..."
        case .any: "[\(display) ...]"
        }
    }
}
