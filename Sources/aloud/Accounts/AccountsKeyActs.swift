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

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try list(.token, call, accounts)
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

        static let verb = Verb(
            "accounts token add", summary: "Make a token for a program, and print it.",
            arguments: [login], options: [name, scopes, days, json, RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            let names = try (call[scopes] ?? "").split(separator: ",").map {
                $0.trimming { $0 == " " }
            }
            let known = names.compactMap { Permission(rawValue: String($0)) }
            guard known.count == names.count, !known.isEmpty else {
                throw Misuse(
                    "'accounts token add' requires '--scopes', some of: "
                        + Permission.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            let owner = try account(call, in: accounts)
            let label = try call[name] ?? "token"
            let token = try accounts.addToken(
                named: label, of: owner, scopes: Set(known), days: try call[days],
                by: call.author)
            if try call[json] {
                struct Added: Encodable {
                    var login: String
                    var label: String
                    var scopes: [String]
                    var token: String
                }
                try call.emit(
                    Added(
                        login: owner.login, label: label, scopes: known.map(\.rawValue).sorted(),
                        token: token))
                return
            }
            call.say(
                "The token, which is not shown again. Send it as 'Authorization: Bearer …':")
            try call.environment.output.write(token + "\n")
        }
    }

    /// `aloud accounts token end`.
    enum EndToken: AccountsAct {
        static let verb = Verb(
            "accounts token end", summary: "Revoke a token.",
            arguments: [key], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try end(call, accounts)
        }
    }

    /// `aloud accounts sessions list`.
    enum ListSessions: AccountsAct {
        static let opening = RecordsOpening.looking
        static let verb = Verb(
            "accounts sessions list", summary: "List the sessions.",
            options: [json, RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try list(.session, call, accounts)
        }
    }

    /// `aloud accounts sessions end`.
    enum EndSession: AccountsAct {
        static let verb = Verb(
            "accounts sessions end", summary: "End a session.",
            arguments: [key], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try end(call, accounts)
        }
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

    private static func list(
        _ kind: AccessKey.Kind, _ call: RecordsCall, _ accounts: Accounts
    ) throws {
        let logins = Dictionary(
            uniqueKeysWithValues: try accounts.all().map { ($0.id, $0.login) })
        let now = accounts.now()
        let keys = try accounts.store.keys(of: nil).filter { key in
            key.kind == kind
                && key.ends.map { now.milliseconds < $0.milliseconds } ?? true
        }
        if try call[json] {
            for key in keys {
                try call.emit(
                    ListedKey(
                        id: key.id, login: logins[key.account] ?? "", label: key.label,
                        scopes: key.scopes?.map(\.rawValue).sorted(), made: key.made,
                        used: key.lastUse, ends: key.ends))
            }
            return
        }
        guard !keys.isEmpty else {
            call.say("There are no \(kind == .token ? "tokens" : "sessions").")
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
        try call.environment.output.write(table.lines.joined(separator: "\n") + "\n")
    }

    private static let key = Argument<String>(
        "id", .text("id"), help: "The identifier of the token or session, as the list prints it.")

    private static func end(_ call: RecordsCall, _ accounts: Accounts) throws {
        guard let id = RecordID(try call[key]),
            try accounts.store.keys(of: nil).contains(where: { $0.id == id })
        else { throw NoSuchKey() }
        try accounts.end(id, by: call.author)
        call.say("It has ended.")
    }
}
