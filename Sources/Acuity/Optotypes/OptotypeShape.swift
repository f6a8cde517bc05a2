/// The outline of an optotype on its grid of five by five strokes (Sloan 1959; ISO 8596), which is
/// what gets the ink.
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

    /// One piece of a contour, from where the piece before ended.
    public enum Segment: Sendable, Hashable {
        /// A straight line.
        case line(Point)
        /// A part of a circle, half of it at most.
        case arc(Point, radius: Double, clockwise: Bool)
    }

    /// A closed line.
    public struct Contour: Sendable, Hashable {
        /// Where it starts, and ends with a straight line.
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

/// A number to four decimals without zeros at its end: a ten-thousandth of a stroke is far below a
/// pixel of any screen.
private func svgNumber(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000 + 0
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}
