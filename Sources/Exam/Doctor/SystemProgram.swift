internal import Foundation

/// A program of the system that answers a question, such as dpkg-query.
package struct SystemProgram {
    /// The output of a finished program.
    package struct Answer {
        package var status: Int32
        /// Standard output, without the line end at its end.
        package var text: String
    }

    /// Runs a program to its end, in plain English.
    ///
    /// - Parameters:
    ///   - words: the name of the program and its arguments.
    ///   - folder: the folder in which it runs; nil for the current one.
    /// - Returns: nil if it is not installed.
    package static func ask(_ words: [String], in folder: String? = nil) -> Answer? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["LC_ALL=C"] + words
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let bytes = (try? output.fileHandleForReading.readToEnd()) ?? nil
        process.waitUntilExit()
        // env(1): 127 for a program that is not there.
        guard process.terminationStatus != 127 else { return nil }
        let text = String(decoding: bytes ?? Data(), as: UTF8.self)
        return Answer(
            status: process.terminationStatus,
            text: text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}
