extension OptotypeShape {
    /// The outline of an optotype of a set; nil where the set has none of this name.
    public static func of(_ letter: Letter, in optotypes: OptotypeSet) -> OptotypeShape? {
        guard optotypes.choices.contains(letter) else { return nil }
        switch optotypes {
        case .sloan: return Self.letter(letter)
        case .hotv: return letter == .t ? t : Self.letter(letter)
        case .tumblingE: return e.turned(towards: letter)
        case .landolt: return Self.letter(.c)?.turned(towards: letter)
        }
    }

    private static let t = OptotypeShape([
        Contour(
            Point(0, 0), Point(5, 0), Point(5, 1), Point(3, 1), Point(3, 5), Point(2, 5),
            Point(2, 1), Point(0, 1))
    ])

    /// The E with three bars of one stroke, open to the right (Taylor 1978).
    private static let e = OptotypeShape([
        Contour(
            Point(0, 0), Point(5, 0), Point(5, 1), Point(1, 1), Point(1, 2), Point(5, 2),
            Point(5, 3), Point(1, 3), Point(1, 4), Point(5, 4), Point(5, 5), Point(0, 5))
    ])

    /// An outline that is open to the right, turned so that it is open to where a letter says: U, D,
    /// L or R. Turning keeps the sense of the contours.
    private func turned(towards direction: Letter) -> OptotypeShape {
        switch direction {
        case .d: turned(\.clockwise)
        case .l: turned(\.upsideDown)
        case .u: turned(\.counterclockwise)
        default: self
        }
    }

    private func turned(_ turn: (Point) -> Point) -> OptotypeShape {
        OptotypeShape(
            contours.map { contour in
                Contour(
                    turn(contour.start),
                    contour.segments.map { segment in
                        switch segment {
                        case .line(let end): .line(turn(end))
                        case .arc(let end, let radius, let clockwise):
                            .arc(turn(end), radius: radius, clockwise: clockwise)
                        }
                    })
            })
    }
}

extension OptotypeShape.Point {
    // About the middle of the grid, by quarters; y goes down.
    fileprivate var clockwise: Self { Self(5 - y, x) }
    fileprivate var upsideDown: Self { Self(5 - x, 5 - y) }
    fileprivate var counterclockwise: Self { Self(y, 5 - x) }
}
