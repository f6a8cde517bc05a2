internal import Accounts
internal import CommandLineKit
internal import Exam
internal import RecordStore

/// `aloud accounts list`, `token list` and `sessions list`.
enum AccountsListing {
    /// An account as JSON, without its password.
    private struct Listed: Encodable {
        var login: String
        var name: String?
        var role: Role
        var state: String
        var made: Moment
    }

    static func accounts(
        _ accounts: Accounts, asJSON: Bool, in environment: CommandEnvironment
    ) throws {
        let all = try accounts.all()
        if asJSON {
            for account in all {
                try environment.emit(
                    Listed(
                        login: account.login, name: account.name, role: account.role,
                        state: account.state(at: accounts.now()), made: account.made))
            }
            return
        }
        guard !all.isEmpty else {
            environment.say(
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
        try environment.output.write(table.lines.joined(separator: "\n") + "\n")
    }

    /// A second factor as JSON.
    private struct ListedFactor: Encodable {
        var login: String
        var role: Role
        var hasSecondFactor: Bool
        var needsSecondFactor: Bool
        var recoveryLeft: Int
    }

    /// `aloud accounts second-factor list`.
    static func secondFactors(
        _ accounts: Accounts, asJSON: Bool, in environment: CommandEnvironment
    ) throws {
        let roles = try accounts.rolesWithSecondFactor()
        let people = try accounts.all().filter { $0.password != nil }
        var table = TextTable(["login", "role", "second factor", "recovery codes"])
        for person in people {
            let needs = roles.contains(person.role) && person.ends == nil
            if asJSON {
                try environment.emit(
                    ListedFactor(
                        login: person.login, role: person.role,
                        hasSecondFactor: person.secondFactor != nil, needsSecondFactor: needs,
                        recoveryLeft: person.secondFactor?.recovery.count ?? 0))
            }
            table.add([
                person.login, person.role.rawValue,
                person.secondFactor.map { "since \($0.made.dayAndMinute)" }
                    ?? (needs ? "needed" : "none"),
                person.secondFactor.map { "\($0.recovery.count) left" } ?? "-",
            ])
        }
        guard !asJSON else { return }
        guard !people.isEmpty else {
            environment.say("There are no accounts.")
            return
        }
        try environment.output.write(table.lines.joined(separator: "\n") + "\n")
        let names = Role.allCases.filter(roles.contains).map(\.rawValue)
        environment.say(
            names.isEmpty
                ? "No role needs a second factor. 'aloud accounts second-factor require admin'"
                    + " changes that."
                : "These roles need a second factor: \(names.joined(separator: ", ")).")
    }

    /// A session or a token as JSON.
    private struct ListedKey: Encodable {
        var id: RecordID
        var login: String
        var label: String
        var scopes: [String]?
        var made: Moment
        /// Nil, written as null, for a token that was never used.
        var used: Moment?
        var ends: Moment?

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(id, forKey: .id)
            try members.encode(login, forKey: .login)
            try members.encode(label, forKey: .label)
            try members.encodeIfPresent(scopes, forKey: .scopes)
            try members.encode(made, forKey: .made)
            try members.encode(used, forKey: .used)
            try members.encodeIfPresent(ends, forKey: .ends)
        }

        private enum CodingKeys: String, CodingKey {
            case id, login, label, scopes, made, used, ends
        }
    }

    static func keys(
        _ kind: AccessKey.Kind, _ accounts: Accounts, asJSON: Bool,
        in environment: CommandEnvironment
    ) throws {
        let logins = Dictionary(
            uniqueKeysWithValues: try accounts.all().map { ($0.id, $0.login) })
        let now = accounts.now()
        let keys = try accounts.store.keys(of: nil).filter { key in
            key.kind == kind
                && key.ends.map { now.milliseconds < $0.milliseconds } ?? true
        }
        if asJSON {
            for key in keys {
                try environment.emit(
                    ListedKey(
                        id: key.id, login: logins[key.account] ?? "", label: key.label,
                        scopes: key.scopes?.map(\.rawValue).sorted(), made: key.made,
                        used: key.lastUse, ends: key.ends))
            }
            return
        }
        guard !keys.isEmpty else {
            environment.say("There are no \(kind == .token ? "tokens" : "sessions").")
            return
        }
        var table = TextTable(
            [kind.rawValue, "login", kind == .token ? "name" : "browser", "last used", "ends"]
                + (kind == .token ? ["scopes"] : []),
            columnsFromLeft: kind == .token ? 6 : 5)
        for key in keys {
            table.add(
                [
                    key.id.text, logins[key.account] ?? "-", key.label,
                    key.lastUse?.dayAndMinute ?? "-",
                    key.ends?.dayAndMinute ?? "never",
                ]
                    + (kind == .token
                        ? [key.scopes?.map(\.rawValue).sorted().joined(separator: ",") ?? ""] : []))
        }
        try environment.output.write(table.lines.joined(separator: "\n") + "\n")
    }
}
