internal import CommandLineKit
internal import Foundation
internal import Records
internal import Synchronization

/// The finished results of a tuning, so that it can resume after a stop: a file of JSON Lines, one
/// result a line.
final class TuningJournal: Sendable {
    private struct Line<Value: Codable>: Codable {
        var key: String
        var value: Value
    }

    private struct Key: Decodable { var key: String }

    private let path: String
    private let lines: Mutex<[String: String]>
    private let check: @Sendable () throws -> Void

    /// Opens the journal. Begins a new one if `deciding` has changed.
    ///
    /// - Parameters:
    ///   - deciding: a digest of everything that decides the results.
    ///   - check: throws where the work must stop; called before each result is made.
    init(_ path: String, deciding: String, check: @escaping @Sendable () throws -> Void) throws {
        self.path = path
        self.check = check
        let text = FileManager.default.contents(atPath: path).map {
            String(decoding: $0, as: UTF8.self)
        }
        var kept: [String: String] = [:]
        for line in (text ?? "").split(separator: "\n") {
            // The last line may be half a line, after a crash.
            guard let key = try? JSONDecoder().decode(Key.self, from: Data(line.utf8)) else {
                continue
            }
            kept[key.key] = String(line)
        }
        let own = "deciding " + deciding
        if kept[own] == nil {
            kept = [own: Line(key: own, value: 0).jsonText]
            let first = kept.values.joined() + "\n"
            do { try first.write(toFile: path, atomically: true, encoding: .utf8) } catch {
                throw UnwritableWork(path: path)
            }
        }
        lines = Mutex(kept)
    }

    /// The stored result of a key; if there is none, makes and stores it.
    func value<Value: Codable>(_ key: String, _ make: () throws -> Value) throws -> Value {
        if let line = lines.withLock({ $0[key] }),
            let kept = try? JSONDecoder().decode(Line<Value>.self, from: Data(line.utf8))
        {
            return kept.value
        }
        try check()
        let made = try make()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = String(
            decoding: try encoder.encode(Line(key: key, value: made)), as: UTF8.self)
        try lines.withLock { lines in
            lines[key] = line
            guard let handle = FileHandle(forWritingAtPath: path) else {
                throw UnwritableWork(path: path)
            }
            defer { try? handle.close() }
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(("\n" + line + "\n").utf8))
        }
        return made
    }
}

/// A working file that cannot be written.
struct UnwritableWork: Error, CustomStringConvertible {
    var path: String

    var description: String {
        "'\(path)' cannot be written: check the free space, and that you may write there."
    }
}

/// A tuning that was stopped.
package struct TuningStopped: Error, CustomStringConvertible {
    /// A stopped tuning.
    package init() {}

    package var description: String {
        "Stopped. Run the same command again to resume; finished results are kept."
    }
}
