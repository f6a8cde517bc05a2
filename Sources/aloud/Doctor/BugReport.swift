internal import CommandLineKit
internal import Foundation

/// A file to send with the description of a fault: findings, versions and settings, without
/// records and without names of people.
struct BugReport {
    let environment: CommandEnvironment

    /// Writes the file, a tar archive compressed by gzip.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - findings: the findings of the doctor.
    func write(to path: String, findings: [Finding]) throws {
        let file = try ResultFile(path, for: "the bug report")
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = findings.map { $0.line + "\n" }.joined()
        let texts = [
            ("doctor.txt", lines), ("system.txt", system), ("settings.txt", settings),
        ]
        for (name, text) in texts {
            try Data(withoutNames(text).utf8).write(to: folder.appendingPathComponent(name))
        }
        let archive = folder.appendingPathComponent("report.tar.gz")
        let words =
            ["tar", "--create", "--gzip", "--owner=0", "--group=0", "--file", archive.path]
            + texts.map(\.0)
        guard let answer = SystemProgram.ask(words, in: folder.path), answer.status == 0,
            let bytes = FileManager.default.contents(atPath: archive.path)
        else { throw BugReportError() }
        try file.write(bytes)
    }

    /// The versions of the system and of Aloud's libraries.
    private var system: String {
        let questions = [
            ["uname", "-srm"], ["sh", "-c", ". /etc/os-release && echo \"$PRETTY_NAME\""],
            ["sh", "-c", "grep -m 1 'model name' /proc/cpuinfo"], ["nproc"],
            ["sh", "-c", "grep MemTotal /proc/meminfo"], ["cat", "/proc/asound/cards"],
            [
                "dpkg-query", "--show", "aloud*", "libpocketsphinx3", "libdnnl2", "libasound2",
                "libsndfile1", "libmicrohttpd12", "libflite1", "libsoxr0", "pipewire", "pulseaudio",
            ],
        ]
        return questions.compactMap { SystemProgram.ask($0)?.text }.filter { !$0.isEmpty }
            .joined(separator: "\n") + "\n"
    }

    /// The settings; free text, which may name people, is left out.
    private var settings: String {
        let file = try? environment.console.configurationFile(named: nil)
        var text = ""
        let verbs = CommandLineTool.aloud(with: environment.instruments).commands.map(\.verb)
        for verb in verbs where verb.readsConfiguration {
            guard
                let found = try? ConfiguredValues(
                    for: verb, typed: [], variables: environment.variables, file: file)
            else { continue }
            text += "[\(verb.name)]\n"
            for option in verb.options {
                guard let value = found.values[option.name] else { continue }
                text += "\(option.name) = \(Self.shown(value.texts, of: option))\n"
            }
        }
        return text
    }

    private static func shown(_ texts: [String], of option: any OptionDeclaration) -> String {
        if option.placeholder == nil { return texts.isEmpty ? "no" : "yes" }
        if case .choices = option.completion { return texts.joined(separator: ", ") }
        return texts.allSatisfy { Double($0) != nil } ? texts.joined(separator: ", ") : "(set)"
    }

    /// A text without the names of this user, of the home folder and of this machine.
    private func withoutNames(_ text: String) -> String {
        let names = [
            (environment.variables["HOME"], "~"), (environment.variables["USER"], "(user)"),
            (ProcessInfo.processInfo.hostName, "(host)"),
        ]
        return names.reduce(text) { text, name in
            guard let typed = name.0, typed.count > 2 else { return text }
            return text.replacing(typed, with: name.1)
        }
    }
}

/// The archive could not be made.
struct BugReportError: Error, CustomStringConvertible {
    let description =
        "The bug report could not be packed: 'tar' failed. Check that tar and gzip are installed and"
        + " that the folder for temporary files has room."
}
