package import Audio
internal import Foundation
package import PhoneticMapping
internal import Platform
internal import Plots
package import Recognition

/// A page that shows how recordings were heard: for each stretch of speech its waveform, the
/// probability of each token every 20 ms, and the words that were found, over one axis of time.
package struct HearingView {
    /// A stretch of speech as it was heard.
    package struct Stretch {
        /// The name of the recording, for people.
        package let file: String
        package let segment: SpeechSegment
        /// The net's output for the samples of the segment.
        package let frames: TokenFrames
        /// The words that were found, with their times in the whole sound.
        package let words: [WordHypothesis]

        /// The parameters as the properties of their names.
        package init(
            file: String, segment: SpeechSegment, frames: TokenFrames, words: [WordHypothesis]
        ) {
            self.file = file
            self.segment = segment
            self.frames = frames
            self.words = words
        }
    }

    /// The most stretches that a page shows.
    package static let mostStretches = 100

    private let grammar: String
    private var stretches: [Stretch] = []
    /// The number of stretches, also of those that are not shown.
    private var count = 0

    /// A page without stretches.
    ///
    /// - Parameter grammar: the name of the grammar, for people.
    package init(grammar: String) { self.grammar = grammar }

    /// Adds a stretch at the end. Those after the first `mostStretches` are only counted.
    package mutating func add(_ stretch: Stretch) {
        count += 1
        if stretches.count < Self.mostStretches { stretches.append(stretch) }
    }

    /// The page.
    package var html: String {
        PlotPage(
            title: "Aloud: heard by the grammar \(grammar)",
            heading: "Heard by the grammar \(grammar)",
            lead: "Each stretch of speech: above, the words that were found, with their"
                + " confidence; in the middle the waveform; below, the probability of each token"
                + " every 20 ms (darker is likelier). Broken lines show where the speech starts and"
                + " ends."
                + (count > stretches.count
                    ? " The first \(stretches.count) of \(count) stretches are shown." : ""),
            sections: stretches.map { stretch in
                let (start, end) = (stretch.segment.start, stretch.segment.end)
                return .init(
                    title: "\(stretch.file), \(fixed(start, 2)) to \(fixed(end, 2)) s"
                        .escapedForHTML,
                    content: "<div class=\"wide\">" + HearingDrawing(stretch).element + "</div>"
                        + SoundPlayer.element(stretch.segment.samples))
            },
            footer: "The page holds recordings: give it to nobody who may not hear them.",
            style: Self.style
        ).html
    }

    private static let style = """
        .wide { overflow-x: auto; }
        .wide svg { min-width: 720px; }
        svg .wave { fill: #3b6ea5; }
        svg .cell { fill: #8a2a12; }
        svg .word { fill: #e6f2ea; stroke: #4b8a63; }
        svg .speech { stroke: #6b727c; stroke-dasharray: 4 4; }
        """
}

/// The drawing of one stretch of speech.
struct HearingDrawing {
    /// Tokens whose probability stays below this are not drawn.
    static let leastPeak = 0.05
    /// The most tokens drawn, the likeliest ones.
    static let mostTokens = 24
    /// Cells below this probability are not drawn.
    private static let leastCell = 0.02
    private static let (left, right, width) = (52.0, 12.0, 1100.0)
    private static let (wordHeight, waveHeight, rowHeight) = (44.0, 90.0, 16.0)

    private let stretch: HearingView.Stretch
    /// The time of the first sample, seconds of the whole sound.
    private let origin: Double

    init(_ stretch: HearingView.Stretch) {
        self.stretch = stretch
        origin = stretch.segment.start - stretch.segment.lead
    }

    private var seconds: Double {
        max(0.1, Double(stretch.segment.samples.count) / Double(speechRate))
    }

    /// The places of the tokens drawn, in the order in which they are likeliest.
    var rows: [Int] {
        let frames = stretch.frames
        let peaks = frames.tokens.indices.compactMap { token in
            frames.tokens[token] == TokenFrames.blank
                ? nil
                : (0..<frames.frames)
                    .max { frames[$0, token] < frames[$1, token] }
                    .map { (token: token, frame: $0, probability: exp(Double(frames[$0, token]))) }
        }
        return peaks.filter { $0.probability >= Self.leastPeak }
            .sorted { $0.probability > $1.probability }.prefix(Self.mostTokens)
            .sorted { ($0.frame, $0.token) < ($1.frame, $1.token) }.map(\.token)
    }

