internal import Certificates
internal import Foundation
internal import RecordStore

/// A link to a receiver of HL7 v2 over MLLP, with or without TLS.
struct HL7Link: PeerLink {
    private let peer: Peer
    private let host: String
    private let port: Int

    /// Time limit for a connection, seconds: chosen.
    private static let patience = 30.0

    init(_ peer: Peer) throws(PeerFault) {
        (host, port) = try peer.hostAndPort()
        guard peer.settings.patientSystem != nil else {
            throw .missing(peer.name, option: "patient-system")
        }
        self.peer = peer
    }

    func send(_ test: DeliveredTest) -> DeliveryOutcome {
        let messages: [HL7Message]
        do throws(PeerRefusal) {
            messages = try ResultMessage(test: test, peer: peer).messages()
        } catch { return .refused(error.reason) }
        var outcome = DeliveryOutcome.acknowledged("")
        for message in messages {
            outcome = send(message)
            guard case .acknowledged = outcome else { return outcome }
        }
        return outcome
    }

    private var isLatin: Bool { peer.settings.characters == "8859/1" }

    /// The bytes of a message; nil if the peer's character set lacks one of its characters.
    private func bytes(of message: HL7Message) -> [UInt8]? {
        isLatin
            ? message.text.data(using: .isoLatin1).map { Array($0) } : Array(message.text.utf8)
    }

    private func connection() throws(ConnectionFault) -> PeerConnection {
        let settings = peer.settings
        return try PeerConnection.open(
            host: host, port: port,
            tls: settings.usesTLS == true
                ? PeerConnection.TLS(
                    trustFile: settings.trustFile, certificateFile: settings.certificateFile,
                    keyFile: settings.keyFile) : nil,
            within: Self.patience)
    }

    private func send(_ message: HL7Message) -> DeliveryOutcome {
        guard let bytes = bytes(of: message) else {
            return .refused("the character set \(peer.settings.characters ?? "") lacks a letter.")
        }
        do {
            let connection = try connection()
            try connection.write(MLLPFrames.frame(bytes))
            var frames = MLLPFrames()
            while case let more = try connection.read(), !more.isEmpty {
                for answer in try frames.take(more) {
                    if let outcome = outcome(of: answer, to: message.field("MSH", 10)) {
                        return outcome
                    }
                }
            }
            return .later("It ended the connection without an answer.")
        } catch let fault as ConnectionFault {
            return .later("\(fault)")
        } catch {
            return .later("Its answer is too long.")
        }
    }

    /// The outcome of an answer; nil for an answer to another message.
    ///
    /// AR means that the receiver cannot take any message now (HL7 v2.5.1, 2.9.2.2), so the message
    /// is sent again later. Codes 200 to 203 are permanent: they refuse the type, the version or
    /// the processing identifier (table 0357).
    private func outcome(of answer: [UInt8], to control: String) -> DeliveryOutcome? {
        let text =
            isLatin
            ? String(bytes: answer, encoding: .isoLatin1) ?? ""
            : String(decoding: answer, as: UTF8.self)
        guard let message = HL7Message(text), let msa = message.first("MSA") else {
            return .later("Its answer is not one of HL7 v2.")
        }
        guard msa[2] == control else { return nil }
        let code = HL7Message.components(message.field("ERR", 3)).first ?? ""
        let words = code.isEmpty ? msa[1] : "\(msa[1]), error \(code)"
        switch msa[1] {
        case "AA": return .acknowledged("AA")
        case "AR" where ["200", "201", "202", "203"].contains(code):
            return .refused("It answered \(words): correct the settings of the peer.")
        case "AR": return .later("It answered \(words).")
        default: return .refused("It answered \(words).")
        }
    }

    func check() -> [PeerFinding] {
        do throws(ConnectionFault) {
            _ = try connection()
            return [
                PeerFinding(
                    true,
                    peer.settings.usesTLS == true
                        ? "The port answers, and its certificate is trusted."
                        : "The port answers; the connection is not encrypted.")
            ]
        } catch { return [PeerFinding(false, "\(error)")] }
    }
}
