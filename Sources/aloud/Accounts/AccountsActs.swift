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

        /// An account as JSON, without its password.
        private struct Listed: Encodable {
            var login: String
            var name: String?
            var role: Role
            var state: String
            var made: Moment
        }

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            let all = try accounts.all()
            if try call[json] {
                for account in all {
                    try call.emit(
                        Listed(
                            login: account.login, name: account.name, role: account.role,
                            state: account.state(at: accounts.now()), made: account.made))
                }
                return
            }
            guard !all.isEmpty else {
                call.say(
                    "There are no accounts: the user of this machine may do everything. Add an admin with"
                        + " 'aloud accounts add LOGIN --role admin'.")
                return
            }
            var table = TextTable(["login", "name", "role", "state"], columnsFromLeft: 4)
            for account in all {
                table.add([
                    account.login, account.name ?? "-", account.role.rawValue,
                    account.state(at: accounts.now()),
                ])
            }
            try call.environment.output.write(table.lines.joined(separator: "\n") + "\n")
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

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            guard let role = try call[role] else {
                throw Misuse("'accounts add' requires '--role'.")
            }
            let login = try call[login]
            let isFirst = try accounts.all().isEmpty
            let added = try accounts.add(
                login, name: try call[name], role: role,
                hasPassword: try !call[isProgram], by: call.author)
            if isFirst {
                call.say(
                    "From now on everybody signs in at the pages, also at those of a running"
                        + " 'aloud serve'.")
            }
            if try call[json] {
                struct Added: Encodable {
                    var login: String
                    var role: Role
                    var password: String?
                }
                try call.emit(
                    Added(login: added.account.login, role: role, password: added.initial))
                return
            }
            if added.initial == nil {
                call.say("Give it a token with 'aloud accounts token add \(login)'.")
            } else {
                try tell(added.initial, in: call.environment)
            }
        }
    }

    /// `aloud accounts role`.
    enum SetRole: AccountsAct {
        static let verb = Verb(
            "accounts role", summary: "Change the role of an account.",
            arguments: [login], options: [role, RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            guard let role = try call[role] else {
                throw Misuse("'accounts role' requires '--role'.")
            }
            try accounts.setRole(role, of: account(call, in: accounts), by: call.author)
            call.say("The role is changed. Sessions and tokens have ended.")
        }
    }

    /// `aloud accounts name`.
    enum SetName: AccountsAct {
        private static let name = Argument<String>(
            "name", .text("name"), help: "The name as colleagues know it; signatures show it.")

        static let verb = Verb(
            "accounts name", summary: "Change the name of an account.",
            arguments: [login, name], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try accounts.setName(call[name], of: account(call, in: accounts), by: call.author)
            call.say("The name is changed. Former signatures keep the former one.")
        }
    }

    /// `aloud accounts password`.
    enum Password: AccountsAct {
        static let verb = Verb(
            "accounts password", summary: "Make a new password to sign in with once.",
            arguments: [login], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try tell(
                accounts.setPassword(nil, of: account(call, in: accounts), by: call.author),
                in: call.environment)
        }
    }

    /// `aloud accounts disable`.
    enum Disable: AccountsAct {
        static let verb = Verb(
            "accounts disable", summary: "Disable an account; its sessions and tokens end.",
            arguments: [login], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try accounts.setDisabled(true, of: account(call, in: accounts), by: call.author)
            call.say("The account is disabled. Its sessions and tokens have ended.")
        }
    }

    /// `aloud accounts enable`.
    enum Enable: AccountsAct {
        static let verb = Verb(
            "accounts enable", summary: "Enable a disabled account.",
            arguments: [login], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try accounts.setDisabled(false, of: account(call, in: accounts), by: call.author)
            call.say("The account is enabled.")
        }
    }

    /// `aloud accounts remove`.
    enum Remove: AccountsAct {
        static let verb = Verb(
            "accounts remove", summary: "Remove an account; the audit trail keeps the login.",
            arguments: [login], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try accounts.remove(account(call, in: accounts), by: call.author)
            call.say("The account is removed.")
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

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            guard let reason = try call[reason] else {
                throw Misuse("Say why with '--reason WORDS'; the audit trail keeps it.")
            }
            let opened = try accounts.openEmergency(because: reason, by: call.author)
            if try call[json] {
                struct Opened: Encodable {
                    var login: String
                    var password: String
                    var ends: Moment
                }
                try call.emit(
                    Opened(login: opened.login, password: opened.password, ends: opened.ends))
                return
            }
            call.say(
                "Sign in with this login and password until \(opened.ends.hourAndMinute). The audit"
                    + " trail keeps everything that is done, and the admins see this access.")
            try call.environment.output.write("\(opened.login)\n\(opened.password)\n")
        }
    }
}
