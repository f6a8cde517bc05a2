internal import Platform

/// A command line that cannot be followed; shown with the usage line, exit status 64.
public struct Misuse: Error, Equatable, CustomStringConvertible {
    /// The fault and, if known, the way out.
    public var description: String

    /// - Parameter description: whole sentences, with typed words in single quotes.
    public init(_ description: String) { self.description = description }
}

extension Misuse {
    static func unknownOption(_ typed: String, known: [any OptionDeclaration]) -> Misuse {
        Misuse(
            "Unknown option '\(typed)'."
                + suggestion(for: typed, among: known.map { "--\($0.name)" }))
    }

    static func ambiguousOption(_ typed: String, candidates: [String]) -> Misuse {
        let names = candidates.sorted().map { "'--\($0)'" }
        return Misuse(
            "Ambiguous option '\(typed)': it could be \(names.joined(separator: " or ")).")
    }

    static func missingValue(_ option: any OptionDeclaration) -> Misuse {
        Misuse("Missing value for '\(option.display)'.")
    }

    static func unexpectedValue(_ option: any OptionDeclaration, typed: String) -> Misuse {
        Misuse("The option '\(option.display)' takes no value: '\(typed)'.")
    }

    static func invalidValue(_ invalid: InvalidValue, for place: String) -> Misuse {
        Misuse(
            "The value '\(invalid.text)' is invalid for '\(place)': expected \(invalid.expected).")
    }

    static func missingArgument(_ argument: any ArgumentDeclaration) -> Misuse {
        Misuse("Missing expected argument '\(argument.display)'.")
    }

    static func unexpectedArgument(_ typed: String) -> Misuse {
        Misuse("Unexpected argument '\(typed)'.")
    }

    static func unknownVerb(_ typed: String, known: [String]) -> Misuse {
        Misuse("Unknown verb '\(typed)'." + suggestion(for: typed, among: known))
    }
}

/// A question for the name that was most likely meant, with a space before it; empty if none is
/// near.
func suggestion(for typed: String, among names: [String]) -> String {
    nearestName(to: typed, among: names).map { " Did you mean '\($0)'?" } ?? ""
}

/// The name that was most likely meant by a mistyped one; nil if none is near.
///
/// Near is: at most one change in every three characters, but always at least one, where a
/// change is a character inserted, left out, replaced, or swapped with its neighbour. A name of
/// which the typed text is the start is near, too.
private func nearestName(to typed: String, among names: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    let near = names.map { (name: $0, changes: typed.slips(to: $0)) }
        .filter { $0.changes <= limit || (typed.count > 1 && $0.name.hasPrefix(typed)) }
    return near.min { $0.changes < $1.changes }?.name
}
