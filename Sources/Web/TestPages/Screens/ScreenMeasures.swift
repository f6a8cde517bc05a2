internal import Contrast
package import Foundation
internal import Synchronization

/// The measured screens of all browsers that have shown a test, in a file: a browser itself forgets
/// them at another port. Any thread.
package final class ScreenMeasures: Sendable {
    /// The measure of one screen.
    struct Measure: Codable, Equatable {
        /// Device pixels per millimetre.
        var perMillimetre: Double
        /// The time of its measurement, seconds since 1970.
        var time: Double
        /// Its grey; nil if it was not measured.
        var grey: ScreenGrey?
    }

    private let file: URL?
    private let onFailure: @Sendable (String) -> Void
    private let measures: Mutex<[String: Measure]>

    /// The oldest measures beyond this number are forgotten.
    private static let most = 500

    /// The measures of a file.
    ///
    /// - Parameters:
    ///   - file: where they are kept; nil to keep them only while the program runs.
    ///   - onFailure: called with the reason if they cannot be kept.
    package init(file: URL? = nil, onFailure: @escaping @Sendable (String) -> Void = { _ in }) {
        self.file = file
        self.onFailure = onFailure
        let kept = file.flatMap { try? Data(contentsOf: $0) }.flatMap {
            try? JSONDecoder().decode([String: Measure].self, from: $0)
        }
        measures = Mutex(kept ?? [:])
    }

    /// The file in the user's data folder (XDG Base Directory Specification).
    package static var usualFile: URL {
        let variables = ProcessInfo.processInfo.environment
        let folder =
            variables["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (variables["HOME"] ?? NSHomeDirectory()) + "/.local/share"
        return URL(fileURLWithPath: folder).appendingPathComponent("aloud/screens.json")
    }

    /// The measure of a screen in a browser; nil if there is none.
    func measure(of screen: String, in browser: String) -> Measure? {
        measures.withLock { $0[Self.key(browser, screen)] }
    }

    /// The time at which a screen of a browser was measured, seconds since 1970; nil if no screen of the
    /// browser has this measure.
    ///
    /// - Parameters:
    ///   - perMillimetre: device pixels per millimetre, as the page uses them.
    ///   - browser: nil for a browser that is not known.
    func time(ofMeasure perMillimetre: Double, in browser: String?) -> Double? {
        guard let browser else { return nil }
        return measures.withLock { measures in
            measures.filter { key, measure in
                key.hasPrefix(Self.key(browser, ""))
                    && abs(measure.perMillimetre / perMillimetre - 1) < Self.sameMeasure
            }.map(\.value.time).max()
        }
    }

    /// The largest difference of two numbers for one measure, as a share: the page rounds.
    private static let sameMeasure = 1e-3

    /// Keeps the measure of a screen in a browser.
    func keep(_ perMillimetre: Double, of screen: String, in browser: String, at time: Date) {
        keep(of: screen, in: browser) { measure in
            measure = Measure(
                perMillimetre: perMillimetre, time: time.timeIntervalSince1970,
                grey: measure?.grey)
        }
    }

    /// Keeps the grey of a screen in a browser.
    func keep(_ grey: ScreenGrey, of screen: String, in browser: String) {
        keep(of: screen, in: browser) { measure in measure?.grey = grey }
    }

    private func keep(
        of screen: String, in browser: String, _ change: (inout Measure?) -> Void
    ) {
        let text = measures.withLock { measures -> Data? in
            change(&measures[Self.key(browser, screen)])
            while measures.count > Self.most,
                let oldest = measures.min(by: { $0.value.time < $1.value.time })
            {
                measures[oldest.key] = nil
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return try? encoder.encode(measures)
        }
        guard let file, let text else { return }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, options: .atomic)
        } catch {
            onFailure(
                "Warning: The measure of the screen cannot be kept in '\(file.path)':"
                    + " \(error.localizedDescription) The browser still knows it.")
        }
    }

    private static func key(_ browser: String, _ screen: String) -> String {
        "\(browser) \(screen)"
    }
}
