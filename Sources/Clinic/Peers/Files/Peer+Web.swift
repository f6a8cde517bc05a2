internal import Foundation
internal import Platform
internal import RecordStore

extension CurlRequest {
    /// Sets a peer's authority to trust, and the client's certificate if it has one.
    mutating func trust(_ peer: Peer) {
        if let file = peer.settings.trustFile { settings.append(("cacert", file)) }
        if let file = peer.settings.certificateFile, let key = peer.settings.keyFile {
            settings += [("cert", file), ("key", key)]
        }
    }
}

extension Peer {
    /// Makes sure that the address is one of https, or of this machine.
    ///
    /// - Throws: `PeerFault`.
    func checkWebAddress() throws(PeerFault) {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil,
            address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else { throw .noAddress(name) }
        guard scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(host) else {
            throw .notEncrypted(name)
        }
    }

    /// The first line of the secret's file, which only its owner may read.
    ///
    /// - Throws: `PeerFault`.
    func secret() throws(PeerFault) -> String {
        guard let path = settings.secretFile else {
            throw .missing(name, option: "secret-file")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { throw .secret(name, reason: "its file cannot be read.") }
        guard mode & 0o077 == 0 else {
            throw .secret(name, reason: "others can read its file: 'chmod 600' it.")
        }
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !line.isEmpty else { throw .secret(name, reason: "its file is empty.") }
        return line.trimmingCharacters(in: .whitespaces)
    }
}
