package import CommandLineKit
internal import Foundation
internal import Glibc
internal import Platform
internal import Records
internal import Synchronization

/// The folder that `aloud-workbench score` writes to: results, what was heard, and people's verdicts.
package struct ScoreFolder: Sendable {
    /// Its path.
    package let path: String

    /// Makes the folder if there is none; only its owner may read it, because it is about patients.
    ///
    /// - Throws: `ResultFileError` if it cannot be made.
    package init(_ path: String) throws(ResultFileError) {
        self.path = path
        do {
            try FileManager.default.createDirectory(
                atPath: path + "/heard", withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch { throw ResultFileError(path: path, content: "the scores", reason: .noFolder) }
    }

    /// The records of an earlier run whose scores a run of this table would remove, because the
    /// table lacks them or has another reading for them.
    ///
    /// - Throws: `UnreadableScores` if the folder's scores cannot be read.
    package func recordsLost(to table: ScoreTable) throws(UnreadableScores) -> [String] {
        let scores = path + "/scores.csv"
        guard FileManager.default.fileExists(atPath: scores) else { return [] }
        guard let data = FileManager.default.contents(atPath: scores),
            let former = try? SeparatedValues(String(decoding: data, as: UTF8.self)),
            let record = former.heading.firstIndex(of: "record")
        else { throw UnreadableScores(path: scores) }
        let own = Dictionary(
            table.recordings.map { (Self.cell($0.record), $0.identity) },
            uniquingKeysWith: { first, _ in first })
        return former.rows.map(\.cells).filter { $0.count > record }.filter { cells in
            guard let identity = own[Self.cell(cells[record])] else { return true }
            return zip(former.heading, cells).contains { column, cell in
                identity[column].map { Self.cell($0) != Self.cell(cell) } ?? false
            }
        }.map { $0[record] }
    }

    /// A text as it is in a table: one that looks like a formula has an apostrophe.
    private static func cell(_ text: String) -> String { SeparatedValues.commaSeparated([text]) }

    /// Writes a file of the folder.
    func write(_ text: String, to name: String) throws(ResultFileError) {
        try ResultFile("\(path)/\(name)", for: "the scores").write(text)
    }

    /// Removes a file of the folder; nothing happens if there is none.
    func remove(_ name: String) { unlink(FileName.cString(of: "\(path)/\(name)")) }

    /// The earlier hearing of a recording, if neither the sound nor the hearing has changed.
    ///
    /// - Parameter key: the fingerprint of the sound and of all that changes how it is heard.
    func heard(_ key: String) -> HeardChart? {
        FileManager.default.contents(atPath: heardFile(key)).flatMap {
            try? JSONDecoder().decode(HeardChart.self, from: $0)
        }
    }

    /// Keeps what was heard in a recording. If that fails, as on a full disk, it is heard again
    /// later.
    func keep(_ heard: HeardChart, as key: String) {
        try? write(heard.jsonText + "\n", to: "heard/\(key).json")
    }

    private func heardFile(_ key: String) -> String { "\(path)/heard/\(key).json" }

    private var judgementsFile: String { path + "/judgements.jsonl" }

    /// The verdicts of people.
    ///
    /// - Throws: `DamagedJudgements` if a line is not a verdict.
    func judgements() throws -> Judgements {
        guard let data = FileManager.default.contents(atPath: judgementsFile) else {
            return Judgements()
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let decoder = JSONDecoder()
        return Judgements(
            try lines.enumerated().map { index, line in
                guard let judgement = try? decoder.decode(Judgement.self, from: Data(line.utf8))
                else { throw DamagedJudgements(path: judgementsFile, line: index + 1) }
                guard judgement.version <= Judgement.currentVersion else {
                    throw NewerJudgements(path: judgementsFile, line: index + 1)
                }
                return judgement
            })
    }

    /// Adds a verdict, on the disk before this returns. Readers may judge at the same time. A line
    /// that has no room is removed, because the next one would continue it.
    func add(_ judgement: Judgement) throws(ResultFileError) {
        func failure(_ code: Int32) -> ResultFileError {
            ResultFileError(
                path: judgementsFile, content: "the verdict",
                reason: .notWritten(systemReason(code)))
        }
        let file = open(
            FileName.cString(of: judgementsFile), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure(errno) }
        // The lock ends with the descriptor.
        defer { close(file) }
        while flock(file, LOCK_EX) != 0, errno == EINTR {}
        var status = stat()
        guard fstat(file, &status) == 0 else { throw failure(errno) }
        let code = writeAll(Array((judgement.jsonText + "\n").utf8), to: file)
        guard code == 0, fsync(file) == 0 else {
            let reason = code == 0 ? errno : code
            ftruncate(file, status.st_size)
            throw failure(reason)
        }
    }
}

/// A file of earlier scores that cannot be read.
package struct UnreadableScores: Error, CustomStringConvertible {
    let path: String

    package var description: String {
        "'\(path)' is not a table of scores. Move it away, name another folder, or give '--replace'."
    }
}

/// A line of the file of verdicts that cannot be read.
package struct DamagedJudgements: Error, CustomStringConvertible {
    let path: String
    let line: Int

    package var description: String {
        "\(path):\(line): this line is not a judgement. Restore the file from a copy, or delete the"
            + " line and judge that letter again."
    }
}

/// A line of the file of verdicts that a newer Aloud wrote.
package struct NewerJudgements: Error, CustomStringConvertible {
    let path: String
    let line: Int

    package var description: String {
        "\(path):\(line): a newer Aloud wrote this judgement. Continue with that version."
    }
}

/// A fingerprint of files and settings: a hash of texts and bytes (FNV-1a, 64 bits), as 16 digits.
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Adds a text.
    mutating func add(_ text: String) { add(Array(text.utf8) + [0]) }

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
    }

    /// Adds the size and the time of change of a file, or of all files of a folder.
    mutating func add(fileAt path: String) {
        let manager = FileManager.default
        let inside = manager.subpaths(atPath: path)?.sorted() ?? []
        for name in [""] + inside {
            guard let facts = try? manager.attributesOfItem(atPath: path + "/" + name),
                facts[.type] as? FileAttributeType != .typeDirectory
            else { continue }
            let changed = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            add("\(name) \(facts[.size] as? Int ?? 0) \(changed)")
        }
        if inside.isEmpty, let facts = try? manager.attributesOfItem(atPath: path) {
            let changed = (facts[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
            add("\(facts[.size] as? Int ?? 0) \(changed)")
        }
    }

    /// The fingerprint as 16 hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
