internal import Acuity
internal import Foundation

/// What has to stand beside a result about the screen that it was measured on.
public enum ScreenNotes {
    /// Sentences for the reader of a result.
    public static func words(_ begin: BeginRequest) -> [String] {
        let range = begin.range
        var words = [
            begin.isCalibrated
                ? "Letters had their true size by a measurement of the screen"
                    + String(format: " (%.2f pixels to the millimetre).", begin.pixelsPerMillimetre)
                : "Uncalibrated: the screen was not measured, so that letters may have been too"
                    + " large or too small."
        ]
        words.append(
            "At \(begin.distance) this screen shows letters from logMAR \(range.largest) to"
                + " \(range.smallest).")
        return words
    }
}
