internal import Certificates
internal import Foundation
internal import Platform
internal import RecordStore
internal import Synchronization

/// Requests to a FHIR R4 server, signed in by SMART Backend Services where the peer has a client.
final class FHIRClient: Sendable {
    private let peer: Peer
    let base: String
    private let state = Mutex<(token: String, ends: ContinuousClock.Instant)?>(nil)

    /// An answer that is not a success.
    struct Fault: Error {
        let outcome: DeliveryOutcome

        var words: String {
            switch outcome {
            case .acknowledged(let words), .later(let words, _), .refused(let words): words
            }
        }
    }

    /// - Throws: `PeerFault`.
    init(_ peer: Peer) throws {
        try peer.checkWebAddress()
        if peer.settings.user != nil, peer.settings.keyFile == nil {
            throw PeerFault.missing(peer.name, option: "key")
        }
        self.peer = peer
        base = peer.address.hasSuffix("/") ? String(peer.address.dropLast()) : peer.address
    }

    /// A search token "SYSTEM|NUMBER", in which the number's special characters are escaped (FHIR
    /// R4, 3.1.1.3).
    func token(_ system: String, _ number: String) -> String {
        func escaped(_ text: String) -> String {
            ["\\", "$", ",", "|"].reduce(text) { $0.replacing($1, with: "\\" + $1) }
        }
        return CurlRequest.query("\(system)|\(escaped(number))")
    }

    // Requests.

    /// Sends a request, and once more if the server no longer takes the token.
    ///
    /// - Throws: `Fault` without an answer.
    func answer(
        _ method: String, _ path: String, body: String? = nil, isSignedIn: Bool = true
    ) throws -> CurlRequest.Answer {
        func once() throws -> CurlRequest.Answer {
            var request = CurlRequest(method, base + path, body: body.map { Array($0.utf8) })
            if isSignedIn, let token = try token() {
                request.header("Authorization", "Bearer \(token)")
            }
            request.header("Accept", "application/fhir+json")
            if body != nil {
                request.header("Content-Type", "application/fhir+json")
                request.header("Prefer", "return=minimal")
            }
            if peer.settings.user == nil { request.trust(peer) } else { trust(&request) }
            return try request.answer()
        }
        do {
            let first = try once()
            guard first.status == 401, peer.settings.user != nil else { return first }
            // The server may have revoked the token.
            state.withLock { $0 = nil }
            return try once()
        } catch let fault as CurlRequest.Fault {
            throw Fault(outcome: .later(fault.reason))
        }
    }

    /// Sets the authority to trust. A client's key signs its token only; TLS does not use it.
    private func trust(_ request: inout CurlRequest) {
        if let file = peer.settings.trustFile { request.settings.append(("cacert", file)) }
    }

    /// The fault of a status. 404 and 412 mean that a person or an order is not found.
    func fault(_ answer: CurlRequest.Answer) -> Fault {
        let words = "It answered with status \(answer.status)."
        switch answer.status {
        case 401, 403:
            return Fault(
                outcome: .later(words + " Check the client and its scopes at the server."))
        case 409, 429, 500...: return Fault(outcome: .later(words, after: answer.retryAfter))
        case 300..<400:
            return Fault(outcome: .refused(words + " Name the address that it leads to."))
        default: return Fault(outcome: .refused(words))
        }
    }

    /// Posts a transaction.
    ///
    /// - Returns: the answer in words.
    /// - Throws: `Fault`.
    func transaction(_ bundle: String) throws -> String {
        let answer = try answer("POST", "", body: bundle)
        guard (200..<300).contains(answer.status) else { throw fault(answer) }
        return "status \(answer.status)"
    }

