package import Foundation
internal import Synchronization

/// The name of this lane: from an option, else from an admin, else from the machine. Any thread may
/// use it.
package final class LaneName: Sendable {
    private let name: Mutex<String?>
    private let file: URL?

    /// Maximum length of a name, in characters.
    private static let longest = 64

    /// A name.
    ///
    /// - Parameters:
    ///   - given: the name of an option; nil without one.
    ///   - machine: the name of the machine; nil if it has none.
    ///   - file: keeps the name that an admin gives it; nil to keep it only while the program runs.
    package init(given: String?, machine: String?, file: URL?) {
        self.file = file
        let kept = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        name = Mutex(given ?? kept.flatMap(Self.spelled) ?? machine)
    }

    /// The name; nil if there is none.
    package var current: String? { name.withLock { $0 } }

    /// Renames the lane, now and for later starts.
    ///
    /// - Returns: false if the text is not a valid name.
    package func set(_ text: String) -> Bool {
        guard let spelled = Self.spelled(text) else { return false }
        name.withLock { $0 = spelled }
        guard let file else { return true }
        // If the file cannot be written, the name lasts until the program ends.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? spelled.write(to: file, atomically: true, encoding: .utf8)
        return true
    }

    private static func spelled(_ text: String) -> String? {
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return name.isEmpty || name.count > longest || !isPlain ? nil : name
    }
}
