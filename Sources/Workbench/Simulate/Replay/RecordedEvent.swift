package import Acuity
internal import Foundation

/// A line of what `aloud test --events` printed, as far as a replay needs it.
struct RecordedEvent: Decodable {
    /// What happened; other kinds than those named below do not matter here.
    var event: String
    var line: Int?
    // present
    var letters: String?
    var logMAR: Double?
    /// The size of each letter, where they differ.
    var sizes: [Double]?
    var optotypes: OptotypeSet?
    // answer
    var position: Int?
    var letter: String?
    var missed: Bool?
    var confidence: Double?
    // askAgain
    var positions: [Int]?
    /// Those for which something was said that was not understood; absent where there are none.
    var unclear: [Int]?
}

/// What stands in the last line of a test.
package struct RecordedResult: Decodable {
    /// The score in logMAR; null where nothing was measured.
    package var logMAR: Double?
    package var procedure: String?
    package var chart: String?
    package var seed: Int?
    /// The rule that ends a chart; absent for other procedures.
    package var stopRule: StopRule?
    /// Whether a chart was to go on at 1 m; absent where it was not.
    package var oneMetre: Bool?
    package var complete: Bool?
    /// The estimate in logMAR; absent where none was printed.
    package var estimate: Double?
    package var interval95: [Double]?
    /// At which ends the interval is open; absent where that was not told.
    package var intervalOpen: [String]?
    /// What letters were taken to be misheard by; absent where that was not told.
    package var hearing: String?
    /// What the options said; absent where they said nothing.
    package var mostLetters: Int?
    package var intervalAsked: Double?
    package var ended: String?
    /// The smallest and the largest letters that could be shown, logMAR; absent where there was no
    /// limit.
    package var sizesShown: [Double]?

    /// What could be shown.
    package var range: SizeRange {
        guard let sizesShown, sizesShown.count == 2 else { return .all }
        return SizeRange(largest: LogMAR(sizesShown[1]), smallest: LogMAR(sizesShown[0]))
    }
}