    /// The server's description of itself.
    ///
    /// - Throws: `Fault`.
    func capabilities() throws -> [PeerFinding] {
        let answer = try answer("GET", "/metadata", isSignedIn: false)
        guard answer.status == 200,
            let json = try? JSONSerialization.jsonObject(with: Data(answer.body))
                as? [String: Any]
        else { throw fault(answer) }
        let version = json["fhirVersion"] as? String ?? "unknown"
        let rest = (json["rest"] as? [[String: Any]])?.first
        let acts = (rest?["interaction"] as? [[String: Any]] ?? []).compactMap {
            $0["code"] as? String
        }
        return [
            PeerFinding(version.hasPrefix("4.0"), "The server has FHIR \(version.prefix(20))."),
            PeerFinding(
                acts.isEmpty || acts.contains("transaction"),
                acts.contains("transaction")
                    ? "It takes transactions." : "It does not say that it takes transactions."),
        ]
    }

    // Signing in.

    /// The time before a token's end from which the token is no longer used, seconds.
    private static let margin = 60.0
    /// The longest time for which a token is used, seconds: a day, chosen. No clock can hold the
    /// times that some servers give.
    private static let longest = 86_400.0

    /// The access token; nil for a peer with neither a client nor a secret.
    private func token() throws -> String? {
        guard let client = peer.settings.user, let path = peer.settings.keyFile else {
            return peer.settings.secretFile == nil ? nil : try peer.secret()
        }
        if let (token, ends) = state.withLock({ $0 }), ContinuousClock.now < ends { return token }
        var question = CurlRequest("GET", base + "/.well-known/smart-configuration")
        trust(&question)
        let configuration = try question.answer()
        guard configuration.status == 200,
            let json = try? JSONSerialization.jsonObject(with: Data(configuration.body))
                as? [String: Any],
            let address = json["token_endpoint"] as? String
        else { throw Fault(outcome: .later("The server has no SMART configuration.")) }
        // The assertion must not leave this machine unencrypted.
        var endpoint = Peer(
            name: peer.name, kind: .fhir, address: address, since: peer.since)
        endpoint.isOn = true
        try endpoint.checkWebAddress()
        let key: TokenKey
        do { key = try TokenKey(at: path) } catch {
            throw PeerFault.secret(peer.name, reason: "\(error)")
        }
        let now = Int(Date().timeIntervalSince1970)
        let head = ["alg": key.algorithm, "typ": "JWT", "kid": client]
        let claims: [String: Any] = [
            "iss": client, "sub": client, "aud": address, "exp": now + 240,
            "jti": UUID().uuidString,
        ]
        let signed =
            try Self.part(JSONSerialization.data(withJSONObject: head)) + "."
            + Self.part(JSONSerialization.data(withJSONObject: claims))
        let assertion = try signed + "." + Self.part(Data(key.signature(of: Array(signed.utf8))))
        let scopes = peer.settings.scopes ?? Self.scopes
        let fields = [
            ("grant_type", "client_credentials"), ("scope", scopes),
            (
                "client_assertion_type",
                "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
            ), ("client_assertion", assertion),
        ]
        let body = fields.map { "\($0.0)=\(CurlRequest.query($0.1))" }.joined(separator: "&")
        var request = CurlRequest("POST", address, body: Array(body.utf8))
        request.header("Content-Type", "application/x-www-form-urlencoded")
        trust(&request)
        let answer = try request.answer()
        guard answer.status == 200,
            let json = try? JSONSerialization.jsonObject(with: Data(answer.body))
                as? [String: Any],
            let token = json["access_token"] as? String,
            token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw Fault(
                outcome: .later(
                    "The server refused a token (status \(answer.status)): check the client and its"
                        + " key on the server."))
        }
        let seconds = (json["expires_in"] as? NSNumber)?.doubleValue ?? 300
        let left = min(max(0, seconds - Self.margin), Self.longest)
        state.withLock { $0 = (token, .now + .seconds(left)) }
        return token
    }

    /// The scopes for the resources that are searched and sent.
    private static let scopes =
        "system/Patient.rs system/ServiceRequest.rs system/Observation.cus"
        + " system/DiagnosticReport.cus system/Device.cus system/Provenance.cu"

    /// Bytes as a part of a token: base64 for addresses, without padding (RFC 7515, 2).
    private static func part(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
