internal import Platform

/// The options and arguments of a verb, all checked.
///
/// A declaration is the key of its value: `try arguments[TestCommand.eye]`. Only verbs read them;
/// they turn them into typed values for the rest of the program.
package struct ParsedArguments: Sendable {
    /// The texts of each option on the command line, by its name.
    private let given: [String: [String]]
    /// The values of options that were not on the command line, by their names.
    private var configured: [String: ConfiguredValues.Value] = [:]
    /// The texts of each argument, by its name.
    private let operands: [String: [String]]
    /// Whether `--help` was among the options. If so, nothing else has been checked.
    let wantsHelp: Bool

    /// Parses the words after a verb.
    ///
    /// - Throws: `Misuse`, which names the fault.
    package init(_ words: [String], for verb: Verb) throws(Misuse) {
        let options = verb.allOptions
        var given: [String: [String]] = [:]
        var left: [String] = []
        for item in try OptionScanner(options: options).scan(words) {
            switch item {
            case .option(let index, let value):
                given[options[index].name, default: []].append(value ?? "")
            case .operand(let text):
                left.append(text)
            }
        }
        self.given = given
        wantsHelp = given[Verb.help.name] != nil
        guard !wantsHelp else {
            operands = [:]
            return
        }
        for option in options {
            do { try option.check(given[option.name] ?? []) } catch {
                throw .invalidValue(error, for: option.display, offered: option.completion)
            }
        }
        operands = try Self.distribute(left, among: verb.arguments)
    }

    /// Parses the words after a verb; options that are not among them have the values of the
    /// environment and the configuration file.
    ///
    /// - Parameter verbs: all verbs of the program, some of which read the file.
    /// - Throws: `Misuse` or `ConfigurationProblems`.
    package init(
        _ words: [String], for verb: Verb, among verbs: [Verb], in console: Console
    ) throws {
        try self.init(words, for: verb)
        guard verb.readsConfiguration, !wantsHelp else { return }
        let file = try console.configurationFile(named: self[Verb.config])
        if let file {
            let problems = file.problems(for: verbs.filter(\.readsConfiguration))
            guard problems.isEmpty else { throw ConfigurationProblems(problems) }
        }
        let found = try ConfiguredValues(
            for: verb, typed: Set(given.keys), variables: console.variables, file: file)
        // Folders of resources read their variables themselves, and name them in messages.
        configured = found.values.filter {
            $0.value.source != .variable(ConfiguredValues.variable(of: $0.key))
                || ResourceFolder.Kind(option: $0.key) == nil
        }
    }

    /// Gives each argument its share of the operands, from left to right.
    private static func distribute(
        _ texts: [String], among arguments: [any ArgumentDeclaration]
    ) throws(Misuse) -> [String: [String]] {
        var left = texts[...]
        var shares: [String: [String]] = [:]
        for (place, argument) in arguments.enumerated() {
            // The smallest number of values that the following arguments need.
            let kept = arguments.dropFirst(place + 1).reduce(0) { $0 + $1.count.minimum }
            let share = left.prefix(
                min(
                    argument.count.maximum,
                    max(argument.count.minimum, left.count - kept)))
            guard share.count >= argument.count.minimum else { throw .missingArgument(argument) }
            do { try argument.check(Array(share)) } catch {
                throw .invalidValue(error, for: argument.display, offered: argument.completion)
            }
            shares[argument.name] = Array(share)
            left = left.dropFirst(share.count)
        }
        if let extra = left.first { throw .unexpectedArgument(extra) }
        return shares
    }

    /// The value of an option.
    ///
    /// - Throws: only if the verb does not declare the option: all texts have been checked.
    package subscript<Value>(_ option: Option<Value>) -> Value {
        get throws(InvalidValue) {
            try option.read(given[option.name] ?? configured[option.name]?.texts ?? [])
        }
    }

    /// The value of an argument.
    ///
    /// - Throws: only if the verb does not declare the argument.
    package subscript<Value>(_ argument: Argument<Value>) -> Value {
        get throws(InvalidValue) { try argument.read(operands[argument.name] ?? []) }
    }

    /// Whether the command line has the option with this name.
    package func wasGiven(_ name: String) -> Bool { given[name] != nil }

    /// Whether an option was on the command line, so that it does not have its default value.
    package func wasGiven<Value>(_ option: Option<Value>) -> Bool { given[option.name] != nil }

    /// Whether an option has a value from the command line, the environment or the configuration
    /// file, rather than its default value.
    package func isSet<Value>(_ option: Option<Value>) -> Bool {
        given[option.name] != nil || configured[option.name].map { !$0.texts.isEmpty } ?? false
    }

    /// The error to show for a misuse: a problem of the configuration if the misuse names options
    /// that have their values from there, and none of the command line.
    func fault(_ misuse: Misuse) -> any Error {
        let names = misuse.description.matches(of: #/'--([a-z0-9-]+)/#).map { String($0.output.1) }
        guard !names.contains(where: { wasGiven($0) }),
            let value = names.compactMap({ configured[$0] }).first(where: { !$0.texts.isEmpty })
        else { return misuse }
        return ConfigurationProblems([
            ConfigurationProblem(place: value.source.description, words: misuse.description)
        ])
    }
}

/// A command line that cannot be followed; shown with the usage line, exit status 64.
package struct Misuse: Error, Equatable, CustomStringConvertible {
    /// The fault and, if known, the way out.
    package var description: String

    /// - Parameter description: whole sentences, with typed words in single quotes.
    package init(_ description: String) { self.description = description }
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

    /// - Parameter offered: the values that a shell offers; the nearest is named.
    static func invalidValue(
        _ invalid: InvalidValue, for place: String, offered: ValueCompletion
    ) -> Misuse {
        var words =
            "The value '\(invalid.text)' is invalid for '\(place)': expected \(invalid.expected)."
        if case .choices(let known) = offered {
            words += suggestion(for: invalid.text.lowercased(), among: known)
        }
        return Misuse(words)
    }

    static func missingArgument(_ argument: any ArgumentDeclaration) -> Misuse {
        Misuse("Missing expected argument '\(argument.display)'.")
    }

    static func unexpectedArgument(_ typed: String) -> Misuse {
        Misuse("Unexpected argument '\(typed)'.")
    }

    static func unknownAct(_ typed: String, of verb: String, known: [String]) -> Misuse {
        let near = suggestion(for: typed, among: known)
        return Misuse(
            "'\(verb)' has no act '\(typed)'."
                + (near.isEmpty ? " It has: \(known.joined(separator: ", "))." : near))
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
/// A name is near if it begins with the typed text, or differs by at most one change in every three
/// characters. One change is always allowed. A change inserts, drops or replaces a character, or
/// swaps two neighbours.
package func nearestName(to typed: String, among names: [String]) -> String? {
    let limit = max(1, typed.count / 3)
    let near = names.map { (name: $0, changes: typed.slips(to: $0)) }
        .filter { $0.changes <= limit || (typed.count > 1 && $0.name.hasPrefix(typed)) }
    return near.min { $0.changes < $1.changes }?.name
}
