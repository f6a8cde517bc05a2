internal import Evaluation
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import Recognition

/// The usual tests of two results in speech recognition, MAPSSWE and McNemar. NIST's sclite and
/// sc_stats compute them, if they are installed (Debian's package sctk).
///
/// The tests assume independent letters or recordings, and those of one person are not independent.
/// So they are printed next to the gate, and decide nothing.
enum ScliteComparison {
    private static let folder = "/usr/lib/sctk/bin/"
    /// Time limit for one program, seconds.
    private static let patience = 600.0

    /// Whether the programs are installed.
    static var isInstalled: Bool {
        ["sclite", "sc_stats"].allSatisfy {
            Program.canRun(folder + $0)
        }
    }

    /// The tables of both tests; nil if the programs are missing or find nothing to compare.
    ///
    /// - Parameter thresholds: before and after.
    static func text(
        before: [HeardRow], after: [HeardRow], thresholds: [AcceptanceThresholds]
    ) -> String? {
        guard isInstalled, before.contains(where: { !$0.row.letters.isEmpty }) else { return nil }
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("aloud-tune-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        do {
            try FileManager.default.createDirectory(
                at: place, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            for (name, rows, thresholds) in [
                ("before", before, thresholds[0]), ("after", after, thresholds[1]),
            ] {
                let files = try ScoredTranscripts(
                    place.appendingPathComponent(name).path, sparing: [])
                try files.write(rows, thresholds: thresholds)
                _ = try run(
                    "sclite",
                    [
                        "-r", name + ".ref.trn", "trn", "-h", name + ".hyp.trn", "trn", name, "-i",
                        "rm", "-o", "sgml", "-n", name,
                    ], in: place)
            }
            var scored = Data()
            for name in ["before", "after"] {
                scored += try Data(contentsOf: place.appendingPathComponent(name + ".sgml"))
            }
            let text = try run(
                "sc_stats", ["-p", "-t", "mapsswe", "mcn", "-u", "-n", "-"], scored, in: place)
            // Only the table, without the words before and after it.
            let table = text.split(separator: "\n")
                .drop { !$0.contains("||") }.prefix { !$0.contains("two-tailed") }
            guard !table.isEmpty else { return nil }
            return
                "MP: MAPSSWE, MN: McNemar, over recordings (sclite); p after ~ or the better one\n"
                + table.joined(separator: "\n")
        } catch {
            return nil
        }
    }

    /// The standard output of one of the programs.
    private static func run(
        _ name: String, _ words: [String], _ input: Data? = nil, in folder: URL
    ) throws -> String {
        let end = try Program(path: Self.folder + name).run(
            words, input: input.map { .bytes([UInt8]($0)) } ?? .nothing, in: folder.path,
            within: Self.patience)
        return end.text
    }
}
