import Foundation
import TestProgram
import TestSpeech
import TestTraits
import Testing

@Suite("aloud accounts", .listening)
struct AccountsCommandTests {
    private struct Account: Decodable {
        var login: String
        var role: String
        var state: String
    }

    private struct Key: Decodable {
        var id: String
        var login: String
        var label: String
        var scopes: [String]?
        var used: String?
    }

    private struct Factor: Decodable {
        var login: String
        var needsSecondFactor: Bool
        var hasSecondFactor: Bool
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func aloud(_ words: String...) throws -> AloudBinary.Run {
        try AloudBinary.run(
            ["accounts"] + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
    }

    private func list() throws -> [Account] { try aloud("list", "--json").lines(Account.self) }

    @Test("accounts are added, changed, removed; only passwords go to standard output")
    func accounts() throws {
        let empty = try aloud("list")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.messages.contains("no accounts"))
        let viewer = try aloud("add", "vera", "--role", "viewer")
        #expect(viewer.status == 1 && viewer.messages.contains("--role admin"))
        let anna = try aloud("add", "Anna", "--role", "admin", "--name", "Anna Weber")
        #expect(anna.status == 0)
        #expect(anna.output.wholeMatch(of: #/([a-z2-9]{4}-){4}[a-z2-9]{4}\n/#) != nil)
        #expect(!anna.messages.contains(anna.output.dropLast()))
        #expect(try aloud("add", "vera", "--role", "viewer").status == 0)
        let again = try aloud("add", "vera", "--role", "viewer")
        #expect(again.status == 1 && again.messages.contains("Choose another"))
        #expect(try list().map(\.login) == ["anna", "vera"])
        #expect(try aloud("role", "vera", "--role", "operator").status == 0)
        #expect(try aloud("disable", "vera").status == 0)
        let disabled = try #require(try list().last)
        #expect(disabled.role == "operator" && disabled.state == "disabled")
        #expect(try aloud("enable", "vera").status == 0)
        let renewed = try aloud("password", "vera")
        #expect(renewed.output.count == 25)
        for act in ["disable", "remove"] {
            let last = try aloud(act, "anna")
            #expect(last.status == 1 && last.messages.contains("only admin"), "\(act)")
        }
        #expect(try aloud("role", "anna", "--role", "viewer").status == 1)
        #expect(try aloud("remove", "vera").status == 0)
        #expect(try list().map(\.login) == ["anna"])
        let unknown = try aloud("remove", "nobody")
        #expect(unknown.status == 1 && unknown.messages.contains("aloud accounts list"))
    }

    @Test("tokens are made with scopes, listed without their secret, and ended")
    func tokens() throws {
        _ = try aloud("add", "anna", "--role", "admin")
        #expect(try aloud("add", "lab", "--program", "--role", "viewer").status == 0)
        let beyond = try aloud("token", "add", "lab", "--scopes", "erase")
        #expect(beyond.status == 1 && beyond.messages.contains("readTests"))
        let made = try aloud("token", "add", "lab", "--name", "n", "--scopes", "readTests")
        #expect(made.output.wholeMatch(of: #/aloud_[0-9a-f]{64}\n/#) != nil)
        let listed = try aloud("token", "list", "--json")
        #expect(!listed.output.contains(made.output.dropLast()))
        let key = try #require(try listed.lines(Key.self).first)
        #expect(key.login == "lab" && key.label == "n" && key.scopes == ["readTests"])
        #expect(key.used == nil)
        #expect(try aloud("token", "list", "--json").output.contains("\"used\":null"))
        #expect(try aloud("token", "list").output.contains(#/ n +- +/#))
        #expect(try aloud("sessions").messages.contains("no sessions"))
        #expect(try aloud("token", "end", key.id).status == 0)
        #expect(try aloud("token", "end", key.id).status == 1)
        #expect(try aloud("token", "list", "--json").output.isEmpty)
    }

