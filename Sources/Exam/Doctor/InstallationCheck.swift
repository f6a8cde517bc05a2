package import CommandLineKit
internal import Exam
internal import Foundation

/// Checks the origin of the program, and whether the files that came with it are whole.
package struct InstallationCheck {
    /// The path of the running program, links resolved.
    let executable: String
    /// The folder of models; the list of checksums is next to it.
    let models: ResourceFolder?

    /// Sets each property from the parameter of its name.
    package init(executable: String, models: ResourceFolder?) {
        self.executable = executable
        self.models = models
    }

    static let program = "program"
    static let files = "files"

    /// The list of checksums, as sha256sum writes it.
    private static let checksums = "SHA256SUMS"

    /// The origin of the program.
    enum Origin: Equatable {
        /// A Debian package and its version.
        case package(String, version: String)
        /// Built in the checkout in this folder.
        case checkout(String)
        /// Copied there by hand.
        case copy
    }

    package func findings() -> [Finding] { [programFinding, filesFinding] }

    /// The origin of the program.
    var origin: Origin {
        if let answer = SystemProgram.ask(["dpkg-query", "--search", executable]),
            answer.status == 0, let name = answer.text.split(separator: ":").first
        {
            let version = SystemProgram.ask(
                ["dpkg-query", "--show", "--showformat=${Version}", String(name)])
            return .package(String(name), version: version?.text ?? "?")
        }
        var folder = URL(fileURLWithPath: executable).deletingLastPathComponent()
        while folder.path != "/" {
            let manifest = folder.appendingPathComponent("Package.swift").path
            if FileManager.default.fileExists(atPath: manifest) { return .checkout(folder.path) }
            folder = folder.deletingLastPathComponent()
        }
        return .copy
    }

    private var programFinding: Finding {
        let words =
            switch origin {
            case .package(let name, let version): "Debian package \(name) \(version)"
            case .checkout(let folder): "built in the checkout \(folder)"
            case .copy: "copied to its place by hand"
            }
        return .ok(Self.program, "aloud \(aloudVersion), \(executable), \(words)")
    }

    /// Compares the files with their checksums; in a checkout without checksums, asks git.
    private var filesFinding: Finding {
        guard let models else { return .skipped(Self.files, "the models are missing") }
        let folder = URL(fileURLWithPath: models.path).deletingLastPathComponent().path
        if FileManager.default.fileExists(atPath: "\(folder)/\(Self.checksums)") {
            return checked(in: folder)
        }
        if case .checkout(let root) = origin,
            let answer = SystemProgram.ask(
                ["git", "status", "--porcelain", "--", "models", "grammars"], in: root),
            answer.status == 0
        {
            let changed = Self.changedFiles(in: answer.text)
            return .ok(
                Self.files,
                changed.isEmpty
                    ? "models and grammars are as committed"
                    : "changed in this checkout: \(changed.joined(separator: ", "))")
        }
        return .skipped(Self.files, "there are no checksums to compare the models with")
    }

    /// The files that 'git status --porcelain' lists. The blank before the first " M file" may have
    /// been trimmed.
    static func changedFiles(in status: String) -> [String] {
        status.split(separator: "\n").compactMap {
            $0.split(separator: " ", maxSplits: 1).last?.trimmingCharacters(in: .whitespaces)
        }
    }

    private func checked(in folder: String) -> Finding {
        let answer = SystemProgram.ask(
            ["sha256sum", "--check", "--quiet", Self.checksums], in: folder)
        guard let answer else {
            return .skipped(Self.files, "'sha256sum' of coreutils is not installed")
        }
        guard answer.status != 0 else {
            return .ok(Self.files, "models and grammars match their checksums")
        }
        let damaged = answer.text.split(separator: "\n").compactMap {
            $0.split(separator: ":").first
        }
        let names = damaged.isEmpty ? "'\(Self.checksums)'" : damaged.joined(separator: ", ")
        return .error(
            Self.files,
            "changed since the installation: \(names). Install the package again with"
                + " 'apt install --reinstall aloud'.")
    }
}
