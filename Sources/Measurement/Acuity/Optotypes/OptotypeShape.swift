internal import Foundation

/// The outline of an optotype on its grid of five by five strokes (Sloan 1959; ISO 8596). Ink fills
/// the outline.
///
/// Coordinates are in strokes from the upper left corner, x to the right and y downwards, so that
/// every optotype reaches from 0 to 5. Contours that go round clockwise, as seen, hold ink; those
/// within that go round counterclockwise cut it out (the nonzero rule).
public struct OptotypeShape: Sendable, Hashable {
    /// A point on the grid.
    public struct Point: Sendable, Hashable {
        /// To the right, in strokes.
        public var x: Double
        /// Downwards, in strokes.
        public var y: Double

        /// A point.
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// One piece of a contour. It starts at the end of the piece before it.
    public enum Segment: Sendable, Hashable {
        /// A straight line.
        case line(Point)
        /// A part of a circle, half of it at most.
        case arc(Point, radius: Double, clockwise: Bool)
    }

    /// A closed line.
    public struct Contour: Sendable, Hashable {
        /// The start point. A straight line back to it closes the contour.
        public var start: Point
        /// Its pieces.
        public var segments: [Segment]

        /// A closed line.
        public init(_ start: Point, _ segments: [Segment]) {
            self.start = start
            self.segments = segments
        }

        /// A polygon.
        init(_ points: Point...) {
            self.init(points[0], points.dropFirst().map(Segment.line))
        }
    }

    /// The closed lines.
    public let contours: [Contour]

    /// An outline.
    public init(_ contours: [Contour]) { self.contours = contours }
}

extension OptotypeShape {
    /// The outline as the `d` of an SVG path, in strokes, to four decimals (SVG 2, chapter 9). It
    /// is drawn in a `viewBox` of "0 0 5 5", with the nonzero rule.
    public var svgPath: String { contours.map(\.svgPath).joined() }
}

extension OptotypeShape.Contour {
    fileprivate var svgPath: String {
        let pieces = segments.map { segment in
            switch segment {
            case .line(let end): "L\(end.svg)"
            case .arc(let end, let radius, let clockwise):
                // No rotation; never the longer way round; 1 sweeps clockwise where y goes down.
                "A\(svgNumber(radius)) \(svgNumber(radius)) 0 0 \(clockwise ? 1 : 0) \(end.svg)"
            }
        }
        return "M\(start.svg)" + pieces.joined() + "Z"
    }
}

extension OptotypeShape.Point {
    fileprivate var svg: String { "\(svgNumber(x)) \(svgNumber(y))" }
}

/// A number with up to four decimals: a ten-thousandth of a stroke is far below a pixel of any
/// screen.
private func svgNumber(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000 + 0
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}

extension OptotypeShape {
    /// The outline of a letter of Sloan's set; nil for any other letter.
    ///
    /// Every stroke is one wide, except the arms of V: they are one wide along the edge of the
    /// grid, and so 0.93 across. C is the Landolt ring with its gap to the right and O the same
    /// ring closed; D has two quarter circles; S is made of arcs of radius 1.5 and 0.5; the others
    /// are straight (Sloan 1959; where that leaves the slant of a stroke open, as in K, R and V,
    /// the slants are near those of FrACT10, M. Bach, Optotypes.j).
    public static func letter(_ letter: Letter) -> OptotypeShape? {
        switch letter {
        case .c: c
        case .d: d
        case .h: h
        case .k: k
        case .n: n
        case .o: o
        case .r: r
        case .s: s
        case .v: v
        case .z: z
        default: nil
        }
    }

    private typealias P = Point

    /// Half of the chord that a ring's gap of one stroke cuts: sqrt(r^2 - 0.5^2).
    private static func gapReach(_ radius: Double) -> Double { sqrt(radius * radius - 0.25) }

    private static let c = OptotypeShape([
        Contour(
            P(2.5 + gapReach(1.5), 2),
            [
                .arc(P(1, 2.5), radius: 1.5, clockwise: false),
                .arc(P(2.5 + gapReach(1.5), 3), radius: 1.5, clockwise: false),
                .line(P(2.5 + gapReach(2.5), 3)),
                .arc(P(0, 2.5), radius: 2.5, clockwise: true),
                .arc(P(2.5 + gapReach(2.5), 2), radius: 2.5, clockwise: true),
            ])
    ])

    private static let o = OptotypeShape([
        Contour(
            P(0, 2.5),
            [
                .arc(P(5, 2.5), radius: 2.5, clockwise: true),
                .arc(P(0, 2.5), radius: 2.5, clockwise: true),
            ]),
        Contour(
            P(1, 2.5),
            [
                .arc(P(4, 2.5), radius: 1.5, clockwise: false),
                .arc(P(1, 2.5), radius: 1.5, clockwise: false),
            ]),
    ])

    private static let d = OptotypeShape([
        Contour(
            P(0, 0),
            [
                .line(P(2.5, 0)), .arc(P(5, 2.5), radius: 2.5, clockwise: true),
                .arc(P(2.5, 5), radius: 2.5, clockwise: true), .line(P(0, 5)),
            ]),
        Contour(
            P(1, 1),
            [
                .line(P(1, 4)), .line(P(2.5, 4)), .arc(P(4, 2.5), radius: 1.5, clockwise: false),
                .arc(P(2.5, 1), radius: 1.5, clockwise: false),
            ]),
    ])

