import Acuity
import Foundation
import HTTP
import Platform
import RecordREST
import RecordStore
import Records
import Sealing
import Synchronization

/// The interface of an empty store.
final class RESTDesk {
    /// Callers by their token: each token is the name of a role.
    final class Callers: CallerFinding {
        let refusals = Mutex<[Permission]>([])

        func caller(cookie: String?, authorization: String?) -> Caller? {
            guard let word = authorization?.split(separator: " ").last else { return nil }
            return Role(rawValue: String(word)).map { Caller(name: "Kim", role: $0) }
        }

        func note(refusalOf permission: Permission, to caller: Caller, for object: RecordID?) {
            refusals.withLock { $0.append(permission) }
        }
    }

    let kept: TemporaryStore
    var records: any RecordKeeping { kept.records }
    let callers = Callers()
    let next = NextTest { .zero }
    let interface: RecordInterface

    let clock: SampleClock

    /// - Parameter nextSteps: the sentences about the next step after a test.
    init(nextSteps: NextStepTable? = nil) throws {
        let clock = SampleClock()
        self.clock = clock
        kept = try TemporaryStore(now: { clock.now })
        interface = RecordInterface(
            kept.records, callers: callers, next: next, digest: BLAKE2b.digest,
            hearing: { _, _ in .exact }, nextSteps: nextSteps, now: { clock.now })
    }

    /// The body of an answer, also of one that lies in a file.
    private static func bytes(of content: Reply.Content) -> Data {
        guard let file = content.file else { return Data(content.body) }
        let handle = FileHandle(fileDescriptor: file.descriptor, closeOnDealloc: false)
        try? handle.seek(toOffset: 0)
        return (try? handle.readToEnd()) ?? Data()
    }

    func ask(
        _ method: String, _ path: String, query: [String: String] = [:], _ body: String? = nil,
        as role: Role? = .admin, headers: [String: String] = [:]
    ) -> (status: Int, json: [String: Any], headers: [String: String], text: String) {
        var headers = headers
        if let role { headers["authorization"] = "Bearer \(role.rawValue)" }
        if body != nil, headers["content-type"] == nil {
            headers["content-type"] = "application/json"
        }
        let content = interface.content(
            Request(
                method, "/api/v1" + path, query: query, headers: headers,
                body: Array((body ?? "").utf8)))
        let body = Self.bytes(of: content)
        let json = try? JSONSerialization.jsonObject(with: body)
        return (
            content.status, json as? [String: Any] ?? [:], content.headers,
            String(decoding: body, as: UTF8.self)
        )
    }
}
