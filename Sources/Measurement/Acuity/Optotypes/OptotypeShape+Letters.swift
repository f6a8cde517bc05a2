internal import Foundation

// Letters beyond Sloan's ten, drawn by the same rules: a grid of five by five strokes, each stroke one
// wide. The slants are Aloud's own choice.
extension OptotypeShape {
    private typealias P = Point

    /// The letters by their names.
    static let further: [Letter: OptotypeShape] = [
        .a: a, .b: b, .e: e, .f: f, .i: i, .l: l, .m: m, .p: p, .t: t, .u: u, .w: w, .x: x, .y: y,
    ]

    private static let a: OptotypeShape = {
        /// The change of a leg in x for each step down.
        let slant = 0.4
        let cut = (1 + slant * slant).squareRoot()
        /// The inner edge of the right leg; that of the left leg mirrors it.
        func inner(_ y: Double) -> Double { 3 - cut + slant * y }
        let top = (2.5 - inner(0)) / slant
        return OptotypeShape([
            Contour(
                P(2, 0), P(3, 0), P(5, 5), P(inner(5), 5), P(inner(4), 4), P(5 - inner(4), 4),
                P(5 - inner(5), 5), P(0, 5)),
            Contour(P(2.5, top), P(5 - inner(3), 3), P(inner(3), 3)),
        ])
    }()

    private static let b: OptotypeShape = {
        /// The point where the bowls of radius 1.5 meet.
        let waist = P(3.5 + 1.25.squareRoot(), 2.5)
        return OptotypeShape([
            Contour(
                P(0, 0),
                [
                    .line(P(3.5, 0)), .arc(waist, radius: 1.5, clockwise: true),
                    .arc(P(3.5, 5), radius: 1.5, clockwise: true), .line(P(0, 5)),
                ]),
            eye(from: 1), eye(from: 3),
        ])
    }()

    /// The hole of a bowl, one stroke high.
    private static func eye(from top: Double) -> Contour {
        Contour(
            P(1, top),
            [
                .line(P(1, top + 1)), .line(P(3.5, top + 1)),
                .arc(P(3.5, top), radius: 0.5, clockwise: false),
            ])
    }

    private static let f = OptotypeShape([
        Contour(
            P(0, 0), P(5, 0), P(5, 1), P(1, 1), P(1, 2), P(4, 2), P(4, 3), P(1, 3), P(1, 5),
            P(0, 5))
    ])

    private static let i = OptotypeShape([
        Contour(
            P(0, 0), P(5, 0), P(5, 1), P(3, 1), P(3, 4), P(5, 4), P(5, 5), P(0, 5), P(0, 4),
            P(2, 4), P(2, 1), P(0, 1))
    ])

    private static let l = OptotypeShape([
        Contour(P(0, 0), P(1, 0), P(1, 4), P(5, 4), P(5, 5), P(0, 5))
    ])

    /// The depth of the angle of M: its strokes go down by 60 degrees.
    private static let angle = 1.5 * 3.0.squareRoot()

    private static let m = OptotypeShape([
        Contour(
            P(0, 0), P(1, 0), P(2.5, angle), P(4, 0), P(5, 0), P(5, 5), P(4, 5), P(4, 2),
            P(2.5, 2 + angle), P(1, 2), P(1, 5), P(0, 5))
    ])

    private static let p = OptotypeShape([
        Contour(
            P(0, 0),
            [
                .line(P(3.5, 0)), .arc(P(3.5, 3), radius: 1.5, clockwise: true), .line(P(1, 3)),
                .line(P(1, 5)), .line(P(0, 5)),
            ]),
        eye(from: 1),
    ])

    private static let t = OptotypeShape([
        Contour(
            P(0, 0), P(5, 0), P(5, 1), P(3, 1), P(3, 5), P(2, 5), P(2, 1), P(0, 1))
    ])

    private static let u = OptotypeShape([
        Contour(
            P(0, 0),
            [
                .line(P(1, 0)), .line(P(1, 2.5)), .arc(P(4, 2.5), radius: 1.5, clockwise: false),
                .line(P(4, 0)), .line(P(5, 0)), .line(P(5, 2.5)),
                .arc(P(0, 2.5), radius: 2.5, clockwise: true),
            ])
    ])

    /// M turned over.
    private static let w = OptotypeShape([
        Contour(
            P(0, 5), P(0, 0), P(1, 0), P(1, 3), P(2.5, 3 - angle), P(4, 3), P(4, 0), P(5, 0),
            P(5, 5), P(4, 5), P(2.5, 5 - angle), P(1, 5))
    ])

    /// A stroke of width one between opposite corners covers 1.25 of an edge: the positive root of
    /// 24 c^2 + 10 c - 50 = 0.
    private static let x = OptotypeShape([
        Contour(
            P(0, 0), P(1.25, 0), P(2.5, 5.0 / 3), P(3.75, 0), P(5, 0), P(3.125, 2.5), P(5, 5),
            P(3.75, 5), P(2.5, 10.0 / 3), P(1.25, 5), P(0, 5), P(1.875, 2.5))
    ])

    private static let y: OptotypeShape = {
        let slope = 1.4
        let cut = (1 + slope * slope).squareRoot() / slope
        return OptotypeShape([
            Contour(
                P(0, 0), P(cut, 0), P(2.5, slope * (2.5 - cut)), P(5 - cut, 0), P(5, 0),
                P(3, 2 * slope), P(3, 5), P(2, 5), P(2, 2 * slope))
        ])
    }()
}
