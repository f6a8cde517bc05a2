internal import Foundation
internal import Platform
internal import RecordStore

/// A request over HTTPS or SFTP by the program curl, with limits of time and size.
struct CurlRequest {
    /// An answer.
    struct Answer {
        /// The status; 0 for SFTP.
        let status: Int
        /// The body.
        let body: [UInt8]
        /// The pause that the server asks for, seconds.
        let retryAfter: Double?
    }

    /// No answer, for a reason in words.
    struct Fault: Error { let reason: String }

    var settings: [(name: String, value: String)] = []
    var flags: [String] = []
    private var body: [UInt8]?

    /// The longest time of a request, seconds, and the longest answer, bytes: chosen.
    private static let patience = 60.0
    private static let mostBytes = 4 << 20

    /// A request of a method to an address.
    init(_ method: String, _ address: String, body: [UInt8]? = nil) {
        settings = [("url", address)]
        if body == nil { settings.append(("request", method)) }
        self.body = body
        if method == "PUT" { settings.append(("request", method)) }
    }

    mutating func header(_ name: String, _ value: String) {
        settings.append(("header", "\(name): \(value)"))
    }

    /// Uses the certificates of a peer.
    mutating func trust(_ peer: Peer) {
        if let file = peer.settings.trustFile { settings.append(("cacert", file)) }
        if let file = peer.settings.certificateFile, let key = peer.settings.keyFile {
            settings += [("cert", file), ("key", key)]
        }
    }

    /// Sends the request. Nothing of it is an argument, which other users of the machine could read.
    ///
    /// - Throws: `Fault`.
    func answer() throws(Fault) -> Answer {
        guard let curl = Program(named: "curl") else {
            throw Fault(reason: "\(PeerFault.program("curl", package: "curl"))")
        }
        do {
            let folder = try PrivateFolder()
            var all = settings
            if let body {
                all.append(("data-binary", "@" + (try folder.file("body", body))))
            }
            let text =
                all.map { "\($0.name) = \"\(Self.quoted($0.value))\"\n" }.joined()
                + flags.map { $0 + "\n" }.joined() + """
                    max-time = \(Self.patience)
                    connect-timeout = 15
                    proto = "=http,https,sftp"
                    silent
                    write-out = "\\n%{http_code} %header{retry-after}"

                    """
            let end = try curl.run(
                ["--disable", "--config", "-"], input: .bytes(Array(text.utf8)),
                within: Self.patience + 5, mostBytes: Self.mostBytes)
            guard end.isSuccess else {
                throw Fault(reason: Self.reason(of: end.reason))
            }
            let cut = end.output.lastIndex(of: 0x0A) ?? 0
            let last = String(decoding: end.output[cut...], as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            return Answer(
                status: last.first.flatMap { Int($0) } ?? 0, body: Array(end.output[..<cut]),
                retryAfter: last.dropFirst().first.flatMap { Double($0) })
        } catch let fault as Fault {
            throw fault
        } catch { throw Fault(reason: "\(error)") }
    }

    /// The reason of an exit status of curl (curl's manual, EXIT CODES).
    private static func reason(of end: ProgramEnd.Reason) -> String {
        switch end {
        case .status(6): "The name of the machine is not known."
        case .status(7): "The machine does not answer at that port."
        case .status(28): "It did not answer in time."
        case .status(35): "The encrypted connection fails."
        case .status(51), .status(60), .status(77):
            "Its certificate or host key is not trusted: check the file of '--trust'."
        case .status(58): "The own certificate or key cannot be used."
        case .status(67): "It refuses the user or the key."
        default: "curl ended with \(end)."
        }
    }

    private static func quoted(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    }

    /// A text as a part of a query.
    static func query(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
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

    /// The first line of the secret's file, which its owner alone can read.
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
