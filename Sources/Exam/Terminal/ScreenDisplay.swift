package import CommandLineKit
package import Dialogue

/// Shows a test on a terminal, as one screen that is drawn anew whenever something changes.
package final class ScreenDisplay: Display {
    private let output: any TextOutput
    private let layout: ScreenLayout
    /// What is known about the line before, and which of its letters were right if that is shown.
    private var before: TestView?
    private var isFirst = true

    package init(to output: any TextOutput, layout: ScreenLayout) {
        self.output = output
        self.layout = layout
    }

    package func show(_ view: TestView) {
        draw(layout.lines(for: view, after: before))
        if view.prompt == .lineFinished { before = view }
    }

    /// CSI H goes to the first line, CSI K clears the rest of a line, CSI J all below (ECMA-48).
    /// The last line has no end, so that what is typed stands behind it.
    private func draw(_ lines: [String]) {
        let clear = isFirst ? "\u{1B}[2J" : ""
        isFirst = false
        let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n")
        // As in `PlainDisplay`: the result is worth going on for without a screen.
        try? output.write(clear + "\u{1B}[H" + text + "\u{1B}[J")
    }
}