    private static let h = OptotypeShape([
        Contour(
            P(0, 0), P(1, 0), P(1, 2), P(4, 2), P(4, 0), P(5, 0), P(5, 5), P(4, 5), P(4, 3),
            P(1, 3), P(1, 5), P(0, 5))
    ])

    /// How much of a horizontal line a slanted stroke of width one covers.
    ///
    /// - Parameter slope: how far the stroke goes down for each step to the right.
    private static func horizontalCut(_ slope: Double) -> Double {
        sqrt(1 + slope * slope) / abs(slope)
    }

    /// The arm rises to the upper right corner with a slope of 0.7. The leg starts at the arm and
    /// falls to the lower right corner with a slope of 5/3.
    private static let k: OptotypeShape = {
        let arm = 0.7
        let leg = 5.0 / 3
        let armEnd = 5 - horizontalCut(arm)
        let legEnd = 5 - horizontalCut(leg)
        /// The point where an edge of the leg that ends at (end, 5) meets the lower edge of the
        /// arm, y = (5 - x) arm.
        func meeting(_ end: Double) -> Point {
            let x = (5 * arm + end * leg - 5) / (arm + leg)
            return P(x, (5 - x) * arm)
        }
        return OptotypeShape([
            Contour(
                P(0, 0),
                [
                    .line(P(1, 0)), .line(P(1, (armEnd - 1) * arm)), .line(P(armEnd, 0)),
                    .line(P(5, 0)), .line(meeting(5)), .line(P(5, 5)), .line(P(legEnd, 5)),
                    .line(meeting(legEnd)), .line(P(1, 4 * arm)), .line(P(1, 5)), .line(P(0, 5)),
                ])
        ])
    }()

    /// The length a of a stem's edge that the diagonal of N covers. The diagonal is one wide and
    /// falls by 5 - a across three strokes: a = sqrt(1 + ((5 - a) / 3)^2), the positive root of
    /// 8 a^2 + 10 a - 34 = 0.
    private static let diagonalCut = (sqrt(1188) - 10) / 16

    private static let n = OptotypeShape([
        Contour(
            P(0, 0), P(1, 0), P(4, 5 - diagonalCut), P(4, 0), P(5, 0), P(5, 5), P(4, 5),
            P(1, diagonalCut), P(1, 5), P(0, 5))
    ])

    /// Z is an N on its side, except for the direction of the diagonal.
    private static let z = OptotypeShape([
        Contour(
            P(0, 0), P(5, 0), P(5, 1), P(diagonalCut, 4), P(5, 4), P(5, 5), P(0, 5), P(0, 4),
            P(5 - diagonalCut, 1), P(0, 1))
    ])

    /// A stem, a bowl of three strokes' height, and a leg that comes 0.4 to the right for each
    /// step down.
    private static let r: OptotypeShape = {
        let slant = 0.4
        let cut = horizontalCut(1 / slant)
        /// The right edge of the leg at a height; it ends in the corner.
        func edge(_ y: Double) -> Double { 5 - (5 - y) * slant }
        return OptotypeShape([
            Contour(
                P(0, 0),
                [
                    .line(P(3.5, 0)), .arc(P(5, 1.5), radius: 1.5, clockwise: true),
                    .arc(P(3.5, 3), radius: 1.5, clockwise: true), .line(P(1, 3)), .line(P(1, 5)),
                    .line(P(0, 5)),
                ]),
            Contour(
                P(1, 1),
                [
                    .line(P(1, 2)), .line(P(3.5, 2)),
                    .arc(P(4, 1.5), radius: 0.5, clockwise: false),
                    .arc(P(3.5, 1), radius: 0.5, clockwise: false),
                ]),
            // The leg starts within the ink of the bowl.
            Contour(
                P(edge(2.5) - cut, 2.5), P(edge(2.5), 2.5), P(5, 5), P(5 - cut, 5)),
        ])
    }()

    private static let s = OptotypeShape([
        Contour(
            P(5, 1.5),
            [
                .line(P(4, 1.5)), .arc(P(3.5, 1), radius: 0.5, clockwise: false),
                .line(P(1.5, 1)), .arc(P(1, 1.5), radius: 0.5, clockwise: false),
                .arc(P(1.5, 2), radius: 0.5, clockwise: false), .line(P(3.5, 2)),
                .arc(P(5, 3.5), radius: 1.5, clockwise: true),
                .arc(P(3.5, 5), radius: 1.5, clockwise: true), .line(P(1.5, 5)),
                .arc(P(0, 3.5), radius: 1.5, clockwise: true), .line(P(1, 3.5)),
                .arc(P(1.5, 4), radius: 0.5, clockwise: false), .line(P(3.5, 4)),
                .arc(P(4, 3.5), radius: 0.5, clockwise: false),
                .arc(P(3.5, 3), radius: 0.5, clockwise: false), .line(P(1.5, 3)),
                .arc(P(0, 1.5), radius: 1.5, clockwise: true),
                .arc(P(1.5, 0), radius: 1.5, clockwise: true), .line(P(3.5, 0)),
                .arc(P(5, 1.5), radius: 1.5, clockwise: true),
            ])
    ])

    /// Two arms, each one wide along the top of the grid, meet in a foot one wide along the bottom,
    /// as in FrACT10. The inner edges are parallel to the outer ones, with a slope of 2.5. Across,
    /// an arm is 2.5 / sqrt(1 + 2.5^2) = 0.928 wide.
    private static let v = OptotypeShape([
        Contour(P(0, 0), P(1, 0), P(2.5, 3.75), P(4, 0), P(5, 0), P(3, 5), P(2, 5))
    ])
}
