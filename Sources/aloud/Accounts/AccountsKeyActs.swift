internal import Accounts
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

extension AccountsCommand {
    /// `aloud accounts token`: the tokens of programs.
    enum Tokens: CommandOfActs {
        static let acts: [any Command.Type] = [
            ListTokens.self, AddToken.self, EndToken.self,
        ]
        static let verb = Verb(
            "accounts token", summary: "Make, list and revoke the tokens of programs.",
            usualAct: "list")
    }

    /// `aloud accounts sessions`: the sessions of browsers.
    enum Sessions: CommandOfActs {
        static let acts: [any Command.Type] = [ListSessions.self, EndSession.self]
        static let verb = Verb(
            "accounts sessions", summary: "List and end the sessions of browsers.",
            usualAct: "list")
    }

    /// `aloud accounts token list`.
    enum ListTokens: AccountsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts token list", summary: "List the tokens.",
            options: [json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try AccountsListing.keys(
                .token, accounts, asJSON: try arguments[json], in: environment)
        }
    }

    /// `aloud accounts token add`.
    enum AddToken: AccountsAct {
        private static let name = Option<String?>(
            "name", .text("name"), help: "The name of the token.")
        private static let scopes = Option<String?>(
            "scopes", .text("names"),
            help: "The permissions, with commas between: "
                + Permission.allCases.map(\.rawValue).joined(separator: ", ") + ".")
        private static let days = Option(
            "days", .whole("number", in: 1...3_650), default: "365",
            help: "The days until the token ends.")

        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts token add", summary: "Make a token for a program, and print it.",
            arguments: [login], options: [name, scopes, days, json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            let names = try (arguments[scopes] ?? "").split(separator: ",").map {
                $0.trimming { $0 == " " }
            }
            let known = names.compactMap { Permission(rawValue: String($0)) }
            guard known.count == names.count, !known.isEmpty else {
                throw Misuse(
                    "'accounts token add' requires '--scopes', some of: "
                        + Permission.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            let token = try accounts.addToken(
                named: try arguments[name] ?? "token", of: account(arguments, in: accounts),
                scopes: Set(known), days: try arguments[days], by: author)
            environment.say(
                "The token, which is not shown again. Send it as 'Authorization: Bearer …':")
            try environment.output.write(token + "\n")
        }
    }

    /// `aloud accounts token end`.
    enum EndToken: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts token end", summary: "Revoke a token.",
            arguments: [key], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try end(arguments, in: accounts, by: author, environment)
        }
    }

    /// `aloud accounts sessions list`.
    enum ListSessions: AccountsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts sessions list", summary: "List the sessions.",
            options: [json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try AccountsListing.keys(
                .session, accounts, asJSON: try arguments[json], in: environment)
        }
    }

    /// `aloud accounts sessions end`.
    enum EndSession: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts sessions end", summary: "End a session.",
            arguments: [key], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try end(arguments, in: accounts, by: author, environment)
        }
    }

    private static let key = Argument<String>(
        "id", .text("id"), help: "The identifier of the token or session, as the list prints it.")

    private static func end(
        _ arguments: ParsedArguments, in accounts: Accounts, by author: Author,
        _ environment: CommandEnvironment
    ) throws {
        guard let id = RecordID(try arguments[key]),
            try accounts.store.keys(of: nil).contains(where: { $0.id == id })
        else { throw NoSuchKey() }
        try accounts.end(id, by: author)
        environment.say("It has ended.")
    }
}
