internal import Accounts
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

extension AccountsCommand {
    /// `aloud accounts second-factor`: who signs in with a code of the phone, too.
    enum SecondFactor: CommandOfActs {
        static let acts: [any Command.Type] = [
            ListFactors.self, RequireFactor.self, ResetFactor.self,
        ]
        static let verb = Verb(
            "accounts second-factor", summary: "Require and reset the second factor of people.",
            usualAct: "list")
    }

    /// `aloud accounts second-factor list`.
    enum ListFactors: AccountsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts second-factor list",
            summary: "List the accounts with a second factor, and the roles that need one.",
            options: [json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try AccountsListing.secondFactors(
                accounts, asJSON: try arguments[json], in: environment)
        }
    }

    /// `aloud accounts second-factor require`.
    enum RequireFactor: AccountsAct {
        private static let names = Argument<String>(
            "roles", .text("roles"), help: "The roles, separated by commas, or 'none'.")

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "accounts second-factor require",
            summary: "Set the roles that need a second factor.",
            arguments: [names], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            let names = try arguments[names]
            let parts = names == "none" ? [] : names.split(separator: ",").map(String.init)
            let roles = parts.compactMap { Role(rawValue: $0) }
            guard roles.count == parts.count, names == "none" || !roles.isEmpty else {
                throw Misuse(
                    "'accounts second-factor require' requires 'none', or some of: "
                        + Role.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            try accounts.requireSecondFactor(of: Set(roles), by: author)
            environment.say(
                roles.isEmpty
                    ? "No role needs a second factor."
                    : "People of these roles set up a second factor when they next use the pages.")
        }
    }

    /// `aloud accounts second-factor reset`.
    enum ResetFactor: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts second-factor reset",
            summary: "Remove the second factor of a person.",
            discussion:
                "For a person who has lost the phone and the recovery codes. The sessions end.",
            arguments: [login], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try accounts.removeSecondFactor(
                of: account(arguments, in: accounts), endingKeys: true, by: author)
            environment.say(
                "The second factor is removed. Sessions and tokens have ended; the password is"
                    + " enough now.")
        }
    }
}
