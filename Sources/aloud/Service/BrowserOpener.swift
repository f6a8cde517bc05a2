internal import Foundation

/// Opens a page in the browser of the person at this machine.
struct BrowserOpener {
    /// The environment variables.
    let variables: [String: String]

    /// The programs that open a page: that of the desktop, and Debian's choice.
    private static let programs = ["xdg-open", "x-www-browser"]

    /// Opens a page.
    ///
    /// - Returns: whether a program could be started.
    func open(_ address: String) -> Bool {
        for program in Self.programs {
            guard let path = path(of: program) else { continue }
            let process = Process()
            process.executableURL = URL(fileURLWithPath: path)
            process.arguments = [address]
            // The browser's messages are no part of the output.
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            if (try? process.run()) != nil { return true }
        }
        return false
    }

    private func path(of program: String) -> String? {
        (variables["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
