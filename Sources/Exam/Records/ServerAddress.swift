internal import Glibc

/// The address of a database server. Its password must not be shown.
package struct ServerAddress {
    /// The address as it was given.
    package let text: String

    /// The address of a text; nil for the path of a file.
    package init?(_ text: String) {
        guard ["postgresql://", "postgres://"].contains(where: text.hasPrefix) else { return nil }
        self.text = text
    }

    /// The parts of the text that are passwords: "user:PASSWORD@", "?password=PASSWORD".
    private var passwords: [Range<String.Index>] {
        guard let start = text.firstRange(of: "://")?.upperBound else { return [] }
        var found: [Range<String.Index>] = []
        let end = text[start...].firstIndex(of: "?") ?? text.endIndex
        if let at = text[start..<end].lastIndex(of: "@"),
            let colon = text[start..<at].firstIndex(of: ":")
        {
            found.append(text.index(after: colon)..<at)
        }
        for name in ["password=", "sslpassword="] {
            guard let value = text[end...].firstRange(of: name)?.upperBound else { continue }
            found.append(value..<(text[value...].firstIndex(of: "&") ?? text.endIndex))
        }
        return found.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Whether it has a password.
    package var hasPassword: Bool { !passwords.isEmpty }

    /// The address with stars instead of each password.
    package var shown: String {
        var shown = text
        for range in passwords.reversed() { shown.replaceSubrange(range, with: "***") }
        return shown
    }

    /// A text with the password of an address in it replaced by stars; any other text as it is.
    package static func shown(_ text: String) -> String { ServerAddress(text)?.shown ?? text }

    /// The warning about a password in the address.
    package static let advice =
        "Warning: The address of the records has a password. Put it into the file ~/.pgpass or the file"
        + " that PGPASSFILE names, as 'HOST:PORT:DATABASE:USER:PASSWORD' and with mode 600, and leave it"
        + " out of the address."

    /// Makes sure that libpq reads the whole password. Otherwise libpq would take the rest of it
    /// for the host and print it.
    ///
    /// - Throws: `UnreadablePassword`.
    package func check() throws {
        for range in passwords where text[range].contains(where: { "@/:#[]".contains($0) }) {
            throw UnreadablePassword()
        }
    }

    /// Hides passwords from the list of processes (ps), which shows the arguments of the program.
    package static func hideArguments() {
        for index in 0..<Int(CommandLine.argc) {
            // The system keeps the arguments in memory that the program may write; proc(5), cmdline.
            guard let argument = CommandLine.unsafeArgv[index] else { continue }
            let text = String(cString: argument)
            let start = text.firstRange(of: "postgres")?.lowerBound ?? text.startIndex
            guard let address = ServerAddress(String(text[start...])) else { continue }
            let before = text[..<start].utf8.count
            for range in address.passwords {
                let first = address.text[..<range.lowerBound].utf8.count
                memset(argument + before + first, 0x2A, address.text[range].utf8.count)
            }
        }
    }
}

/// An error: the password in an address has characters that end it.
package struct UnreadablePassword: Error, CustomStringConvertible {
    package let description =
        "The password in the address of the records has one of the signs @ / : # [ ], which end it there."
        + " Put it into the file ~/.pgpass or the file that PGPASSFILE names, and leave it out of the"
        + " address."
}
