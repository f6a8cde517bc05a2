internal import RecordStore

/// The cookie that holds the secret of a session.
package enum SessionCookie {
    /// The name of the session's cookie: a browser accepts it only from this server (RFC 6265bis,
    /// section 4.1.3.2).
    package static let name = "__Host-aloud-session"

    /// The header that sets the session's cookie, or removes it for nil.
    package static func header(_ secret: String?) -> String {
        "\(name)=\(secret ?? ""); Path=/; Secure; HttpOnly; SameSite=Strict"
            + (secret == nil ? "; Max-Age=0" : "")
    }

    /// The secret of the session's cookie; nil without one.
    package static func secret(inCookie header: String?) -> String? {
        let start = name + "="
        let values = (header ?? "").split(separator: ";")
            .map { $0.drop { $0 == " " } }.filter { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count)) }
        // Two of them are an attack.
        guard values.count == 1, let value = values.first, value.utf8.count == 32 else {
            return nil
        }
        return value
    }
}
