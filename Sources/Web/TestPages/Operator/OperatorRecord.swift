internal import Acuity
internal import Dialogue
internal import Records

/// The state of a test for the operator: the current line with its answers, the earlier lines, and
/// the sound level.
struct OperatorRecord: Sendable {
    private struct Line: Sendable {
        var shown: Presentation
        var answers: [HeardAnswer?]
        var overridden: Set<Int> = []
        var right: Int?
    }

    /// Whether the pages must not show how well the person sees. They then hide the letters, their
    /// size, the earlier lines and the estimate.
    var isMasked = false
    /// The test setup in words.
    var setup = ""
    var level: Double?
    var noise: Double?
    /// The acuity so far.
    var estimate: LogMAR? { didSet { isBound = false } }
    /// The 95 % intervals of the estimate, the first answer first.
    private(set) var intervals: [ClosedRange<LogMAR>] = []
    /// The start of the test, seconds since 1970; nil before the first one.
    var began: Double?
    /// The name or number of the person; nil if unknown.
    var person: String?
    /// The results of the person, eye by eye.
    private var results: [TestRecord] = []
    /// Whether the test is complete and `estimate` is only a bound: that acuity or better.
    private var isBound = false
    /// The number of times that sound was lost, including the warm-up.
    private var soundsMissing = 0
    private var warmUp = OperatorWarmUp()
    private var lines: [Line] = []
    private var prompt = ""
    private var phase = "waiting"
    /// Whether the patient, or the operator for them, may go on.
    private var canGoOn = false

    /// Notes a new estimate. One without an interval adds nothing to `intervals`.
    mutating func take(_ figure: LogMAR?, _ interval: ClosedRange<LogMAR>?) {
        estimate = figure
        if let interval { intervals.append(interval) }
    }

    mutating func take(_ event: TestEvent) {
        switch event {
        case .present(let shown):
            // These letters replace those that the person moved away from.
            if let last = lines.last, last.right == nil, last.shown.line == shown.line {
                lines.removeLast()
            }
            lines.append(Line(shown: shown, answers: shown.letters.map { _ in nil }))
        case .answer(_, let position, let answer, _, _): note(answer, at: position)
        case .override(_, let position, let response, _):
            note(HeardAnswer(response, heard: HeardAnswer.operatorsWord), at: position)
            if !lines.isEmpty { lines[lines.count - 1].overridden.insert(position) }
        case .correction(_, let position): note(nil, at: position)
        case .askAgain(_, let positions, _, _):
            for position in positions { note(nil, at: position) }
        case .line(_, let right): if !lines.isEmpty { lines[lines.count - 1].right = right }
        case .warmUp(let event): warmUp.take(event)
        case .result(let report):
            estimate = isMasked ? nil : report.figure
            isBound = !isMasked && report.score.isBound
        case .soundMissing: soundsMissing += 1
        case .pause, .resume, .trouble, .recovered, .language: break
        }
    }

    private mutating func note(_ answer: HeardAnswer?, at position: Int) {
        guard !lines.isEmpty, lines[lines.count - 1].answers.indices.contains(position) else {
            return
        }
        lines[lines.count - 1].answers[position] = answer
    }

    mutating func show(_ view: PatientView) {
        canGoOn = if case .rest(_, _, let canGoOn, _) = view { canGoOn } else { false }
        // The level is measured only during a test.
        if case .test = view {} else { (level, noise) = (nil, nil) }
        switch view {
        case .waiting(_, _, _, _, let trouble):
            phase = "waiting"
            let words = [trouble?.words, trouble?.details].compactMap(\.self)
            prompt = (["Waiting for the patient to begin."] + words).joined(separator: " ")
        case .test(let view, _):
            phase =
                switch view.prompt {
                case .paused: "paused"
                case .warmUp: "warmUp"
                default: "test"
                }
            prompt = view.words
        case .choose(_, let number, _):
            phase = "rest"
            prompt = "The patient is choosing the first line. Line \(number) is shown."
        case .chooseSize:
            phase = "rest"
            prompt = "The patient is choosing the first size among all of them."
        case .rest(let title, let words, _, _):
            phase = "rest"
            prompt = title.hasSuffix("?") ? "\(title) \(words)" : "\(title). \(words)"
        case .offer(let offered):
            phase = "rest"
            prompt = "\(offered.title) \(offered.words)"
        case .result(let reports, _, _, _, _, let trouble, _, _, _):
            phase = "result"
            results = reports
            let ends = reports.filter { !$0.isComplete }.map(\.end.words)
            prompt = ((ends.isEmpty ? ["Test complete."] : ends) + [trouble].compactMap(\.self))
                .joined(separator: " ")
        case .over(let title, let words):
            phase = "over"
            prompt = "\(title). \(words)"
        }
    }

