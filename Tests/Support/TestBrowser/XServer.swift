internal import Foundation

/// An X server without a screen (Xvfb), for programs with windows.
package final class XServer {
    private static let path = "/usr/bin/Xvfb"

    private let process = Process()
    /// Its display: ":99".
    package let display: String

    /// Whether it is installed, with the library that presses its keys.
    package static let isInstalled =
        FileManager.default.isExecutableFile(atPath: path)
        && ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"].contains {
            FileManager.default.fileExists(atPath: $0 + "/libXtst.so.6")
        }

    /// Starts one at a free display.
    package init() throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = ["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It prints the number once it takes connections.
        var number = ""
        while !number.hasSuffix("\n") {
            let bytes = output.fileHandleForReading.availableData
            guard !bytes.isEmpty else { throw BrowserError.notStarted("Xvfb ended") }
            number += String(decoding: bytes, as: UTF8.self)
        }
        display = ":" + number.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit {
        // It inherits a mask that blocks every other signal, from the threads of tests.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