    @Test("with '--json', a new account and a new token are objects") func json() throws {
        struct Added: Decodable {
            var login: String
            var password: String?
        }
        struct Token: Decodable {
            var login: String
            var label: String
            var scopes: [String]
            var token: String
        }
        let anna = try aloud("add", "Anna", "--role", "admin", "--json").lines(Added.self)
        #expect(anna.map(\.login) == ["anna"] && anna.first?.password?.count == 24)
        let lab = try aloud("add", "lab", "--program", "--role", "viewer", "--json")
        #expect(try lab.lines(Added.self).map(\.password) == [nil])
        let made = try aloud(
            "token", "add", "lab", "--name", "n", "--scopes", "readTests", "--json")
        let token = try #require(try made.lines(Token.self).first)
        #expect(token.login == "lab" && token.label == "n" && token.scopes == ["readTests"])
        #expect(token.token.wholeMatch(of: #/aloud_[0-9a-f]{64}/#) != nil)
    }

    @Test("roles that need a second factor are set, shown and noted")
    func secondFactor() throws {
        _ = try aloud("add", "anna", "--role", "admin")
        _ = try aloud("add", "vera", "--role", "viewer")
        #expect(try aloud("second-factor", "require", "admin,clinician").status == 0)
        let listed = try aloud("second-factor", "list", "--json").lines(Factor.self)
        #expect(listed.map(\.login) == ["anna", "vera"])
        #expect(listed.map(\.needsSecondFactor) == [true, false])
        #expect(listed.allSatisfy { !$0.hasSecondFactor })
        let reset = try aloud("second-factor", "reset", "anna")
        #expect(reset.status == 1 && reset.messages.contains("no second factor"))
        #expect(try aloud("second-factor", "require", "none").status == 0)
        #expect(try aloud("second-factor").output.contains("none"))
        let trail = try AloudBinary.run(
            ["records", "trail"], variables: ["ALOUD_RECORDS": folder.file("a.db")])
        #expect(trail.output.contains("requireSecondFactor"))
        #expect(trail.output.contains("admin, clinician"))
    }

    @Test(
        "misuse is named with the remedy",
        arguments: [
            (["add"], "argument '<login>'"), (["add", "a"], "requires '--role'"),
            (["role", "a"], "requires '--role'"), (["list", "x"], "Unexpected argument"),
            (["list", "--role", "admin"], "'--role' has no effect"),
            (["token", "lend", "a"], "Did you mean 'end'?"),
            (["token", "add", "a"], "--scopes"),
            (["second-factor", "require", "boss"], "viewer"),
            (["second-factor", "reset"], "argument '<login>'"), (["emergency"], "--reason"),
        ])
    func misuse(words: [String], reason: String) throws {
        _ = try aloud("add", "a", "--role", "admin")
        let run = try AloudBinary.run(
            ["accounts"] + words, variables: ["ALOUD_RECORDS": folder.file("a.db")])
        #expect(run.status == 64, "\(words): \(run.messages)")
        #expect(run.messages.contains(reason), "\(words): \(run.messages)")
    }

    @Test("an emergency opens an account for an hour, with a reason in the trail")
    func emergency() throws {
        let none = try aloud("emergency", "--reason", "fire")
        #expect(none.status == 1 && none.messages.contains("no accounts to close"))
        _ = try aloud("add", "anna", "--role", "admin")
        let opened = try aloud("emergency", "--reason", "fire")
        #expect(opened.output.split(separator: "\n").count == 2)
        #expect(try list().last?.state.hasPrefix("until ") == true)
        let trail = try AloudBinary.run(
            ["records", "trail"], variables: ["ALOUD_RECORDS": folder.file("a.db")])
        #expect(trail.output.contains("emergency") && trail.output.contains("fire"))
    }

    @Test("a program gets no password, and keeps its tokens") func programPassword() throws {
        _ = try aloud("add", "anna", "--role", "admin")
        _ = try aloud("add", "lab", "--program", "--role", "viewer")
        #expect(try aloud("token", "add", "lab", "--scopes", "readTests").status == 0)
        let refused = try aloud("password", "lab")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(refused.messages.contains("aloud accounts token add lab"))
        #expect(try aloud("token", "list", "--json").lines(Key.self).count == 1)
    }

    @Test("an act other than 'add' creates no file") func missing() throws {
        #expect(try aloud("list").status == 0)
        #expect(try aloud("token").status == 0)
        let role = try aloud("role", "anna", "--role", "admin")
        #expect(role.status == 1 && role.messages.contains("--records FILE"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
