import Exam
import Foundation
import Platform
import RecordStore
import Sealing
import Synchronization
import TestTraits
import Testing

@Suite("Alerts of confirmed changes", .listening)
struct AlertTests {
    private let kept: TemporaryStore
    private var store: any RecordKeeping { kept.records }
    private static let secret = Array("a secret of the clinic".utf8)
    private static let now = Moment("2026-02-01T10:00:00.000Z")!

    /// A person with a change that the last of four tests confirmed.
    init() throws {
        kept = try TemporaryStore()
        _ = try SampleSeries(
            [("01-01", 9), ("01-08", 9), ("01-15", 5), ("01-22", 5)], in: kept.records)
    }

    private func sending(
        to receiver: WebReceiver, isNamed: Bool = false,
        say: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> AlertSending {
        AlertSending(
            to: try AlertWebhook(
                "http://127.0.0.1:\(receiver.port)/alerts?x=1", secret: Self.secret,
                isNamed: isNamed),
            from: store, by: Author("root"),
            pauses: .init(first: 0.01, longest: 0.05, idle: 60), now: { Self.now }, say: say)
    }

    @Test("an alert is sent with growing pauses until it is accepted, then never again")
    func untilTaken() throws {
        let receiver = try WebReceiver(answering: [503, 500, 200])
        let said = Mutex<[String]>([])
        let alerts = try sending(to: receiver) { words in said.withLock { $0.append(words) } }
        alerts.start()
        let from = Self.now.day.month(before: 2)
        for _ in 0..<12_000 where try store.changeAlerts(from: from).first?.taken == nil {
            usleep(10_000)
        }
        alerts.stop()
        #expect(said.withLock { $0 }.count == 1)
        #expect(said.withLock { $0 }.first?.contains("status 503") == true)
        let test = try #require(try store.changeAlerts(from: from).first)
        #expect(test.taken != nil)
        for request in receiver.requests {
            #expect(request.body == test.body(isNamed: false))
        }
        // Another program after a restart has nothing to send.
        #expect(try sending(to: receiver).send() == 0)
        #expect(receiver.requests.count == 3)
        #expect(try store.verify() == [])
    }

    @Test("an alert that waits is sent after a restart") func restart() throws {
        let away = try WebReceiver(answering: [503])
        #expect(try sending(to: away).send() == 1)
        let receiver = try WebReceiver(answering: [])
        #expect(try sending(to: receiver).send() == 0)
        #expect(receiver.requests.count == 1)
    }

    @Test("an alert is signed by HMAC of time and body, and has a name only on request")
    func signature() throws {
        let receiver = try WebReceiver(answering: [503])
        try sending(to: receiver).send()
        try sending(to: receiver, isNamed: true).send()
        let (plain, named) = (receiver.requests[0], receiver.requests[1])
        let time = "\(Self.now.milliseconds / 1_000)"
        let code = HMACSHA256.digest(key: Self.secret, Array("\(time).\(plain.body)".utf8))
            .map { String(format: "%02x", $0) }.joined()
        #expect(plain.signature == "t=\(time),v1=\(code)")
        #expect(!plain.body.contains("Anna") && named.body.contains("\"Anna 17\""))
    }

    @Test("HMAC-SHA256 matches RFC 4231, test case 2") func hmac() {
        let digest = HMACSHA256.digest(
            key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8))
        #expect(
            digest.map { String(format: "%02x", $0) }.joined()
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test("an address that is not a URL, or would send without encryption, is refused")
    func addresses() {
        func fault(_ address: String) -> AlertFault? {
            do throws(AlertFault) {
                _ = try AlertWebhook(address, secret: [], isNamed: false)
                return nil
            } catch { return error }
        }
        #expect(fault("http://clinic.example/a") == .notEncrypted)
        #expect(fault("HTTP://clinic.example/a") == .notEncrypted)
        #expect(fault("HTTPS://clinic.example:8443/a") == nil)
        for wrong in [
            "clinic.example", "ftp://a/b", "https://", "https://a/\"b", "https://a b/",
            "https://a:99999/", "https://a:0/",
        ] {
            #expect(fault(wrong) == .noAddress, "\(wrong)")
        }
        for secret in ["https://user:password@clinic.example/", "https://user@clinic.example/"] {
            #expect(fault(secret) == .hasPassword)
        }
        #expect(fault("https://clinic.example/a?token=x") == nil)
    }

    @Test("a secret is made once, for its owner only; one that others can read is refused")
    func secrets() throws {
        try RecordFolder.with { folder in
            let path = folder + "/alert.secret"
            let made = try SharedSecret(at: path)
            #expect(made.isNew && made.bytes.count == 64)
            #expect(try SharedSecret(at: path).bytes == made.bytes)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
            chmod(path, 0o640)
            #expect(throws: SharedSecretFault.openToOthers(path)) { try SharedSecret(at: path) }
            try Data("short\n".utf8).write(to: URL(filePath: path))
            chmod(path, 0o600)
            #expect(throws: SharedSecretFault.tooShort(path)) { try SharedSecret(at: path) }
        }
    }
}

extension CalendarDay {
    /// The day this many months of 30 days before.
    fileprivate func month(before months: Int) -> CalendarDay {
        CalendarDay(daysSince1970: daysSince1970 - 30 * months)
    }
}
