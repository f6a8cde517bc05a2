import Foundation
import TestBrowser
import TestSpeech
import Testing

/// A clinic: the real program with accounts, as devices of a network see it.
final class Clinic {
    let folder: TemporaryFolder
    private(set) var port = 0
    private let process: AloudProcess
    /// The lines that the program printed when it started.
    private(set) var said: [String] = []
    static let password = "four words of nothing"

    /// - Parameter logins: accounts by login, with their roles; the first one is an admin's.
    init(
        _ logins: [(String, String)] = [
            ("anna", "admin"), ("vera", "viewer"), ("otto", "operator"),
        ]
    )
        throws
    {
        folder = try TemporaryFolder()
        let file = folder.file("a.db")
        var initial: [String: String] = [:]
        for (login, role) in logins {
            initial[login] = try Self.run(["accounts", "add", login, "--role", role], file).first
        }
        process = try AloudProcess(
            ["serve", "--answers", "-", "--port", "0", "--voice", "off", "--operator"],
            variables: ["ALOUD_RECORDS": file], input: Pipe())
        while let message = process.message() {
            said.append(message)
            if let match = message.firstMatch(of: #/127.0.0.1:(\d+)/records/#) {
                port = try #require(Int(match.1))
                break
            }
        }
        // Everybody chooses a password of their own.
        for (login, password) in initial {
            let cookie = try #require(try signIn(login, password).cookie)
            let changed = try post(
                "/account/password", ["former": password, "password": Self.password],
                cookie: cookie)
            try #require(changed.status == 200, "\(changed.text)")
        }
    }

    deinit { process.interrupt() }

    /// Runs a command next to the server; gives the lines that it prints.
    @discardableResult
    func aloud(_ words: String...) throws -> [String] {
        try Self.run(words, folder.file("a.db"))
    }

    private static func run(_ words: [String], _ file: String) throws -> [String] {
        let process = try AloudProcess(words, variables: ["ALOUD_RECORDS": file])
        var lines: [String] = []
        while let line = process.line() { lines.append(line) }
        let messages = process.messagesToTheEnd()
        try #require(process.end() == 0, "\(words): \(messages)")
        return lines
    }

    var origin: String { "http://127.0.0.1:\(port)" }

    /// Sends a request as a page of this server does.
    func request(
        _ method: String, _ path: String, _ body: String = "", cookie: String? = nil,
        headers more: [String: String] = [:], device: UInt8 = 1
    ) throws -> RawAnswer {
        var headers = ["Origin": origin, "Content-Type": "application/json"]
        if let cookie { headers["Cookie"] = "__Host-aloud-session=\(cookie)" }
        headers.merge(more) { $1 }
        return try RawConnection.exchange(
            port: port, method, path, headers: headers.filter { !$0.value.isEmpty }, body: body,
            device: device)
    }

    func post(
        _ path: String, _ body: [String: String] = [:], cookie: String? = nil,
        headers: [String: String] = [:], device: UInt8 = 1
    ) throws -> RawAnswer {
        let text = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
        return try request("POST", path, text, cookie: cookie, headers: headers, device: device)
    }

    func signIn(
        _ login: String, _ password: String = Clinic.password, cookie: String? = nil,
        device: UInt8 = 1
    ) throws -> RawAnswer {
        try post(
            "/account/sign-in", ["login": login, "password": password], cookie: cookie,
            device: device)
    }

    /// The cookie of a person who signs in.
    func cookie(of login: String) throws -> String {
        try #require(try signIn(login).cookie, "\(login)")
    }
}

extension RawAnswer {
    /// The session's secret that an answer sets; nil without one.
    var cookie: String? {
        head.firstMatch(of: #/Set-Cookie: __Host-aloud-session=([0-9a-f]+);/#).map {
            String($0.1)
        }
    }
}
