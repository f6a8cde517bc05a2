/// An argument and the type of its value: a key into `ParsedArguments`.
package struct Argument<Value: Sendable>: ArgumentDeclaration {
    /// Its name in help texts, without brackets.
    package let name: String
    /// Its description, for the help text.
    package let help: String
    /// The number of values it takes.
    package let count: ArgumentCount
    /// The values that a shell offers for it.
    package let completion: ValueCompletion
    /// Converts the texts that were given, as many as `count` allows, into the value.
    package let read: @Sendable ([String]) throws(InvalidValue) -> Value

    /// An argument that must be given once.
    package init(_ name: String, _ kind: ValueKind<Value>, help: String) {
        self.name = name
        self.help = help
        self.count = .one
        self.completion = kind.completion
        self.read = { texts throws(InvalidValue) in
            // Parsing refuses a command line without it.
            try kind.read(texts.first ?? "")
        }
    }

    /// An argument that takes the rest of the command line.
    package init<Element>(
        repeating name: String, atLeastOne: Bool, _ kind: ValueKind<Element>, help: String
    ) where Value == [Element] {
        self.name = name
        self.help = help
        self.count = atLeastOne ? .oneOrMore : .any
        self.completion = kind.completion
        self.read = { texts throws(InvalidValue) in try kind.readAll(texts) }
    }

    /// An optional argument; nil if it is missing.
    package init<Wrapped>(optional name: String, _ kind: ValueKind<Wrapped>, help: String)
    where Value == Wrapped? {
        self.name = name
        self.help = help
        self.count = .oneOrNone
        self.completion = kind.completion
        self.read = { texts throws(InvalidValue) in
            guard let text = texts.first else { return nil }
            return try kind.read(text)
        }
    }

    /// See `ArgumentDeclaration.check`.
    package func check(_ texts: [String]) throws(InvalidValue) { _ = try read(texts) }
}

/// The number of times that an argument may be given.
package enum ArgumentCount: Sendable, Equatable {
    /// Once.
    case one
    /// Once, or not at all.
    case oneOrNone
    /// Once or several times.
    case oneOrMore
    /// Any number of values, or none.
    case any

    /// Minimum number of values.
    var minimum: Int { self == .any || self == .oneOrNone ? 0 : 1 }
    /// Maximum number of values.
    var maximum: Int { self == .one || self == .oneOrNone ? 1 : .max }
}

/// An argument of a verb, without a dash and without the type of its value.
package protocol ArgumentDeclaration: Sendable {
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
        case .oneOrNone: "[\(display)]"
        case .oneOrMore: "\(display) ..."
        case .any: "[\(display) ...]"
        }
    }
}

/// An option of a verb, without the type of its value, for parsing and help texts.
package protocol OptionDeclaration: Sendable {
    /// The long name, without its dashes.
    var name: String { get }
    /// The one-letter name, if there is one: an ASCII letter.
    var short: Character? { get }
    /// Its description, for the help text.
    var help: String { get }
    /// The placeholder of the value in help texts, as `<file>`; nil if the option takes no value.
    var placeholder: String? { get }
    /// The default value, as it would be typed; nil if there is none.
    var defaultText: String? { get }
    /// The values that a shell offers for it.
    var completion: ValueCompletion { get }
    /// Whether it may be given several times, and all its values count.
    var repeats: Bool { get }

    /// Reads the values that were given, in order.
    ///
    /// - Throws: `InvalidValue` for the first that is not understood.
    func check(_ texts: [String]) throws(InvalidValue)
}

/// An option and the type of its value: a key into `ParsedArguments`.
///
/// If an option is given twice, the last one counts, unless it is a repeating one.
package struct Option<Value: Sendable>: OptionDeclaration {
    /// The long name, without its dashes.
    package let name: String
    /// The one-letter name, without its dash; nil if there is none.
    package let short: Character?
    /// Its description, for the help text.
    package let help: String
    /// The placeholder of its value in help texts; nil for a flag.
    package let placeholder: String?
    /// The default value, as it would be typed; nil if there is none.
    package let defaultText: String?
    /// The values that a shell offers for it.
    package let completion: ValueCompletion
    /// Whether it may be given several times, and all its values count.
    package let repeats: Bool
    /// Converts all texts that were given, which may be none, into the value.
    package let read: @Sendable ([String]) throws(InvalidValue) -> Value

    private init(
        name: String, short: Character?, help: String, placeholder: String?, defaultText: String?,
        completion: ValueCompletion = .none, repeats: Bool = false,
        read: @escaping @Sendable ([String]) throws(InvalidValue) -> Value
    ) {
        self.name = name
        self.short = short
        self.help = help
        self.placeholder = placeholder
        self.defaultText = defaultText
        self.completion = completion
        self.repeats = repeats
        self.read = read
    }

    /// An option with a default value.
    ///
    /// - Parameter default: written as it would be typed, and read by the same `kind`, so that the
    ///   help text is always right.
    package init(
        _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default: String,
        help: String
    ) {
        self.init(
            name: name, short: short, help: help, placeholder: kind.placeholder,
            defaultText: `default`, completion: kind.completion
        ) { texts throws(InvalidValue) in
            try kind.read(texts.last ?? `default`)
        }
    }

    /// An option whose default is nil.
    package init<Wrapped>(
        _ name: String, short: Character? = nil, _ kind: ValueKind<Wrapped>, help: String
    ) where Value == Wrapped? {
        self.init(
            name: name, short: short, help: help, placeholder: kind.placeholder, defaultText: nil,
            completion: kind.completion
        ) { texts throws(InvalidValue) in
            guard let text = texts.last else { return nil }
            return try kind.read(text)
        }
    }

    /// An option that may be given several times.
    package init<Element>(
        repeating name: String, short: Character? = nil, _ kind: ValueKind<Element>, help: String
    ) where Value == [Element] {
        self.init(
            name: name, short: short, help: help, placeholder: kind.placeholder, defaultText: nil,
            completion: kind.completion, repeats: true
        ) { texts throws(InvalidValue) in
            try kind.readAll(texts)
        }
    }

    /// See `OptionDeclaration.check`.
    package func check(_ texts: [String]) throws(InvalidValue) { _ = try read(texts) }
}

extension Option where Value == Bool {
    /// An option without a value: true if it is given.
    package static func flag(_ name: String, short: Character? = nil, help: String) -> Option {
        Option(name: name, short: short, help: help, placeholder: nil, defaultText: nil) {
            texts throws(InvalidValue) in !texts.isEmpty
        }
    }
}

extension OptionDeclaration {
    /// The option in messages: `--eye <right|left|both>`.
    package var display: String { placeholder.map { "--\(name) \($0)" } ?? "--\(name)" }
}
