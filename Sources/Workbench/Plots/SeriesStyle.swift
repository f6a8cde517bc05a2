/// The look of a series in plots: a colour, and a mark for people who cannot distinguish colours.
struct SeriesStyle {
    let color: String
    private let mark: Mark

    private enum Mark: CaseIterable {
        case circle
        case square
        case triangle
        case diamond
        case hanging
        case tall
        case wide
    }

    /// Dark enough for thin lines on white: each has a contrast of 4.5 to 1 or more.
    private static let colors = [
        "#1d5fa6", "#b8400b", "#1b7a48", "#7c3f9b", "#866000", "#0e7580", "#b21f6b", "#4c535e",
        "#3f4fb5", "#9c2f2f",
    ]

    /// The look of the series at a place of a list.
    init(_ index: Int) {
        color = Self.colors[index % Self.colors.count]
        mark = Mark.allCases[index % Mark.allCases.count]
    }

    /// Draws the mark.
    func draw(
        at point: (x: Double, y: Double), filled: Bool = true, title: String,
        in drawing: inout SVGDrawing
    ) {
        let style = "fill=\"\(filled ? color : "#fff")\" stroke=\"\(color)\" stroke-width=\"1.5\""
        func corners(_ offsets: [(Double, Double)]) -> [(x: Double, y: Double)] {
            offsets.map { (point.x + $0.0, point.y + $0.1) }
        }
        switch mark {
        case .circle: drawing.circle(point, radius: 4, style, title: title)
        case .square: drawing.box(around: point, 3.6, 3.6, style, title: title)
        case .tall: drawing.box(around: point, 2.2, 5.2, style, title: title)
        case .wide: drawing.box(around: point, 5.2, 2.2, style, title: title)
        case .triangle:
            drawing.polygon(corners([(0, -4.8), (4.5, 3.6), (-4.5, 3.6)]), style, title: title)
        case .diamond:
            drawing.polygon(
                corners([(0, -5.2), (5.2, 0), (0, 5.2), (-5.2, 0)]), style, title: title)
        case .hanging:
            drawing.polygon(corners([(0, 4.8), (4.5, -3.6), (-4.5, -3.6)]), style, title: title)
        }
    }
}

extension SVGDrawing {
    /// A rectangle with its middle at a point.
    fileprivate mutating func box(
        around point: (x: Double, y: Double), _ halfWidth: Double, _ halfHeight: Double,
        _ style: String, title: String
    ) {
        rectangle(
            x: point.x - halfWidth...point.x + halfWidth,
            y: point.y - halfHeight...point.y + halfHeight, style, title: title)
    }
}
