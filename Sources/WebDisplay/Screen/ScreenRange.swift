public import Acuity

/// The sizes of letters that a screen can show at the distance that it is seen from.
public struct ScreenRange: Sendable, Equatable {
    /// The largest letter of which one fits on the screen.
    public var largest: LogMAR
    /// The smallest letter whose strokes have two pixels.
    public var smallest: LogMAR

    public init(largest: LogMAR, smallest: LogMAR) {
        self.largest = largest
        self.smallest = smallest
    }

    /// Whether letters of a size can be shown. Sizes are compared in millionths, so that the
    /// rounding of sums decides nothing.
    public func contains(_ size: LogMAR) -> Bool {
        size.value <= largest.value + 1e-6 && size.value >= smallest.value - 1e-6
    }

    /// The line itself, or the largest one that can be shown where that one is too large; nil
    /// where none can be shown.
    public func start(from line: SnellenLine) -> SnellenLine? {
        SnellenLine.all.first { $0.size <= line.size && contains($0.size) }
    }
}
