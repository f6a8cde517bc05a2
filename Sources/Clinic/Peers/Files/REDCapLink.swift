internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore

/// A link to a project of REDCap, which imports the rows of a test. The token is the secret.
struct REDCapLink: PeerLink {
    private let peer: Peer

    init(_ peer: Peer) throws(PeerFault) {
        try peer.checkWebAddress()
        _ = try peer.secret()
        self.peer = peer
    }

    /// Sends the row of the test, and an empty row to each record that had the test before.
    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        let table = REDCapTable.delivery(
            of: test.test, formerPeople: test.formerPeople,
            wasUnnamed: test.formerDeliveries.contains { $0.person == nil && $0.wasTried })
        let fields = [
            ("content", "record"), ("action", "import"), ("format", "csv"), ("type", "flat"),
            ("overwriteBehavior", "overwrite"), ("forceAutoNumber", "false"),
            ("dateFormat", "YMD"), ("returnContent", "count"), ("returnFormat", "json"),
            ("data", table.text),
        ]
        do {
            let answer = try request(fields).answer()
            switch answer.status {
            case 200..<300:
                // A page, as of the sign-in or of maintenance, does not count.
                return Self.count(in: answer.body) == nil
                    ? .later(Self.notREDCap) : .acknowledged("status \(answer.status)")
            case 400, 403, 404, 406:
                return .refused(
                    "It answered with status \(answer.status): check the token and that the project"
                        + " has the instrument 'visual_acuity' of the data dictionary.")
            default:
                return .later(
                    "It answered with status \(answer.status).", after: answer.retryAfter)
            }
        } catch let fault as CurlRequest.Fault {
            return .later(fault.reason)
        } catch { return .refused("\(error)") }
    }

    /// The number of records in the answer to an import: `{"count": 1}`, or only the number; nil for
    /// any other answer.
    private static func count(in body: [UInt8]) -> Int? {
        let value = try? JSONSerialization.jsonObject(
            with: Data(body), options: .fragmentsAllowed)
        let object = value as? [String: Any]
        let count = object == nil ? value : object?["count"]
        return (count as? NSNumber)?.intValue ?? (count as? String).flatMap { Int($0) }
    }

    private static let notREDCap =
        "Its answer is not one of REDCap: check the address, which ends in '/api/'."

    private func request(_ fields: [(String, String)]) throws -> CurlRequest {
        let all = [("token", try peer.secret())] + fields
        let body = all.map { "\($0.0)=\(CurlRequest.query($0.1))" }.joined(separator: "&")
        var request = CurlRequest("POST", peer.address, body: Array(body.utf8))
        request.header("Content-Type", "application/x-www-form-urlencoded")
        request.trust(peer)
        return request
    }

    func check() -> [PeerFinding] {
        do {
            let answer = try request([("content", "version"), ("format", "json")]).answer()
            guard answer.status == 200 else {
                return [
                    PeerFinding(
                        false, "It answered with status \(answer.status): check the token.")
                ]
            }
            let text = String(decoding: answer.body.prefix(20), as: UTF8.self)
            return [
                text.first?.isNumber == true
                    ? PeerFinding(true, "REDCap \(text) answers, and takes the token.")
                    : PeerFinding(false, Self.notREDCap)
            ]
        } catch let fault as CurlRequest.Fault {
            return [PeerFinding(false, fault.reason)]
        } catch { return [PeerFinding(false, "\(error)")] }
    }
}
