internal import Platform

/// A drawing in SVG, as part of an HTML page: a list of shapes, in pixels from the upper left
/// corner.
///
/// Colours and fonts come from the page's style sheet by class names, so a drawing holds only the
/// differences from shape to shape.
package struct SVGDrawing {
    package let width: Double
    package let height: Double
    private var shapes: [String] = []

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The alignment of a text to its point.
    package enum Anchor: String {
        case start
        case middle
        case end
    }

    /// A straight line.
    package mutating func line(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), _ style: String
    ) {
        shapes.append(
            "<line x1=\"\(px(from.x))\" y1=\"\(px(from.y))\" x2=\"\(px(to.x))\""
                + " y2=\"\(px(to.y))\" \(style)/>")
    }

    /// A line through points.
    package mutating func path(_ points: [(x: Double, y: Double)], _ style: String) {
        guard let first = points.first else { return }
        let rest = points.dropFirst().map { "L\(px($0.x)) \(px($0.y))" }.joined()
        shapes.append("<path d=\"M\(px(first.x)) \(px(first.y))\(rest)\" \(style)/>")
    }

    /// A closed shape through points, with words that a pointer at rest shows.
    package mutating func polygon(
        _ points: [(x: Double, y: Double)], _ style: String, title: String? = nil
    ) {
        let list = points.map { "\(px($0.x)),\(px($0.y))" }.joined(separator: " ")
        add("polygon", "points=\"\(list)\" \(style)", title)
    }

    /// A circle.
    package mutating func circle(
        _ at: (x: Double, y: Double), radius: Double, _ style: String, title: String? = nil
    ) {
        add("circle", "cx=\"\(px(at.x))\" cy=\"\(px(at.y))\" r=\"\(px(radius))\" \(style)", title)
    }

    /// A rectangle.
    package mutating func rectangle(
        x: ClosedRange<Double>, y: ClosedRange<Double>, _ style: String, title: String? = nil
    ) {
        let place = "x=\"\(px(x.lowerBound))\" y=\"\(px(y.lowerBound))\""
        let size =
            "width=\"\(px(x.upperBound - x.lowerBound))\""
            + " height=\"\(px(y.upperBound - y.lowerBound))\""
        add("rect", "\(place) \(size) \(style)", title)
    }

    /// A line of text whose baseline begins, has its middle, or ends at a point.
    package mutating func text(
        _ words: String, at point: (x: Double, y: Double), anchor: Anchor = .start,
        _ style: String = "", turned: Bool = false
    ) {
        let turn = turned ? " transform=\"rotate(-90 \(px(point.x)) \(px(point.y)))\"" : ""
        shapes.append(
            "<text x=\"\(px(point.x))\" y=\"\(px(point.y))\" text-anchor=\"\(anchor.rawValue)\""
                + turn + " \(style)>\(words.escapedForHTML)</text>")
    }

    private mutating func add(_ name: String, _ attributes: String, _ title: String?) {
        guard let title else { return shapes.append("<\(name) \(attributes)/>") }
        shapes.append(
            "<\(name) \(attributes)><title>\(title.escapedForHTML)</title></\(name)>")
    }

    /// The drawing as an element of a page.
    ///
    /// - Parameter label: a description for people who do not see it.
    package func element(label: String) -> String {
        """
        <svg viewBox="0 0 \(px(width)) \(px(height))" role="img" \
        aria-label="\(label.escapedForHTML)">
        \(shapes.joined(separator: "\n"))
        </svg>
        """
    }

    /// A length to a tenth of a pixel.
    private func px(_ length: Double) -> String {
        let text = fixed(length, 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
