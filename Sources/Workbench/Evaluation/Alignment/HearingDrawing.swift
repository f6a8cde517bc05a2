internal import Audio
internal import PhoneticMapping
internal import Platform
internal import Plots
internal import Recognition

extension HeardStretch {
    /// The stretch as an element of a page whose style has `HearingView.drawingStyle`.
    ///
    /// - Parameter width: of the drawing, pixels.
    package func drawing(width: Double = 1100) -> String {
        HearingDrawing(self, width: width).element
    }
}

/// The drawing of one stretch of speech.
struct HearingDrawing {
    /// Cells below this probability are not drawn.
    private static let leastCell = 0.02
    private static let (left, right) = (72.0, 20.0)
    private static let (waveHeight, rowHeight) = (80.0, 16.0)
    /// Heights of the rows of words, of talk and of answers, with the space around them.
    private static let (wordHeight, talkHeight, answerHeight) = (62.0, 30.0, 32.0)
    /// The width of a letter of a label, pixels: a little more than the mean.
    private static let letterWidth = 7.5

    private let stretch: HeardStretch
    private let width: Double

    init(_ stretch: HeardStretch, width: Double) {
        self.stretch = stretch
        self.width = width
    }

    private var seconds: Double {
        max(0.1, Double(stretch.segment.samples.count) / Double(speechRate))
    }

    /// The drawing as an element of a page.
    var element: String {
        let tokens = stretch.tokens
        let words = stretch.aligned
        let talk = words.filter { $0.role == .talk }
        let top = Self.waveHeight + 8
        let wordTop = top + Double(tokens.count) * Self.rowHeight
        let talkTop = wordTop + Self.wordHeight
        let answerTop = talkTop + (talk.isEmpty ? 0 : Self.talkHeight)
        let bottom = answerTop + (stretch.judged == nil ? 0 : Self.answerHeight) + 6
        var drawing = SVGDrawing(width: width, height: bottom + 26)
        for time in [stretch.segment.start, stretch.segment.end] {
            drawing.line((x(time), 0), (x(time), bottom), "class=\"speech\"")
        }
        name("sound", at: Self.waveHeight / 2 + 5, in: &drawing)
        drawWave(in: &drawing)
        for (index, token) in tokens.enumerated() {
            draw(token, at: top + Double(index) * Self.rowHeight, in: &drawing)
        }
        name("words", at: wordTop + 30, in: &drawing)
        for word in words where word.role != .talk { draw(word, at: wordTop + 10, in: &drawing) }
        if !talk.isEmpty { name("talk", at: talkTop + 15, in: &drawing) }
        for word in talk { draw(talk: word, at: talkTop, in: &drawing) }
        if let judged = stretch.judged {
            name("answers", at: answerTop + 17, in: &drawing)
            for answer in judged.answers { draw(answer, at: answerTop, in: &drawing) }
        }
        drawAxis(at: bottom, in: &drawing)
        return drawing.element(label: label(words))
    }

    /// The drawing in words, for people who do not see it.
    private func label(_ words: [AlignedWord]) -> String {
        let found = words.map { word in
            word.shown + (word.confidence.map { " " + fixed($0, 2) } ?? "")
                + " from \(fixed(word.time.lowerBound, 2)) to \(fixed(word.time.upperBound, 2)) s"
        }
        let answers = stretch.judged.map { judged in
            "; answers: "
                + (judged.answers.isEmpty
                    ? "none"
                    : judged.answers.map { "\($0.caption) \($0.verdict)" }.joined(separator: ", "))
        }
        return "Waveform and scores; words found: "
            + (found.isEmpty ? "none" : found.joined(separator: ", ")) + (answers ?? "")
    }

    /// The place of a time of the whole sound.
    private func x(_ time: Double) -> Double {
        let share = min(1, max(0, (time - stretch.origin) / seconds))
        return Self.left + share * (width - Self.left - Self.right)
    }

    private func x(_ time: ClosedRange<Double>) -> ClosedRange<Double> {
        let start = x(time.lowerBound)
        return start...max(start + 1, x(time.upperBound))
    }

    private func name(_ name: String, at base: Double, in drawing: inout SVGDrawing) {
        drawing.text(name, at: (Self.left - 8, base), anchor: .end, "class=\"quiet\"")
    }

    /// A text, cut if it is wider than its box.
    private static func fitting(_ text: String, in box: ClosedRange<Double>) -> String {
        let most = max(1, Int((box.upperBound - box.lowerBound + 8) / letterWidth))
        return text.count <= most ? text : text.prefix(max(1, most - 1)) + "…"
    }
}

