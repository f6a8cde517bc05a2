package import HTTP

/// The common frame of pages: the head, the bar with Aloud's mark and the language, and space for
/// the parts of the page.
package struct PageFrame {
    private let titleKey: String
    private let style: String
    private let script: String
    private let texts: String?
    private let parts: String

    /// The frame of a page.
    ///
    /// - Parameters:
    ///   - titleKey: the key of the title in the catalogue.
    ///   - style: the path of the page's own style, after design.css.
    ///   - script: the path of its script, which loads the texts.
    ///   - texts: the texts that only this page needs, in the form for texts.js; nil for none.
    ///   - parts: HTML: the page's own content of the bar, a line `<!-- body -->`, and the body of
    ///     the page. If the bar lies within another element, that element comes first, and then a
    ///     line `<!-- bar -->`.
    package init(
        titleKey: String, style: String, script: String, texts: String? = nil, parts: [UInt8]
    ) {
        self.titleKey = titleKey
        self.style = style
        self.script = script
        self.texts = texts
        self.parts = String(decoding: parts, as: UTF8.self)
    }

    /// The whole page.
    package var page: Reply.Content {
        let pieces = parts.split(separator: "<!-- body -->\n", maxSplits: 1)
        precondition(pieces.count == 2, "the parts of a page are divided by '<!-- body -->'")
        let head = pieces[0].split(separator: "<!-- bar -->\n", maxSplits: 1)
        let opening = head.count == 2 ? String(head[0]) : ""
        var html = String(decoding: PageFile.bytes("frame.html"), as: UTF8.self)
        for (name, value) in [
            ("title", titleKey), ("style", style), ("script", script),
            ("texts", texts.map { " data-texts=\"\($0)\"" } ?? ""), ("opening", opening),
            ("class", opening.isEmpty ? " class=\"bar\"" : ""),
            ("bar", String(head[head.count - 1])),
            ("body", String(pieces[1])),
        ] {
            html = html.replacing("{\(name)}", with: value)
        }
        return Reply.Content(type: "text/html; charset=utf-8", body: Array(html.utf8))
    }
}
