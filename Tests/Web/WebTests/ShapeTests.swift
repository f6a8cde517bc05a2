import Acuity
import Foundation
import TestTraits
import Testing

@Suite("Outlines of optotypes", .listening)
struct ShapeTests {
    @Test("Each Sloan letter has an outline, and no other letter does")
    func all() {
        for letter in Letter.allCases {
            #expect((OptotypeShape.letter(letter) != nil) == Letter.sloan.contains(letter))
        }
    }

    @Test(
        "Each outline fills its grid from edge to edge",
        arguments: Set(Letter.sloan).union(OptotypeSet.monoyer.choices))
    func extent(letter: Letter) throws {
        let shape = try #require(OptotypeShape.of(letter, in: .monoyer))
        #expect(Letter.sloan.contains(letter) == (OptotypeShape.letter(letter) != nil))
        let points = shape.contours.flatMap(Self.points)
        let right = points.map(\.x).max() ?? 0
        // The ring of C is open there.
        #expect(letter == .c ? right > 4.9 : abs(right - 5) < 1e-3)
        #expect(abs(points.map(\.x).min() ?? 1) < 1e-3)
        #expect(abs(points.map(\.y).min() ?? 1) < 1e-3)
        #expect(abs((points.map(\.y).max() ?? 0) - 5) < 1e-3)
    }

    /// The ends of the pieces of a contour, and points on its arcs.
    private static func points(_ contour: OptotypeShape.Contour) -> [OptotypeShape.Point] {
        var points = [contour.start]
        for segment in contour.segments {
            switch segment {
            case .line(let end): points.append(end)
            case .arc(let end, let radius, let clockwise):
                let start = points[points.count - 1]
                let (dx, dy) = (end.x - start.x, end.y - start.y)
                let half = (dx * dx + dy * dy).squareRoot() / 2
                let rise = max(radius * radius - half * half, 0).squareRoot() / (2 * half)
                // The shorter arc that goes clockwise, as seen, has its middle on the right.
                let side = clockwise ? 1.0 : -1.0
                let middle = OptotypeShape.Point(
                    start.x + dx / 2 - side * rise * dy, start.y + dy / 2 + side * rise * dx)
                let from = atan2(start.y - middle.y, start.x - middle.x)
                var sweep = atan2(end.y - middle.y, end.x - middle.x) - from
                if side * sweep < 0 { sweep += side * 2 * .pi }
                points += (1...360).map { step in
                    let angle = from + sweep * Double(step) / 360
                    return OptotypeShape.Point(
                        middle.x + radius * cos(angle), middle.y + radius * sin(angle))
                }
            }
        }
        return points
    }

    @Test("Each set has outlines for exactly its choices", arguments: OptotypeSet.allCases)
    func sets(optotypes: OptotypeSet) {
        for letter in Letter.allCases {
            let shape = OptotypeShape.of(letter, in: optotypes)
            #expect((shape != nil) == optotypes.choices.contains(letter))
        }
        let paths = Set(
            optotypes.choices.compactMap { OptotypeShape.of($0, in: optotypes)?.svgPath })
        #expect(paths.count == optotypes.choices.count)
    }

    @Test("The gap of a ring is one stroke wide and points in its direction")
    func gaps() throws {
        for direction in Direction.allCases {
            let shape = try #require(OptotypeShape.of(direction.letter, in: .landolt8))
            // The four corners of the gap, from the ends of the arcs.
            let contour = try #require(shape.contours.first)
            let ends = contour.segments.map { segment in
                switch segment {
                case .line(let end), .arc(let end, _, _): end
                }
            }
            let inner = (contour.start, ends[1])
            let outer = (ends[2], ends[4])
            for (one, other, radius) in [(inner.0, inner.1, 1.5), (outer.0, outer.1, 2.5)] {
                #expect(abs(hypot(one.x - other.x, one.y - other.y) - 1) < 1e-9)
                #expect(abs(hypot(one.x - 2.5, one.y - 2.5) - radius) < 1e-9)
                let angle = atan2((one.y + other.y) / 2 - 2.5, (one.x + other.x) / 2 - 2.5)
                let eighths = (angle / (.pi / 4)).rounded()
                #expect(abs(angle / (.pi / 4) - eighths) < 1e-9)
                #expect((Int(eighths) + 8) % 8 == direction.eighths)
            }
        }
    }

    @Test("An outline is written as an SVG path")
    func path() throws {
        #expect(
            OptotypeShape.letter(.o)?.svgPath
                == "M0 2.5A2.5 2.5 0 0 1 5 2.5A2.5 2.5 0 0 1 0 2.5Z"
                + "M1 2.5A1.5 1.5 0 0 0 4 2.5A1.5 1.5 0 0 0 1 2.5Z")
        #expect(
            OptotypeShape.letter(.h)?.svgPath
                == "M0 0L1 0L1 2L4 2L4 0L5 0L5 5L4 5L4 3L1 3L1 5L0 5Z")
    }
}
