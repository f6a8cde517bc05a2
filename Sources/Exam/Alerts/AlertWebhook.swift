internal import Foundation
internal import Platform
package import RecordStore
internal import Sealing

/// The clinic's address for alerts of confirmed changes, each sent as a signed request.
///
/// The header `Aloud-Signature` is "t=TIME,v1=DIGITS": the seconds since 1970, and the HMAC-SHA256 of
/// "TIME.BODY" with the shared secret, in hexadecimal digits. The program curl sends the request.
package struct AlertWebhook: Sendable {
    private let address: String
    private let secret: [UInt8]
    private let isNamed: Bool

    /// Time limit for a request, seconds.
    package static let patience = 20.0

    /// - Parameters:
    ///   - address: `https`, or `http` for this machine only.
    ///   - secret: the shared secret.
    ///   - isNamed: whether the body has the person's name and the clinic's identifier.
    /// - Throws: `AlertFault`.
    package init(
        _ address: String, secret: [UInt8], isNamed: Bool
    ) throws(AlertFault) {
        try Self.check(address)
        guard Program(named: "curl") != nil else { throw .noProgram }
        self.address = address
        self.secret = secret
        self.isNamed = isNamed
    }

    /// Makes sure that alerts may be sent to an address.
    ///
    /// - Throws: `AlertFault`.
    package static func check(_ address: String) throws(AlertFault) {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.port.map({ (1...65_535).contains($0) }) ?? true,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { throw .noAddress }
        guard parts.user == nil, parts.password == nil else { throw .hasPassword }
        guard scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(host) else {
            throw .notEncrypted
        }
    }

    /// Sends an alert.
    ///
    /// - Parameters:
    ///   - now: the time of the signature.
    ///   - seconds: the longest time of the request, if it is shorter than `patience`.
    /// - Returns: nil if the address took it (status 200 to 299), else the reason.
    package func send(
        _ alert: ChangeAlert, at now: Moment, within seconds: Double? = nil
    ) -> String? {
        let patience = min(seconds ?? Self.patience, Self.patience)
        let body = alert.body(isNamed: isNamed)
        let time = "\(now.milliseconds / 1_000)"
        let code = Hexadecimal.text(
            HMACSHA256.digest(key: secret, Array("\(time).\(body)".utf8)))
        var request = CurlRequest("POST", address, body: Array(body.utf8))
        request.patience = patience
        request.header("Content-Type", "application/json")
        request.header("Aloud-Signature", "t=\(time),v1=\(code)")
        // The body of the answer is dropped, whatever its length.
        request.settings.append(("output", "/dev/null"))
        let status: Int
        do throws(CurlRequest.Fault) { status = try request.answer().status } catch {
            return "The address cannot be reached. \(error.reason)"
        }
        return (200..<300).contains(status) ? nil : "The address answered with status \(status)."
    }
}

/// The reason that no alert can be sent.
package enum AlertFault: Error, Equatable, CustomStringConvertible {
    case noAddress
    case hasPassword
    case notEncrypted
    case noProgram

    /// The fault and the way out.
    package var description: String {
        switch self {
        case .noAddress:
            "The address of '--alert-webhook' is not a URL: give one such as"
                + " 'https://clinic.example/alerts'."
        case .hasPassword:
            "The address of '--alert-webhook' has a user name or a password, which Aloud does not"
                + " send. Leave it out: the signature proves the sender, by the secret in the file of"
                + " '--alert-secret'."
        case .notEncrypted:
            "An alert leaves this machine encrypted only: give an address of 'https'."
        case .noProgram:
            "The program 'curl' sends alerts, and it is not installed. Install it with 'apt install"
                + " curl'."
        }
    }
}