extension HearingDrawing {
    /// The highest and lowest sample of each two pixels, scaled by the loudest one.
    private func drawWave(in drawing: inout SVGDrawing) {
        let samples = stretch.segment.samples
        guard let peak = samples.lazy.map(abs).max(), peak > 0 else { return }
        let middle = Self.waveHeight / 2
        let step = max(1, samples.count / Int((width - Self.left - Self.right) / 2))
        var upper: [(x: Double, y: Double)] = []
        var lower: [(x: Double, y: Double)] = []
        for start in stride(from: 0, to: samples.count, by: step) {
            let piece = samples[start..<min(start + step, samples.count)]
            let place = x(stretch.origin + Double(start) / Double(speechRate))
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
            (Self.left, top + Self.rowHeight), (width - Self.right, top + Self.rowHeight),
            "class=\"grid\"")
        for frame in 0..<stretch.frames.frames {
            let probability = stretch.probability(frame, token)
            let time = stretch.time(of: frame...frame)
            guard probability >= Self.leastCell, time.upperBound > stretch.origin,
                time.lowerBound < stretch.origin + seconds
            else { continue }
            drawing.rectangle(
                x: x(time), y: top + 1...top + Self.rowHeight - 1,
                "class=\"cell\" fill-opacity=\"\(fixed(probability, 2))\"",
                title: "\(name) \(fixed(probability, 2)) at"
                    + " \(fixed(stretch.time(ofFrame: frame), 2)) s, frame \(frame)")
        }
    }

    /// A box over the time of a word, and a bar over the frames in which it was found.
    private func draw(_ word: AlignedWord, at top: Double, in drawing: inout SVGDrawing) {
        let title = Self.title(word)
        if let confidence = word.confidence {
            let box = x(word.time)
            let middle = (box.lowerBound + box.upperBound) / 2
            drawing.rectangle(x: box, y: top...top + 36, "class=\"word\"", title: title)
            drawing.text(
                Self.fitting(word.text, in: box), at: (middle, top + 15), anchor: .middle,
                "class=\"name\"")
            drawing.text(
                fixed(confidence, 2), at: (middle, top + 30), anchor: .middle, "class=\"quiet\"")
        }
        if let frames = word.frames {
            drawing.rectangle(
                x: x(stretch.time(of: frames)), y: top + 38...top + 44,
                "class=\"\(word.role == .word ? "found" : "lost")\"", title: title)
        }
    }

    /// A box over the frames of talk, with its words if they find room.
    private func draw(talk word: AlignedWord, at top: Double, in drawing: inout SVGDrawing) {
        let box = x(word.time)
        drawing.rectangle(x: box, y: top...top + 22, "class=\"talk\"", title: Self.title(word))
        guard Self.fitting(word.text, in: box) == word.text else { return }
        drawing.text(
            word.text, at: ((box.lowerBound + box.upperBound) / 2, top + 15), anchor: .middle,
            "class=\"quiet\"")
    }

    /// The word with its confidence and its frames.
    private static func title(_ word: AlignedWord) -> String {
        [word.shown, word.confidence.map { fixed($0, 2) }].compactMap(\.self).joined(separator: " ")
            + (word.frames.map { ", frames \($0.lowerBound) to \($0.upperBound)" } ?? "")
    }

    private func draw(_ answer: SpokenAnswer, at top: Double, in drawing: inout SVGDrawing) {
        let box = x(answer.time ?? stretch.segment.time)
        drawing.rectangle(
            x: box, y: top...top + 24,
            "class=\"\(answer.kind == .unclear ? "unclear" : "accepted")\"",
            title: "\(answer.caption) \(fixed(answer.sureness, 2)), \(answer.verdict)")
        drawing.text(
            Self.fitting(answer.caption, in: box),
            at: ((box.lowerBound + box.upperBound) / 2, top + 17), anchor: .middle,
            "class=\"name\"")
    }

    private func drawAxis(at bottom: Double, in drawing: inout SVGDrawing) {
        drawing.line((Self.left, bottom), (width - Self.right, bottom), "class=\"axis\"")
        let most = width / 90
        let step = [0.1, 0.2, 0.5, 1, 2, 5, 10].first { seconds / $0 <= most } ?? 30
        var time = (stretch.origin / step).rounded(.up) * step
        while time <= stretch.origin + seconds {
            drawing.line((x(time), bottom), (x(time), bottom + 5), "class=\"axis\"")
            drawing.text(
                "\(fixed(time, step < 1 ? 1 : 0)) s", at: (x(time), bottom + 19), anchor: .middle)
            time += step
        }
    }
}
