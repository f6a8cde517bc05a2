import Acuity
import Foundation

/// The ink of a letter by distances rather than by an outline. The outlines, and their pictures in
/// browsers, are compared with it.
///
/// Coordinates are in strokes from the upper left corner, y downwards.
enum SloanInk {
    static func covers(_ letter: Letter, _ x: Double, _ y: Double) -> Bool {
        guard (0...5).contains(x), (0...5).contains(y) else { return false }
        switch letter {
        case .c: return ring(x, y) && !(x > 2.5 && abs(y - 2.5) < 0.5)
        case .o: return ring(x, y)
        case .d: return rounded(x, y, 2.5) && !(x > 1 && rounded(x, y, 1.5))
        case .h: return x < 1 || x > 4 || abs(y - 2.5) < 0.5
        case .k: return x < 1 || arm(x, y) || leg(x, y)
        case .n: return x < 1 || x > 4 || diagonal(x, y)
        case .r:
            let bowl = bowl(x, y, 1.5) && !(x > 1 && bowl(x, y, 0.5))
            return x < 1 || bowl || (y > 2.5 && strip(x, y, through: 5, 5, towards: 0.4, 1))
        case .s: return quarters(x, y)
        case .v: return v(x, y)
        // N on its side, in a mirror.
        case .z: return y < 1 || y > 4 || diagonal(y, 5 - x)
        default: return false
        }
    }

    /// The ink of an optotype of any set; directions are those of the open side.
    static func covers(
        _ letter: Letter, of optotypes: OptotypeSet, _ x: Double, _ y: Double
    ) -> Bool {
        if optotypes == .hotv, letter == .t {
            return (0...5).contains(x) && (0...5).contains(y) && (y < 1 || abs(x - 2.5) < 0.5)
        }
        guard optotypes.areDirections else { return covers(letter, x, y) }
        // The gap is defined for the direction to the right: turn the point back.
        guard let direction = Direction(letter) else { return false }
        let angle = Double(direction.eighths) * .pi / 4
        let (fromLeft, fromTop) = (x - 2.5, y - 2.5)
        let across = 2.5 + fromLeft * cos(angle) + fromTop * sin(angle)
        let down = 2.5 - fromLeft * sin(angle) + fromTop * cos(angle)
        if optotypes != .tumblingE {
            let isGap = across > 2.5 && abs(down - 2.5) < 0.5
            return ring(across, down) && !isGap
        }
        guard (0...5).contains(across), (0...5).contains(down) else { return false }
        return across < 1 || Int(down) % 2 == 0
    }

    private static func ring(_ x: Double, _ y: Double) -> Bool {
        (1.5...2.5).contains(hypot(x - 2.5, y - 2.5))
    }

    /// The left half of a square and the right half of a circle, both of this radius.
    private static func rounded(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
        x < 2.5 ? abs(y - 2.5) < radius : hypot(x - 2.5, y - 2.5) < radius
    }

    /// The bowl of R, whose middle is 1.5 down.
    private static func bowl(_ x: Double, _ y: Double, _ radius: Double) -> Bool {
        x < 3.5 ? abs(y - 1.5) < radius : hypot(x - 3.5, y - 1.5) < radius
    }

    /// How far a point lies left of a line, seen in its direction.
    private static func side(
        _ x: Double, _ y: Double, through px: Double, _ py: Double, towards dx: Double, _ dy: Double
    ) -> Double {
        ((y - py) * dx - (x - px) * dy) / hypot(dx, dy)
    }

    /// A strip one stroke wide on the left of a line that goes down.
    private static func strip(
        _ x: Double, _ y: Double, through px: Double, _ py: Double, towards dx: Double, _ dy: Double
    ) -> Bool {
        (0...1).contains(side(x, y, through: px, py, towards: dx, dy))
    }

    private static func arm(_ x: Double, _ y: Double) -> Bool {
        (0...1).contains(-side(x, y, through: 5, 0, towards: 1, -0.7))
    }

    private static func leg(_ x: Double, _ y: Double) -> Bool {
        side(x, y, through: 5, 0, towards: 1, -0.7) > 0
            && strip(x, y, through: 5, 5, towards: 0.6, 1)
    }

    /// The diagonal of N is one wide and touches both corners: found as the slope at which a strip
    /// from the one corner ends in the other.
    private static let slope: Double = {
        var low = 0.5
        var high = 5.0 / 3
        for _ in 0..<60 {
            let middle = (low + high) / 2
            // The length that the strip cuts off a stem's edge.
            let cut = (1 + middle * middle).squareRoot()
            if 3 * middle + cut < 5 { low = middle } else { high = middle }
        }
        return low
    }()

    private static func diagonal(_ x: Double, _ y: Double) -> Bool {
        (0...1).contains(side(x, y, through: 1, 0, towards: 1, slope))
    }

    private static func quarters(_ x: Double, _ y: Double) -> Bool {
        func band(_ cx: Double, _ cy: Double) -> Bool {
            (0.5...1.5).contains(hypot(x - cx, y - cy))
        }
        if x < 1.5 {
            return band(1.5, 1.5) && y < 3 || band(1.5, 3.5) && y > 3.5
        }
        if x > 3.5 { return band(3.5, 3.5) && y > 2 || band(3.5, 1.5) && y < 1.5 }
        return y < 1 || abs(y - 2.5) < 0.5 || y > 4
    }

    private static func v(_ x: Double, _ y: Double) -> Bool {
        let x = abs(x - 2.5)
        let outer = 2.5 - y * 0.4
        return x < outer && x > outer - 1 && y > 0
    }
}
