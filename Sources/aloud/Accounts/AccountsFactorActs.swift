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

        /// A second factor as JSON.
        private struct ListedFactor: Encodable {
            var login: String
            var role: Role
            var hasSecondFactor: Bool
            var needsSecondFactor: Bool
            var recoveryLeft: Int
        }

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            let roles = try accounts.rolesWithSecondFactor()
            let people = try accounts.all().filter { $0.password != nil }
            var table = TextTable(["login", "role", "second factor", "recovery codes"])
            for person in people {
                let needs = roles.contains(person.role) && person.ends == nil
                if try call[json] {
                    try call.emit(
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
            guard try !call[json] else { return }
            guard !people.isEmpty else {
                call.say("There are no accounts.")
                return
            }
            try call.environment.output.write(table.lines.joined(separator: "\n") + "\n")
            let names = Role.allCases.filter(roles.contains).map(\.rawValue)
            call.say(
                names.isEmpty
                    ? "No role needs a second factor. 'aloud accounts second-factor require admin'"
                        + " changes that."
                    : "These roles need a second factor: \(names.joined(separator: ", ")).")
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

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            let names = try call[names]
            let parts = names == "none" ? [] : names.split(separator: ",").map(String.init)
            let roles = parts.compactMap { Role(rawValue: $0) }
            guard roles.count == parts.count, names == "none" || !roles.isEmpty else {
                throw Misuse(
                    "'accounts second-factor require' requires 'none', or some of: "
                        + Role.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            try accounts.requireSecondFactor(of: Set(roles), by: call.author)
            call.say(
                roles.isEmpty
                    ? "No role needs a second factor."
                    : "People of these roles set up a second factor when they next use the pages.")
        }
    }

    /// `aloud accounts second-factor reset`.
    enum ResetFactor: AccountsAct {
        static let verb = Verb(
            "accounts second-factor reset",
            summary: "Remove the second factor of a person.",
            discussion:
                "For a person who has lost the phone and the recovery codes. The sessions end.",
            arguments: [login], options: [RecordOptions.file])

        static func run(_ call: RecordsCall, _ accounts: Accounts) throws {
            try accounts.removeSecondFactor(
                of: account(call, in: accounts), endingKeys: true, by: call.author)
            call.say(
                "The second factor is removed. Sessions and tokens have ended; the password is"
                    + " enough now.")
        }
    }
}
