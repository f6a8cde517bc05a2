internal import Audio
internal import Platform
internal import Plots

/// A page that shows how recordings were heard: for each stretch of speech its waveform, the
/// probability of each token every 20 ms, the words that were found and the answers, over one axis
/// of time.
package struct HearingView {
    /// Maximum number of stretches that a page shows.
    package static let mostStretches = 100

    private let heading: String
    private var stretches: [HeardStretch] = []
    /// The number of stretches, including those that are not shown.
    package private(set) var count = 0

    /// A page without stretches.
    ///
    /// - Parameter heading: names the recogniser, for people: "Heard by the grammar etdrs".
    package init(heading: String) { self.heading = heading }

    /// Adds a stretch at the end. Stretches after the first `mostStretches` are only counted.
    package mutating func add(_ stretch: HeardStretch) {
        count += 1
        if stretches.count < Self.mostStretches { stretches.append(stretch) }
    }

    /// The page.
    package var html: String {
        PlotPage(
            title: "Aloud: \(heading)", heading: heading,
            lead: lead,
            sections: stretches.map { stretch in
                .init(
                    title: stretch.title.escapedForHTML,
                    content: "<div class=\"wide\">" + stretch.drawing() + "</div>\n"
                        + SoundPlayer.element(stretch.segment.samples)
                        + "<details><summary>The same in numbers</summary><pre>"
                        + stretch.text.escapedForHTML + "</pre></details>")
            },
            footer: "The page holds recordings: share it only with people who may hear them.",
            style: Self.drawingStyle + Self.style
        ).html
    }

    private var lead: String {
        var sentences = [Self.rowWords]
        if let judged = stretches.first?.judged {
            sentences.append(judged.thresholds.words(for: []))
        }
        if count > stretches.count {
            sentences.append("The first \(stretches.count) of \(count) stretches are shown.")
        }
        return sentences.joined(separator: " ")
    }

    /// The rows of a drawing, in words.
    package static let rowWords = """
        Rows of each stretch of speech, from above: the waveform, with broken lines where the \
        speech starts and ends; the probability of each token of the net every 20 ms, in a \
        stronger colour where it is likelier, without the blank (capitals are names of letters, \
        small letters are phones); the words that were decided on, with their confidence, and \
        under each a bar from the first to the last frame in which the search found it; talk, in \
        broken lines; the answers, green if accepted, yellow if asked again.
        """

    /// The rules of style that a page with drawings needs.
    package static let drawingStyle = """
        .wide { overflow-x: auto; }
        .wide svg { min-width: 720px; }
        svg .wave { fill: #3b6ea5; }
        svg .cell { fill: #8a2a12; }
        svg .word { fill: #e6f2ea; stroke: #4b8a63; }
        svg .talk { fill: none; stroke: #6b727c; stroke-dasharray: 3 3; }
        svg .found { fill: #4b8a63; }
        svg .lost { fill: #6b727c; }
        svg .accepted { fill: #cfe6d7; stroke: #1d6b3a; }
        svg .unclear { fill: #fbeccb; stroke: #8a5a00; }
        svg .speech { stroke: #6b727c; stroke-dasharray: 4 4; }
        @media print { .wide { overflow: visible; } .wide svg { min-width: 0; } }
        """

    private static let style = """
        :root { color-scheme: light dark; }
        h1, h2 { overflow-wrap: anywhere; }
        audio { vertical-align: middle; }
        summary { cursor: pointer; }
        pre { font-size: 13px; overflow-x: auto; }
        @media print { audio, details:not([open]) { display: none; } }
        @media screen and (prefers-color-scheme: dark) {
          body { background: #15181d; color: #e4e8ee; }
          .lead, footer { color: #b6bec9; }
          h2, footer { border-color: #3a424d; }
          svg { fill: #e4e8ee; }
          svg .quiet { fill: #b4cdbd; }
          svg .grid { stroke: #2c323a; }
          svg .axis, svg .speech, svg .talk { stroke: #98a2b0; }
          svg .lost { fill: #98a2b0; }
          svg .wave { fill: #76a9e0; }
          svg .cell { fill: #ff9d76; }
          svg .word { fill: #1d3326; stroke: #6fb98c; }
          svg .found { fill: #6fb98c; }
          svg .accepted { fill: #1e4a31; stroke: #6fd197; }
          svg .unclear { fill: #4a3810; stroke: #e0b04a; }
        }
        """
}
