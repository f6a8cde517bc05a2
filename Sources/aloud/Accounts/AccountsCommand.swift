internal import Accounts
internal import CommandLineKit
internal import Exam
internal import Platform
internal import RecordStore
internal import Sealing

/// `aloud accounts`: the people and programs that may use the records of a clinic.
enum AccountsCommand: CommandOfActs {
    static let acts: [any Command.Type] = [
        List.self, Add.self, SetRole.self, SetName.self, Password.self, Disable.self, Enable.self,
        Remove.self,
        Tokens.self, Sessions.self, SecondFactor.self, Emergency.self,
    ]

    static let verb = Verb(
        "accounts", summary: "Manage the people and programs that may use the records.",
        discussion: """
            Without accounts, the user of this machine may do everything without a login. After \
            the first account, an admin's, everybody signs in at the pages.

              aloud accounts add anna --role admin --name "Anna Weber"
              aloud accounts add lane1 --role operator
              aloud accounts add redcap --program --role clinician
              aloud accounts token add redcap --name nightly --scopes readTests,export
              aloud accounts second-factor require admin,clinician
            """)

    static let login = Argument<String>("login", .text("login"), help: "The login of the account.")
    static let role = Option<Role?>(
        "role", .choice(of: Role.self),
        help:
            "The role: viewer (reads), operator (also conducts tests), clinician (also corrects and"
            + " exports), admin (also erases and manages accounts).")
    static let json = Option.flag("json", help: "Print JSON Lines.")
}

/// An act of `aloud accounts`, which works with the accounts of open records.
protocol AccountsAct: RecordsAct {
    /// Runs the act with the accounts.
    static func run(_ call: RecordsCall, _ accounts: Accounts) throws
}

extension AccountsAct {
    static func run(_ call: RecordsCall) throws -> ExitStatus {
        try run(call, Accounts.real(call.store, in: call.environment))
        return .success
    }

    /// The account of the login on the command line.
    static func account(_ call: RecordsCall, in accounts: Accounts) throws -> Account {
        try accounts.account(call[AccountsCommand.login])
    }

    /// Prints an initial password alone on standard output.
    static func tell(_ initial: String?, in environment: CommandEnvironment) throws {
        guard let initial else { return }
        environment.say(
            "The password to sign in with once, within \(Accounts.initialHours) hours; the person"
                + " then chooses their own:")
        try environment.output.write(initial + "\n")
    }
}

/// There is no session or token of an identifier.
struct NoSuchKey: Error, CustomStringConvertible {
    var description: String {
        "There is no such session or token. 'aloud accounts sessions' and 'aloud accounts token'"
            + " list them."
    }
}

extension Accounts {
    /// The accounts of a store, with Argon2id.
    static func real(_ store: any RecordKeeping, in environment: CommandEnvironment) -> Accounts {
        let console = environment.console
        return Accounts(
            store,
            hash: PasswordHash(
                kept: Argon2id.kept, fits: Argon2id.fits, isOutdated: Argon2id.isOutdated),
            digest: BLAKE2b.digest, hmac: HMACSHA1.digest,
            now: { Moment(console.date()) })
    }
}
