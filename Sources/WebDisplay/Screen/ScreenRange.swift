public import Acuity
internal import Foundation

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

    /// Whether letters can be shown at the distances that they are for.
    ///
    /// - Parameter distance: the one that this range is for, and letters that name none.
    func contains(_ shown: Presentation, at distance: Distance) -> Bool {
        shown.sizes.allSatisfy { contains($0.moved(from: shown.distance, to: distance)) }
    }

    /// The line itself, or the largest one that can be shown where that one is too large; nil
    /// where none can be shown.
    public func start(from line: SnellenLine) -> SnellenLine? {
        SnellenLine.all.first { $0.size <= line.size && contains($0.size) }
    }
}

extension LogMAR {
    /// The size of a letter at one distance that is as high as one of this size at another.
    func moved(from own: Distance?, to distance: Distance) -> LogMAR {
        guard let own, own != distance else { return self }
        // Visual angles are small: the height at a distance is in proportion to it.
        return LogMAR(value + log10(own.metres / distance.metres))
    }
}
