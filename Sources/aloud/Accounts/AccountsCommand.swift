internal import CommandLineKit
internal import Platform
internal import RecordStore
internal import Sealing

/// `aloud accounts`: the people and programs that may use the records of a clinic.
enum AccountsCommand: Command {
    /// An action on the accounts.
    enum Act: String, CaseIterable, Sendable {
        case list, add, role, password, disable, enable, remove, token, sessions
        case secondFactor = "second-factor"
        case emergency
    }

    private static let act = Argument<Act>(
        "act", .choice(of: Act.self),
        help: "One of \(Act.allCases.map(\.rawValue).joined(separator: ", ")).")
    private static let operands = Argument<[String]>(
        repeating: "name", atLeastOne: false, .text("name"),
        help: "The login; for token, sessions and second-factor, one of the words below first."
            + " words below.")

    private static let role = Option<Role?>(
        "role", .choice(of: Role.self),
        help:
            "The role: viewer (reads), operator (also conducts tests), clinician (also corrects and"
            + " exports), admin (also erases and manages accounts).")
    private static let name = Option<String?>(
        "name", .text("name"), help: "The name as colleagues know it, or that of a token.")
    private static let isProgram = Option.flag(
        "program", help: "With add: the account of a program, which has tokens and no password.")
    private static let scopes = Option<String?>(
        "scopes", .text("names"),
        help: "With token add: the permissions, with commas between: "
            + Permission.allCases.map(\.rawValue).joined(separator: ", ") + ".")
    private static let days = Option(
        "days", .whole("number", in: 1...3_650), default: "365",
        help: "With token add: the days until the token ends.")
    private static let reason = Option<String?>(
        "reason", .text("words"), help: "With emergency: the reason; the audit trail keeps it.")
    private static let json = Option.flag("json", help: "Print JSON Lines.")

    static let verb = Verb(
        "accounts", summary: "Manage the people and programs that may use the records.",
        discussion: """
            Without accounts, the user of this machine may do everything, and nothing is asked for. \
            With the first account, which is that of an admin, everybody signs in at the pages.

            list              the accounts
            add LOGIN         adds an account (--role), and prints a password to sign in with once
            role LOGIN        changes the role (--role)
            password LOGIN    makes a new password to sign in with once
            disable LOGIN     takes an account out of use; its sessions and tokens end
            enable LOGIN      takes it into use again
            remove LOGIN      removes it; the audit trail keeps the login
            token add LOGIN   makes a token for a program (--name, --scopes, --days)
            token list        the tokens
            token end ID      revokes a token
            sessions list     the sessions of browsers
            sessions end ID   ends a session
            second-factor list           the accounts with a second factor, and the roles that need one
            second-factor require ROLES  the roles that need one, with commas between, or 'none'
            second-factor reset LOGIN    removes it from a person who has lost the phone and the \
            recovery codes; the sessions end
            emergency         opens an account of a clinician for an hour (--reason), if nobody can \
            sign in; the audit trail and the admin's page show it

              aloud accounts add anna --role admin --name "Anna Weber"
              aloud accounts add lane1 --role operator
              aloud accounts add redcap --program --role clinician
              aloud accounts token add redcap --name nightly --scopes readTests,export
              aloud accounts second-factor require admin,clinician
            """,
        arguments: [act, operands],
        options: [
            role, name, isProgram, scopes, days, reason, json, RecordOptions.file,
        ])

    /// The options that have an effect on an act.
    private static func options(of act: Act) -> [any OptionDeclaration] {
        switch act {
        case .list, .sessions, .secondFactor: [json]
        case .add: [role, name, isProgram, json]
        case .role: [role]
        case .password, .disable, .enable, .remove: []
        case .token: [name, scopes, days, json]
        case .emergency: [reason, json]
        }
    }

