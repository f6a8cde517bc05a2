internal import Accounts
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore

extension AccountsCommand {
    /// `aloud accounts list`.
    enum List: AccountsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts list", summary: "List the accounts.",
            options: [json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try AccountsListing.accounts(
                accounts, asJSON: try arguments[json], in: environment)
        }
    }

    /// `aloud accounts add`.
    enum Add: AccountsAct {
        private static let name = Option<String?>(
            "name", .text("name"), help: "The name as colleagues know it.")
        private static let isProgram = Option.flag(
            "program", help: "The account of a program, which has tokens and no password.")

        static let opening = RecordsOpening.making
        static let verb = Verb(
            "accounts add", summary: "Add an account, and print a password to sign in with once.",
            arguments: [login], options: [role, name, isProgram, json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            guard let role = try arguments[role] else {
                throw Misuse("'accounts add' requires '--role'.")
            }
            let login = try arguments[login]
            let isFirst = try accounts.all().isEmpty
            let added = try accounts.add(
                login, name: try arguments[name], role: role,
                hasPassword: try !arguments[isProgram], by: author)
            if isFirst {
                environment.say(
                    "From now on everybody signs in at the pages, also at those of a running"
                        + " 'aloud serve'.")
            }
            if added.initial == nil {
                environment.say("Give it a token with 'aloud accounts token add \(login)'.")
            } else {
                try tell(added.initial, in: environment)
            }
        }
    }

    /// `aloud accounts role`.
    enum SetRole: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts role", summary: "Change the role of an account.",
            arguments: [login], options: [role, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            guard let role = try arguments[role] else {
                throw Misuse("'accounts role' requires '--role'.")
            }
            try accounts.setRole(role, of: account(arguments, in: accounts), by: author)
            environment.say("The role is changed. Sessions and tokens have ended.")
        }
    }

    /// `aloud accounts name`.
    enum SetName: AccountsAct {
        private static let name = Argument<String>(
            "name", .text("name"), help: "The name as colleagues know it; signatures show it.")

        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts name", summary: "Change the name of an account.",
            arguments: [login, name], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try accounts.setName(
                arguments[name], of: account(arguments, in: accounts), by: author)
            environment.say("The name is changed. Former signatures keep the former one.")
        }
    }

    /// `aloud accounts password`.
    enum Password: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts password", summary: "Make a new password to sign in with once.",
            arguments: [login], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            let initial = try accounts.setPassword(
                nil, of: account(arguments, in: accounts), by: author)
            try tell(initial, in: environment)
        }
    }

    /// `aloud accounts disable`.
    enum Disable: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts disable", summary: "Disable an account; its sessions and tokens end.",
            arguments: [login], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try accounts.setDisabled(true, of: account(arguments, in: accounts), by: author)
            environment.say("The account is disabled. Its sessions and tokens have ended.")
        }
    }

    /// `aloud accounts enable`.
    enum Enable: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts enable", summary: "Enable a disabled account.",
            arguments: [login], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try accounts.setDisabled(false, of: account(arguments, in: accounts), by: author)
            environment.say("The account is enabled.")
        }
    }

    /// `aloud accounts remove`.
    enum Remove: AccountsAct {
        static let opening = RecordsOpening.needing
        static let verb = Verb(
            "accounts remove", summary: "Remove an account; the audit trail keeps the login.",
            arguments: [login], options: [RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            try accounts.remove(account(arguments, in: accounts), by: author)
            environment.say("The account is removed.")
        }
    }

    /// `aloud accounts emergency`.
    enum Emergency: AccountsAct {
        private static let reason = Option<String?>(
            "reason", .text("words"), help: "The reason; the audit trail keeps it.")

        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts emergency",
            summary: "Open an account of a clinician for an hour, if nobody can sign in.",
            discussion: "The audit trail and the page of the admin show it.",
            options: [reason, json, RecordOptions.file])

        static func run(
            _ arguments: ParsedArguments, _ accounts: Accounts, by author: Author,
            in environment: CommandEnvironment
        ) throws {
            guard let reason = try arguments[reason] else {
                throw Misuse("Say why with '--reason WORDS'; the audit trail keeps it.")
            }
            let opened = try accounts.openEmergency(because: reason, by: author)
            if try arguments[json] {
                struct Opened: Encodable {
                    var login: String
                    var password: String
                    var ends: Moment
                }
                try environment.emit(
                    Opened(login: opened.login, password: opened.password, ends: opened.ends))
                return
            }
            environment.say(
                "Sign in with this login and password until \(opened.ends.hourAndMinute). The audit"
                    + " trail keeps everything that is done, and the admins see this access.")
            try environment.output.write("\(opened.login)\n\(opened.password)\n")
        }
    }
}
