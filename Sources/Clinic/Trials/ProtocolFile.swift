internal import Foundation
internal import Records
package import Sealing

/// A protocol with its signatures, in the form of its file.
///
/// The file is JSON: `{"protocol": {…}, "signatures": [{…}]}`. A signature is made by Ed25519 over
/// the protocol with its keys in alphabetical order, so spaces and line breaks of the file do not
/// matter.
package struct ProtocolFile: Sendable, Equatable, Codable {
    /// The protocol.
    package private(set) var `protocol`: TrialProtocol
    /// The signatures, in the order in which they were made.
    package private(set) var signatures: [ProtocolSignature]

    /// Maximum size of a file, bytes.
    private static let mostBytes = 1 << 18
    /// Maximum number of signatures: sponsor, site, and spare ones.
    private static let mostSignatures = 20

    /// A protocol without signatures.
    package init(_ unsigned: TrialProtocol) {
        self.protocol = unsigned
        signatures = []
    }

    /// Reads the bytes of a file. The signatures are checked, the protocol's faults are not.
    ///
    /// - Throws: `ProtocolFault`.
    package init(_ bytes: [UInt8]) throws(ProtocolFault) {
        guard bytes.count <= Self.mostBytes else { throw .tooLong }
        let data = Data(bytes)
        guard let read = try? JSONSerialization.jsonObject(with: data) else { throw .notJSON }
        do { self = try JSONDecoder().decode(Self.self, from: data) } catch {
            throw .notOne(Self.words(error))
        }
        guard let known = try? JSONSerialization.jsonObject(with: Data(jsonText.utf8)) else {
            throw .notJSON
        }
        if let name = Self.unknown(in: read, beyond: known) { throw .unknownMember(name) }
        guard signatures.count <= Self.mostSignatures else { throw .tooLong }
        for signature in signatures where !signature.isValid(of: canonical) {
            throw .wrongSignature(signature.name.isEmpty ? "somebody" : signature.name)
        }
    }

    /// The protocol as it is signed.
    package var canonical: [UInt8] { Array(self.protocol.jsonText.utf8) }

    /// The digest of the protocol: BLAKE2b, 64 hexadecimal digits.
    package var digest: String { Hexadecimal.text(BLAKE2b.digest(canonical)) }

    /// Adds a signature.
    ///
    /// - Parameters:
    ///   - name: the person who signs.
    ///   - meaning: their role, such as "sponsor".
    ///   - time: ISO 8601 with the time zone.
    package mutating func sign(
        as name: String, _ meaning: String, with key: SigningKey, at time: String
    ) {
        var made = ProtocolSignature(
            name: name, meaning: meaning, time: time, key: key.publicKey, signature: "")
        made.signature = key.signature(of: made.signed(canonical))
        signatures.append(made)
    }

    /// The public keys that signed it.
    package var keys: Set<String> { Set(signatures.map(\.key)) }

    /// The text of the file.
    package var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("a protocol can be written as JSON")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The first member of a value that another one does not have; nil if there is none. A member that
    /// is null counts as left out.
    private static func unknown(in read: Any, beyond known: Any) -> String? {
        if let read = read as? [String: Any] {
            let known = known as? [String: Any] ?? [:]
            for name in read.keys.sorted() where !(read[name] is NSNull) {
                guard let inner = known[name] else { return name }
                if let found = unknown(in: read[name] as Any, beyond: inner) { return found }
            }
        } else if let read = read as? [Any], let known = known as? [Any] {
            for (read, known) in zip(read, known) {
                if let found = unknown(in: read, beyond: known) { return found }
            }
        }
        return nil
    }

    /// The place and the kind of a fault in the form of a file.
    private static func words(_ error: any Error) -> String {
        func place(_ path: [any CodingKey]) -> String {
            path.isEmpty ? "the file" : "'" + path.map(\.stringValue).joined(separator: ".") + "'"
        }
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            return "\(place(context.codingPath)) lacks '\(key.stringValue)'"
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            return "\(place(context.codingPath)) has a value of another kind"
        case DecodingError.dataCorrupted(let context):
            return "\(place(context.codingPath)) has a value that is not known"
        default: return "it has another form"
        }
    }
}

/// A signature of a protocol.
package struct ProtocolSignature: Sendable, Equatable, Codable {
    /// The person who signed.
    package var name: String
    /// Their role: "sponsor", "site".
    package var meaning: String
    /// The time, ISO 8601 with the time zone.
    package var time: String
    /// The public key, 64 hexadecimal digits.
    package var key: String
    /// The signature, 128 hexadecimal digits.
    package var signature: String

    /// The bytes that are signed: the protocol, and the name, the meaning and the time of the
    /// signature.
    fileprivate func signed(_ canonical: [UInt8]) -> [UInt8] {
        [canonical, Array(name.utf8), Array(meaning.utf8), Array(time.utf8)]
            .reduce(into: Array("aloud trial protocol\0".utf8)) { bytes, part in
                bytes += Array("\(part.count):".utf8) + part
            }
    }

    /// Whether it is a signature of the protocol by its key.
    fileprivate func isValid(of canonical: [UInt8]) -> Bool {
        KeySignature.isValid(signature, of: signed(canonical), by: key)
    }
}

/// The reason that a file of a protocol cannot be used.
package enum ProtocolFault: Error, Equatable, CustomStringConvertible {
    case tooLong
    case notJSON
    case notOne(String)
    case unknownMember(String)
    case wrongSignature(String)
    case unsigned
    case unsound([String])

    /// The fault and the way out.
    package var description: String {
        switch self {
        case .tooLong: "The file is too long to be a protocol. Name another file."
        case .notJSON: "The file is not JSON. 'aloud trial new' writes a protocol to edit."
        case .notOne(let place):
            "The file is not a protocol: \(place). 'aloud trial new' writes one to edit."
        case .unknownMember(let name):
            "The protocol has a member that this version of Aloud does not know: '\(name)'. Correct"
                + " its name, leave it out, or update Aloud."
        case .wrongSignature(let name):
            "The signature of \(name) does not fit: the protocol was changed after it was signed."
                + " Use the file as it was signed, or have it signed again."
        case .unsigned:
            "The protocol is not signed. Sign it with 'aloud trial sign FILE --key KEYFILE'."
        case .unsound(let faults):
            "The protocol has faults: " + faults.joined(separator: " ")
                + " Correct them, then sign it."
        }
    }
}