    static func run(
        _ arguments: ParsedArguments, in environment: CommandEnvironment
    ) throws -> ExitStatus {
        let act = try arguments[act]
        let useful = options(of: act).map(\.name) + [RecordOptions.file.name]
        for option in verb.options
        where arguments.wasGiven(option.name) && !useful.contains(option.name) {
            throw Misuse("'--\(option.name)' has no effect with 'accounts \(act.rawValue)'.")
        }
        let words = try words(arguments, of: act)
        let opened =
            switch act {
            case .add: try RecordOptions.open(reading: arguments, in: environment)
            case .secondFactor where words[0] == "require":
                try RecordOptions.open(reading: arguments, in: environment)
            default:
                try RecordOptions.open(
                    existing: arguments,
                    isNeeded: act != .list && act != .emergency && words.first != "list",
                    in: environment)
            }
        defer { opened.close() }
        let console = environment.console
        let accounts = Accounts.real(opened.store) { Moment(console.date()) }
        let (author, asJSON) = (opened.author, try arguments[json])
        func account() throws -> Account { try accounts.account(words.last ?? "") }
        switch act {
        case .list:
            try AccountsListing.accounts(accounts, asJSON: asJSON, in: environment)
        case .add:
            try add(arguments, words[0], to: accounts, by: author, in: environment)
        case .role:
            guard let role = try arguments[role] else {
                throw Misuse("'accounts role' requires '--role'.")
            }
            try accounts.setRole(role, of: account(), by: author)
            environment.say("The role is changed. Sessions and tokens have ended.")
        case .password:
            let initial = try accounts.setPassword(nil, of: account(), by: author)
            try tell(initial, of: words[0], in: environment)
        case .disable, .enable:
            try accounts.setDisabled(act == .disable, of: account(), by: author)
            environment.say(
                act == .disable
                    ? "The account is out of use. Its sessions and tokens have ended."
                    : "The account is in use again.")
        case .remove:
            try accounts.remove(account(), by: author)
            environment.say("The account is removed.")
        case .token where words[0] == "add":
            try addToken(arguments, of: account(), in: accounts, by: author, environment)
        case .token, .sessions:
            if words[0] == "end" {
                try end(words[1], in: accounts, by: author)
                environment.say("It has ended.")
            } else {
                try AccountsListing.keys(
                    act == .token ? .token : .session, accounts, asJSON: asJSON, in: environment)
            }
        case .secondFactor:
            switch words[0] {
            case "require": try require(words[1], in: accounts, by: author, environment)
            case "reset":
                try accounts.removeSecondFactor(of: account(), endingKeys: true, by: author)
                environment.say(
                    "The second factor is removed. Sessions and tokens have ended; the password is"
                        + " enough now.")
            default:
                try AccountsListing.secondFactors(accounts, asJSON: asJSON, in: environment)
            }
        case .emergency:
            try openEmergency(arguments, accounts, by: author, in: environment)
        }
        return .success
    }

    /// Sets the roles that need a second factor.
    private static func require(
        _ names: String, in accounts: Accounts, by author: Author,
        _ environment: CommandEnvironment
    ) throws {
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

    private static func end(_ name: String, in accounts: Accounts, by author: Author) throws {
        guard let id = RecordID(name),
            try accounts.store.keys(of: nil).contains(where: { $0.id == id })
        else { throw NoSuchKey() }
        try accounts.end(id, by: author)
    }

    /// The names after the act.
    ///
    /// - Throws: `Misuse` if one is missing or too many.
    private static func words(_ arguments: ParsedArguments, of act: Act) throws -> [String] {
        var words = try arguments[operands]
        switch act {
        case .list, .emergency:
            guard words.isEmpty else { throw Misuse("Unexpected argument '\(words[0])'.") }
        case .add, .role, .password, .disable, .enable, .remove:
            guard words.count == 1 else {
                throw Misuse("'accounts \(act.rawValue)' requires one login.")
            }
        case .secondFactor:
            if words.isEmpty { words = ["list"] }
            guard ["list", "require", "reset"].contains(words[0]),
                words.count == (words[0] == "list" ? 1 : 2)
            else {
                throw Misuse(
                    "'accounts second-factor' requires 'list', 'require ROLES' or 'reset LOGIN'.")
            }
        case .token, .sessions:
            if words.isEmpty { words = ["list"] }
            let known = act == .token ? ["list", "add", "end"] : ["list", "end"]
            guard known.contains(words[0]), words.count == (words[0] == "list" ? 1 : 2) else {
                throw Misuse(
                    act == .token
                        ? "'accounts token' requires 'list', 'add LOGIN' or 'end ID'."
                        : "'accounts sessions' requires 'list' or 'end ID'.")
            }
        }
        return words
    }

    private static func add(
        _ arguments: ParsedArguments, _ login: String, to accounts: Accounts, by author: Author,
        in environment: CommandEnvironment
    ) throws {
        guard let role = try arguments[role] else {
            throw Misuse("'accounts add' requires '--role'.")
        }
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
            try tell(added.initial, of: added.account.login, in: environment)
        }
    }

    /// Prints an initial password alone on standard output.
    private static func tell(
        _ initial: String?, of login: String, in environment: CommandEnvironment
    ) throws {
        guard let initial else { return }
        environment.say(
            "The password to sign in with once, within \(Accounts.initialHours) hours; the person"
                + " then chooses their own:")
        try environment.output.write(initial + "\n")
    }

    private static func addToken(
        _ arguments: ParsedArguments, of account: Account, in accounts: Accounts, by author: Author,
        _ environment: CommandEnvironment
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
            named: try arguments[name] ?? "token", of: account, scopes: Set(known),
            days: try arguments[days], by: author)
        environment.say(
            "The token, which is not shown again. Send it as 'Authorization: Bearer …':")
        try environment.output.write(token + "\n")
    }

    private static func openEmergency(
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
            "Sign in with this login and password until \(opened.ends.hourAndMinute). The audit trail"
                + " keeps everything that is done, and the admins see this access.")
        try environment.output.write("\(opened.login)\n\(opened.password)\n")
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
    static func real(
        _ store: any RecordKeeping, now: @escaping @Sendable () -> Moment
    ) -> Accounts {
        Accounts(
            store,
            hash: PasswordHash(
                kept: Argon2id.kept, fits: Argon2id.fits, isOutdated: Argon2id.isOutdated),
            digest: BLAKE2b.digest, hmac: HMACSHA1.digest, now: now)
    }
}