    /// The drawing as an element of a page.
    var element: String {
        let rows = rows
        let top = Self.wordHeight + Self.waveHeight + 8
        let bottom = top + Double(rows.count) * Self.rowHeight
        var drawing = SVGDrawing(width: Self.width, height: bottom + 26)
        drawWords(in: &drawing)
        drawWave(in: &drawing)
        for (index, token) in rows.enumerated() {
            draw(token, at: top + Double(index) * Self.rowHeight, in: &drawing)
        }
        for time in stretch.segment.time.ends {
            drawing.line(
                (x(time), Self.wordHeight - 6), (x(time), bottom), "class=\"speech\"")
        }
        drawAxis(at: bottom, in: &drawing)
        let words = stretch.words.map(\.word).joined(separator: ", ")
        return drawing.element(label: "Waveform and scores; words found: \(words)")
    }

    /// The place of a time of the whole sound.
    private func x(_ time: Double) -> Double {
        let share = min(1, max(0, (time - origin) / seconds))
        return Self.left + share * (Self.width - Self.left - Self.right)
    }

    private func drawWords(in drawing: inout SVGDrawing) {
        for word in stretch.words {
            let (start, end) = (x(word.time.lowerBound), x(word.time.upperBound))
            let sure = fixed(word.confidence * (word.presence ?? 1), 2)
            drawing.rectangle(
                x: start...max(start, end), y: 2...36, "class=\"word\"",
                title: "\(word.word) \(sure)")
            let middle = (start + end) / 2
            drawing.text(word.word, at: (middle, 17), anchor: .middle, "class=\"name\"")
            drawing.text(sure, at: (middle, 31), anchor: .middle, "class=\"quiet\"")
        }
    }

    /// The highest and lowest sample of each two pixels, scaled by the loudest one.
    private func drawWave(in drawing: inout SVGDrawing) {
        let samples = stretch.segment.samples
        guard let peak = samples.lazy.map(abs).max(), peak > 0 else { return }
        let middle = Self.wordHeight + Self.waveHeight / 2
        let step = max(1, samples.count / Int((Self.width - Self.left - Self.right) / 2))
        var upper: [(x: Double, y: Double)] = []
        var lower: [(x: Double, y: Double)] = []
        for start in stride(from: 0, to: samples.count, by: step) {
            let piece = samples[start..<min(start + step, samples.count)]
            let place = x(origin + Double(start) / Double(speechRate))
            func height(_ sample: Float?) -> Double {
                middle - Double((sample ?? 0) / peak) * Self.waveHeight / 2
            }
            upper.append((place, height(piece.max())))
            lower.append((place, height(piece.min())))
        }
        drawing.polygon(upper + lower.reversed(), "class=\"wave\"")
    }

    private func draw(_ token: Int, at top: Double, in drawing: inout SVGDrawing) {
        let name = stretch.frames.tokens[token]
        drawing.text(
            name, at: (Self.left - 8, top + 12), anchor: .end,
            name.first?.isUppercase == true ? "class=\"name\"" : "")
        drawing.line(
            (Self.left, top + Self.rowHeight), (Self.width - Self.right, top + Self.rowHeight),
            "class=\"grid\"")
        let half = TokenFrames.secondsPerFrame / 2
        for frame in 0..<stretch.frames.frames {
            let probability = exp(Double(stretch.frames[frame, token]))
            let time = origin + TokenFrames.time(ofFrame: frame)
            guard probability >= Self.leastCell, time + half > origin,
                time - half < origin + seconds
            else { continue }
            drawing.rectangle(
                x: x(time - half)...x(time + half), y: top + 1...top + Self.rowHeight - 1,
                "class=\"cell\" fill-opacity=\"\(fixed(min(1, probability), 2))\"",
                title: "\(name) \(fixed(probability, 2)) at \(fixed(time, 2)) s")
        }
    }

    private func drawAxis(at bottom: Double, in drawing: inout SVGDrawing) {
        drawing.line((Self.left, bottom), (Self.width - Self.right, bottom), "class=\"axis\"")
        let step = [0.1, 0.2, 0.5, 1, 2, 5, 10].first { seconds / $0 <= 12 } ?? 30
        var time = (origin / step).rounded(.up) * step
        while time <= origin + seconds {
            drawing.line((x(time), bottom), (x(time), bottom + 5), "class=\"axis\"")
            drawing.text(
                "\(fixed(time, step < 1 ? 1 : 0)) s", at: (x(time), bottom + 19), anchor: .middle)
            time += step
        }
    }
}

extension ClosedRange {
    fileprivate var ends: [Bound] { [lowerBound, upperBound] }
}