    /// The state as the page receives it.
    var json: JSONObject {
        [
            "phase": phase, "canGoOn": canGoOn, "setup": setup,
            "prompt": phase == "warmUp" ? warmUp.words(asking: prompt) : prompt,
            "level": orNull(rounded(level)), "noise": orNull(rounded(noise)),
            "soundsMissing": soundsMissing,
            "estimate": orNull(rounded(estimate?.value, places: 6)),
            "snellen": orNull(estimate.map { SnellenLine.nearest(to: $0).feet }),
            "orBetter": isBound,
            "intervals": intervals.map { interval in
                [interval.lowerBound, interval.upperBound].map { rounded($0.value) ?? 0 }
            },
            "began": orNull(began.map { Int($0 * 1_000) }), "person": orNull(person),
            "results": (isMasked ? results.map(\.masked) : results).map(Self.json),
            "lines": isMasked ? lines.suffix(1).map(Self.masked) : lines.map(Self.json),
            "isMasked": isMasked,
        ]
    }

    private static func json(_ report: TestRecord) -> JSONObject {
        [
            "eye": report.setup.eye.rawValue, "headline": orNull(report.headline),
            "logMAR": orNull(rounded(report.score.logMAR?.value)),
            "noFigure": report.whyNotInParts.figure, "whyNot": report.whyNotInParts.reason,
            "estimate": orNull(rounded(report.estimate?.ifReliable?.logMAR.value)),
            "interval": orNull(
                (report.estimate?.ifReliable?.interval95).map { interval in
                    [interval.lowerBound, interval.upperBound].map { rounded($0.value) ?? 0 }
                }),
            "lettersRight": report.score.lettersRight,
            "remarks": report.score.remarks.map(\.words) + report.remarksOnEstimate,
        ]
    }

    /// A line without its letters and its size. The answers stay, for the operator.
    private static func masked(_ line: Line) -> JSONObject {
        var masked = json(line)
        masked.add([
            "name": "", "letters": String(repeating: "?", count: line.shown.letters.count),
            "right": orNull(line.right.map { _ in 0 }),
        ])
        return masked
    }

    private static func json(_ line: Line) -> JSONObject {
        [
            "name": line.shown.lineName,
            "letters": line.shown.letters.text,
            "choices": line.shown.optotypes.choices.text,
            "asksDirections": line.shown.optotypes.areDirections,
            "right": orNull(line.right),
            "answers": zip(line.answers.indices, line.answers).map { position, answer in
                answer.map { json($0, isOverridden: line.overridden.contains(position)) }
            },
        ]
    }

    private static func json(_ answer: HeardAnswer, isOverridden: Bool) -> JSONObject {
        let letter: String? =
            switch answer.response {
            case .named(let letter): letter.description
            case .missed, nil: nil
            }
        return [
            "letter": orNull(letter), "heard": answer.heard,
            "confidence": orNull(rounded(answer.confidence)), "overridden": isOverridden,
        ]
    }
}

/// The state of a warm-up for the operator.
struct OperatorWarmUp: Sendable {
    private var letters = 0
    private var number = 0
    private var shown: Letter?
    private var heard = ""
    private var advice = ""

    mutating func take(_ event: WarmUpEvent) {
        switch event {
        case .begin(let letters, _):
            self = OperatorWarmUp()
            self.letters = letters.count
        case .show(let letter, let number):
            shown = letter
            self.number = number
            heard = ""
        case .heard(_, let answer):
            heard =
                switch answer?.response {
                case .named(let letter): ", heard as \(letter)"
                case .missed: ", not seen"
                case nil: ", not understood"
                }
        case .advice(let advice): self.advice = " " + advice.words
        case .again, .letter, .end, .known: break
        }
    }

    /// The current letter with its answer, and the prompt.
    func words(asking prompt: String) -> String {
        guard let shown else { return prompt }
        return "Warm-up, letter \(number) of \(letters): \(shown)\(heard). \(prompt)\(advice)"
    }
}
