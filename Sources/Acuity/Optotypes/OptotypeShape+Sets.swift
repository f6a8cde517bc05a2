extension OptotypeShape {
    /// The outline of an optotype of a set; nil where the set has none of this name.
    public static func of(_ letter: Letter, in optotypes: OptotypeSet) -> OptotypeShape? {
        guard optotypes.choices.contains(letter) else { return nil }
        switch optotypes {
        case .sloan: return Self.letter(letter)
        case .hotv: return letter == .t ? t : Self.letter(letter)
        case .tumblingE: return Direction(letter).map { e.turned(to: $0) }
        case .landolt, .landolt8:
            return Direction(letter).flatMap { Self.letter(.c)?.turned(to: $0) }
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

    /// An outline that is open to the right, turned about the middle of its grid until it is open
    /// to a direction. Turning keeps the sense of the contours.
    private func turned(to direction: Direction) -> OptotypeShape {
        turned { $0.turned(eighths: direction.eighths) }
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
    /// Turned clockwise about the middle of the grid; y goes down.
    fileprivate func turned(eighths: Int) -> Self {
        // Quarters are exact: what is straight stays so to the last digit.
        var point = self
        for _ in 0..<eighths / 2 { point = Self(5 - point.y, point.x) }
        guard eighths % 2 == 1 else { return point }
        let half = 0.5.squareRoot()
        let (x, y) = (point.x - 2.5, point.y - 2.5)
        return Self(2.5 + (x - y) * half, 2.5 + (x + y) * half)
    }
}
