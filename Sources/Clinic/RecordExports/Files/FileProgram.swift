package import Foundation
internal import Glibc
internal import Platform

/// Another program that makes a file of another format.
///
/// Its input lies in a folder that only this user can read, and is removed afterwards.
package struct FileProgram: Sendable {
    /// The names that the program may have.
    let names: [String]
    /// The Debian package that has it.
    let package: String
    /// The files that it makes, in words: "DICOM files".
    let content: String

    private let arguments: @Sendable (URL, URL) -> [String]
    /// The suffix of the input's name.
    private let suffix: String

    /// DCMTK's program that makes a DICOM file from a dump.
    package static let dicom = FileProgram(
        names: ["dump2dcm"], package: "dcmtk", content: "DICOM files",
        arguments: { ["--quiet", $0.path, $1.path] }, suffix: "dump")
    /// The browser that prints a page of HTML as a tagged PDF.
    package static let pdf = FileProgram(
        names: ["chromium", "chromium-browser", "google-chrome"], package: "chromium",
        content: "PDF files", arguments: { printing($0, to: $1) }, suffix: "html")

    /// Whether a program of one of the names is installed.
    package var isThere: Bool { names.contains { Program(named: $0) != nil } }

    /// Time limit for one file, seconds.
    private static let patience = 60.0

    /// The bytes of a file.
    ///
    /// - Parameter text: the input of the program.
    /// - Throws: `FileProgramFault`.
    package func made(from text: String) throws -> Data {
        guard let program = names.lazy.compactMap({ Program(named: $0) }).first else {
            throw FileProgramFault.missing(names[0], package: package, content: content)
        }
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "aloud-\(UUID().uuidString)")
        let input = folder.appending(path: "in.\(suffix)")
        let output = folder.appending(path: "out")
        defer { try? files.removeItem(at: folder) }
        do {
            try files.createDirectory(
                at: folder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: input)
        } catch { throw FileProgramFault.noRoom(files.temporaryDirectory.path) }
        let end: ProgramEnd
        do {
            end = try program.run(
                arguments(input, output), within: Self.patience, keepsOutput: false)
        } catch .tooLong {
            throw FileProgramFault.failed(program.name, "it took too long")
        } catch {
            throw FileProgramFault.failed(program.name, "it cannot be started")
        }
        guard end.isSuccess, let made = try? Data(contentsOf: output) else {
            throw FileProgramFault.failed(program.name, "it ended with \(end.reason)")
        }
        return made
    }

    /// The arguments with which Chromium prints a page as a tagged PDF.
    private static func printing(_ page: URL, to file: URL) -> [String] {
        let folder = page.deletingLastPathComponent().appending(path: "profile")
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        return [
            "--headless", "--disable-gpu", "--no-first-run", "--disable-extensions",
            "--user-data-dir=\(folder.path)", "--no-pdf-header-footer",
            "--print-to-pdf=\(file.path)",
        ]
            + (lacksSandbox(isRoot: geteuid() == 0, status: status ?? "") ? ["--no-sandbox"] : [])
            + [page.path]
    }

    /// Whether Chromium's sandbox cannot work: for root, and where a program gets neither new
    /// privileges nor namespaces, as in `aloud.service`, which confines Chromium itself.
    ///
    /// - Parameter status: the text of `/proc/self/status`.
    package static func lacksSandbox(isRoot: Bool, status: String) -> Bool {
        isRoot || status.contains("NoNewPrivs:\t1")
    }
}

/// The reason that a program made no file.
package enum FileProgramFault: Error, CustomStringConvertible {
    /// The program is not installed.
    case missing(String, package: String, content: String)
    /// The program failed.
    case failed(String, String)
    /// No file can be written to this folder for temporary files.
    case noRoom(String)

    /// The fault and the way out.
    package var description: String {
        switch self {
        case .missing(let name, let package, let content):
            "The program '\(name)' makes \(content), and it is not installed. Install it with"
                + " 'apt install \(package)'."
        case .failed(let name, let reason):
            "The program '\(name)' failed: \(reason). Earlier exports are complete."
        case .noRoom(let folder):
            "Cannot write to the folder for temporary files, '\(folder)': set TMPDIR to a"
                + " writable folder with free space."
        }
    }
}
