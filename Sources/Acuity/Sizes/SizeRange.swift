/// The sizes of letters that can be shown at the distance that they are seen from, whatever a
/// procedure would like to show: those between the finest strokes of a screen and its edges.
///
/// Every procedure is started with one. It chooses within it, ends where it would need letters
/// beyond it, and says so.
public struct SizeRange: Sendable, Hashable {
    /// The smallest letter whose strokes can be drawn.
    public var smallest: LogMAR
    /// The largest letter of which one fits.
    public var largest: LogMAR

    /// Sizes at the test's distance, logMAR.
    public init(largest: LogMAR, smallest: LogMAR) {
        self.largest = largest
        self.smallest = smallest
    }

    /// All sizes, where letters are shown by what knows no limits, such as a printed chart.
    public static let all = SizeRange(largest: LogMAR(.infinity), smallest: LogMAR(-.infinity))

    /// Whether letters of a size can be shown. Sizes are compared in millionths, so that the
    /// rounding of sums decides nothing.
    public func contains(_ size: LogMAR) -> Bool {
        size.value <= largest.value + 1e-6 && size.value >= smallest.value - 1e-6
    }

    /// Those of the sizes of a procedure that can be shown; nil where none can.
    public func within(_ sizes: ClosedRange<LogMAR>) -> ClosedRange<LogMAR>? {
        let lower = max(sizes.lowerBound, smallest)
        let upper = min(sizes.upperBound, largest)
        return lower <= upper ? lower...upper : nil
    }

    /// Which of a procedure's sizes, the largest first, can be shown; nil where none can.
    func indices(of levels: [LogMAR]) -> ClosedRange<Int>? {
        guard let first = levels.firstIndex(where: contains),
            let last = levels.lastIndex(where: contains)
        else { return nil }
        return first...last
    }
}
