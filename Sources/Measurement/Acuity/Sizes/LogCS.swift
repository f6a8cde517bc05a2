internal import Foundation

/// The contrast of a letter, or the contrast sensitivity of an eye, as minus the logarithm to base
/// ten of the Weber contrast: 0 is black on white, and larger numbers are fainter letters.
///
/// Weber contrast is (Lb - Lt) / Lb, with Lb the luminance of the ground and Lt that of the letter
/// (Pelli DG, Robson JG, Wilkins AJ. The design of a new letter chart for measuring contrast
/// sensitivity. Clin Vis Sci 1988).
///
/// ```swift
/// LogCS(1.5).contrast  // 0.0316
/// ```
public struct LogCS: Sendable, Hashable, Comparable {
    /// The logarithm itself, without unit.
    public var value: Double

    /// A contrast as its logarithm.
    public init(_ value: Double) { self.value = value }

    /// The contrast at a place on the axis of the psychometric function.
    public init(level: LogMAR) { value = -level.value }

    /// A Weber contrast, more than 0.
    public init(contrast: Double) { value = -log10(contrast) }

    /// The Weber contrast, 0...1 for letters that are darker than their ground.
    public var contrast: Double { pow(10, -value) }

    /// The place on the axis of the psychometric function, where larger is easier.
    public var level: LogMAR { LogMAR(-value) }

    /// Whether the first is the stronger contrast.
    public static func < (left: LogCS, right: LogCS) -> Bool { left.value < right.value }
}

extension LogCS: CustomStringConvertible {
    /// Two decimals: "1.65".
    public var description: String { LogMAR(value).description }
}

/// The contrast of the letters of a presentation.
public struct LetterContrasts: Sendable, Hashable {
    /// One for each letter, from left to right.
    public let letters: [LogCS]
    /// Whether the test measures the contrast; if not, it measures the size of letters of this
    /// contrast.
    public let isMeasured: Bool

    /// Sets each property from the parameter of its name.
    public init(_ letters: [LogCS], isMeasured: Bool) {
        self.letters = letters
        self.isMeasured = isMeasured
    }
}
