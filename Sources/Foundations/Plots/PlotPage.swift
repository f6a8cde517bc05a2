internal import Platform

/// A self-contained page of plots and tables: no script, no font, no picture from elsewhere.
package struct PlotPage {
    /// A part of the page under a heading; one without content is left out.
    package struct Section {
        package var title: String
        /// HTML.
        package var words = ""
        /// HTML.
        package var content: String

        /// Sets each property from the parameter of its name.
        package init(title: String, words: String = "", content: String) {
            self.title = title
            self.words = words
            self.content = content
        }
    }

    package let title: String
    package let heading: String
    /// HTML.
    package let lead: String
    package let sections: [Section]
    /// HTML.
    package let footer: String
    /// Style rules of this page only.
    package var style = ""

    /// Sets each property from the parameter of its name.
    package init(
        title: String, heading: String, lead: String, sections: [Section], footer: String,
        style: String = ""
    ) {
        self.title = title
        self.heading = heading
        self.lead = lead
        self.sections = sections
        self.footer = footer
        self.style = style
    }

    /// The page.
    package var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(title.escapedForHTML)</title>
        <style>\(Self.style)\(style)</style>
        </head>
        <body>
        <main>
        <header>
        <h1>\(heading.escapedForHTML)</h1>
        <p class="lead">\(lead)</p>
        </header>
        \(sections.filter { !$0.content.isEmpty }.map(Self.html).joined(separator: "\n"))
        <footer>\(footer)</footer>
        </main>
        </body>
        </html>

        """
    }

    private static func html(_ section: Section) -> String {
        """
        <section>
        <h2>\(section.title)</h2>
        \(section.words.isEmpty ? "" : "<p>\(section.words)</p>")
        \(section.content)
        </section>
        """
    }

    /// Plots side by side where there is room, each with a caption if it has one.
    package static func grid(_ plots: [(element: String, caption: String?)]) -> String {
        let figures = plots.map { plot in
            let caption = plot.caption.map { "\n<figcaption>\($0.escapedForHTML)</figcaption>" }
            return "<figure>\n\(plot.element)\(caption ?? "")\n</figure>"
        }
        return "<div class=\"plots\">\n\(figures.joined(separator: "\n"))\n</div>"
    }

    /// Plots one below the other as a separate picture (SVG).
    ///
    /// - Parameter plots: elements of `Plot`, each 540 wide and 350 high.
    package static func picture(of plots: [String]) -> String {
        let (width, height) = (540, 350)
        let parts = plots.enumerated().map { index, plot in
            let place = "<svg y=\"\(index * height)\" width=\"\(width)\" height=\"\(height)\" "
            return place + plot.dropFirst("<svg ".count)
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" \
            height="\(plots.count * height)">
            <style>\(style)
            svg { background: #fff; font-family: "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
            </style>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    /// The mark of each name.
    package static func key(_ names: [(name: String, style: SeriesStyle)]) -> String {
        let items = names.map { name, style in
            var mark = SVGDrawing(width: 22, height: 16)
            style.draw(at: (11, 8), title: name, in: &mark)
            return "<li>\(mark.element(label: ""))\(name.escapedForHTML)</li>"
        }
        return "<ul class=\"key\">\n\(items.joined(separator: "\n"))\n</ul>\n"
    }

    /// A table of numbers.
    ///
    /// - Parameter rows: each with whether it begins a group, which a line sets off.
    package static func table(_ heads: [String], _ rows: [(cells: [String], beginsGroup: Bool)])
        -> String
    {
        let body = rows.map { row in
            let cells = row.cells.map { "<td>\($0.escapedForHTML)</td>" }.joined()
            return "<tr\(row.beginsGroup ? " class=\"first\"" : "")>\(cells)</tr>"
        }
        return """
            <div class="scroll"><table>
            <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
            <tbody>
            \(body.joined(separator: "\n"))
            </tbody>
            </table></div>
            """
    }

    private static let style = """
        :root { color-scheme: light; }
        * { box-sizing: border-box; }
        body { margin: 0; background: #fff; color: #1a1e24;
          font: 16px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
        main { max-width: 1160px; margin: 0 auto; padding: 40px 28px 64px; }
        h1 { font-size: 30px; line-height: 1.2; margin: 0 0 8px; letter-spacing: -0.01em; }
        h2 { font-size: 20px; margin: 52px 0 4px; padding-top: 20px;
          border-top: 1px solid #d6dae0; }
        p { margin: 0 0 14px; max-width: 75ch; }
        .lead { color: #3c434d; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(440px, 1fr));
          gap: 18px 22px; }
        figure { margin: 0; max-width: 600px; }
        figcaption { font-size: 14px; color: #3c434d; padding-left: 10%; }
        svg { width: 100%; height: auto; display: block; font-size: 13px; fill: #1a1e24; }
        svg .title { font-weight: 600; font-size: 14.5px; }
        svg .name { font-weight: 600; }
        svg .quiet { fill: #4a6a55; font-size: 12px; }
        svg .grid { stroke: #e5e8ec; }
        svg .zero, svg .axis { stroke: #6b727c; }
        svg .band { fill: #e6f2ea; }
        svg .bar { stroke: #4b8a63; stroke-width: 3; }
        svg .leader { stroke-width: 1; opacity: 0.6; }
        svg .truth { stroke: #1a1e24; stroke-width: 1.2; stroke-dasharray: 6 4; }
        svg .trail { fill: none; stroke: #b9bfc8; stroke-width: 1; }
        svg .misheard { fill: none; stroke: #b3001b; stroke-width: 1.8; }
        .key { display: flex; flex-wrap: wrap; gap: 4px 22px; list-style: none; padding: 0;
          margin: 0 0 14px; font-size: 14px; }
        .key svg { width: 22px; height: 16px; display: inline-block; vertical-align: -2px;
          margin-right: 6px; }
        .scroll { overflow-x: auto; }
        table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums;
          width: 100%; }
        th, td { padding: 4px 10px; text-align: right; border-bottom: 1px solid #e5e8ec;
          white-space: nowrap; }
        th { font-weight: 600; border-bottom: 2px solid #6b727c; vertical-align: bottom; }
        th:first-child, td:first-child { text-align: left; padding-left: 0; }
        tr.first td { border-top: 2px solid #9aa1ab; }
        footer { margin-top: 52px; padding-top: 16px; border-top: 1px solid #d6dae0;
          color: #3c434d; font-size: 14px; }
        @media (max-width: 560px) { .plots { grid-template-columns: 1fr; } }
        @media print { main { max-width: none; padding: 0; } section { break-inside: avoid; } }
        """
}
