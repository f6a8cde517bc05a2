internal import Foundation

/// A request over HTTPS or SFTP by the program curl, with limits of time and size.
package struct CurlRequest {
    /// An answer.
    package struct Answer {
        /// The status; 0 for SFTP.
        package let status: Int
        /// The body.
        package let body: [UInt8]
        /// The pause that the server asks for, whole seconds; nil for a date or any other text.
        package let retryAfter: Double?
    }

    /// No answer, for a reason in words.
    package struct Fault: Error {
        /// The reason in a sentence.
        package let reason: String
    }

    /// Settings of curl's manual with a value, such as "cacert".
    package var settings: [(name: String, value: String)] = []
    /// Time limit for the request, seconds: chosen.
    package var patience = 60.0
    private var body: [UInt8]?

    /// The longest answer, bytes: chosen.
    private static let mostBytes = 4 << 20

    /// A request of a method to an address.
    package init(_ method: String, _ address: String, body: [UInt8]? = nil) {
        settings = [("url", address)]
        if body == nil { settings.append(("request", method)) }
        self.body = body
        if method == "PUT" { settings.append(("request", method)) }
    }

    /// Adds a header.
    package mutating func header(_ name: String, _ value: String) {
        settings.append(("header", "\(name): \(value)"))
    }

    /// Sends the request. Nothing of it is an argument, which other users of the machine could read.
    ///
    /// - Throws: `Fault`.
    package func answer() throws(Fault) -> Answer {
        guard let curl = Program(named: "curl") else {
            throw Fault(
                reason: "The program 'curl' is not installed. Install it with 'apt install curl'.")
        }
        do {
            let folder = try PrivateFolder()
            var all = settings
            if let body {
                all.append(("data-binary", "@" + (try folder.file("body", body))))
            }
            let text =
                all.map { "\($0.name) = \"\(Self.quoted($0.value))\"\n" }.joined()
                    + """
                    max-time = \(patience)
                    connect-timeout = 15
                    proto = "=http,https,sftp"
                    silent
                    write-out = "\\n%{http_code} %header{retry-after}"

                    """
            let end = try curl.run(
                ["--disable", "--config", "-"], input: .bytes(Array(text.utf8)),
                within: patience + 5, mostBytes: Self.mostBytes)
            guard end.isSuccess else {
                throw Fault(reason: Self.reason(of: end.reason))
            }
            let cut = end.output.lastIndex(of: 0x0A) ?? 0
            let last = String(decoding: end.output[cut...], as: UTF8.self)
                .split(whereSeparator: \.isWhitespace)
            return Answer(
                status: last.first.flatMap { Int($0) } ?? 0, body: Array(end.output[..<cut]),
                retryAfter: last.dropFirst().first.flatMap { UInt32($0) }.map { Double($0) })
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
    package static func query(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? ""
    }

    /// RFC 3986, 2.3.
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
