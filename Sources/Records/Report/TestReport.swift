public import Acuity

/// What a test has found, and how it went.
public struct TestReport: Sendable, Equatable {
    /// What the test was set to.
    public var setup: TestSetup
    /// The acuity, with all lines and responses.
    public var score: AcuityScore
    /// Letters that had to be asked for again: each position each time.
    public var lettersAskedAgain: Int
    /// How long the test took, pauses included.
    public var duration: Duration
    /// Why it ended.
    public var end: TestEnd
    /// The acuity as all answers together tell it, allowing for what may have been misheard; nil
    /// where nothing was answered.
    public var estimate: AcuityEstimate?
    /// Answers that an operator gave in place of the person.
    public var overrides: Int
    /// How often a piece of the sound was lost in the test itself: the microphone ran over, sound
    /// came faster than it could be heard, or a recording was cut short.
    public var soundsMissing: Int
    /// What the person read after the end of the test, which withholds the score; nil where that is
    /// nothing, and where it was not looked for.
    public var leftOver: SoundLeftOver?

    /// A report.
    public init(
        setup: TestSetup, score: AcuityScore, lettersAskedAgain: Int, duration: Duration,
        end: TestEnd, overrides: Int = 0, soundsMissing: Int = 0, estimate: AcuityEstimate? = nil,
        leftOver: SoundLeftOver? = nil
    ) {
        self.setup = setup
        self.score = score
        self.lettersAskedAgain = lettersAskedAgain
        self.duration = duration
        self.end = end
        self.estimate = estimate
        self.overrides = overrides
        self.soundsMissing = soundsMissing
        self.leftOver = leftOver
    }

    /// Whether the procedure came to its own end, and nobody read on after it.
    public var isComplete: Bool { score.isComplete && leftOver == nil }

    /// What there is to tell of the acuity in one figure: the score, or the estimate where there is
    /// none; nil where neither can be told.
    public var figure: LogMAR? { score.logMAR ?? estimate?.ifReliable?.figure }
}

extension TestReport {
    /// The acuity in a word or two, for a person: "20/40", "20/100 or better", "Not finished:
    /// 20/125 or better"; nil where none was measured.
    public var headline: String? {
        guard let line = score.line else { return nil }
        let isUnfinished = score.remarks.contains(.stoppedEarly)
        return (isUnfinished ? "Not finished: " : "") + line.feet + orBetter
    }

    /// What stands behind a figure of which it is only known that the acuity is no worse, with a
    /// space before it; nothing behind others.
    public var orBetter: String { score.isBound ? " or better" : "" }
}

extension TestReport {
    /// The report as one JSON object; the numbers of an acuity that was not measured are null.
    public var json: JSONValue {
        var json = measured
        json.add("time", setup.time.map(JSONValue.string))
        json.add("sitting", setup.sitting.map(JSONValue.integer))
        json.add("optotypes", setup.optotypes.map { .string($0.rawValue) })
        json.add("stopRule", setup.stopRule.map { .string($0.rawValue) })
        json.add("oneMetre", setup.goesOnAtOneMetre ? true : nil)
        json.add("mostLetters", setup.mostLetters.map(JSONValue.integer))
        json.add("intervalAsked", setup.intervalAsked.map { .number($0) })
        json.add("hearing", setup.hearing.map { .string($0.name) })
        json.add("misheard", setup.hearing.map { .rounded($0.misheard) })
        if case .failed(let reason) = end { json.add("reason", .string(reason)) }
        json.add("overrides", overrides > 0 ? .integer(overrides) : nil)
        json.add("soundsMissing", soundsMissing > 0 ? .integer(soundsMissing) : nil)
        json.add(
            "soundLeftOver",
            leftOver.map {
                [
                    "answers": .integer($0.answers), "heard": .rounded($0.heard / .seconds(1)),
                    "seconds": .rounded($0.whole / .seconds(1)),
                ]
            })
        json.add("calibrated", setup.isCalibrated.map(JSONValue.bool))
        json.add("sizesShown", sizesShown)
        json.add("lines", .array(lines))
        return json
    }

    /// The smallest and the largest letters that could be shown, logMAR, where there is a limit.
    private var sizesShown: JSONValue? {
        guard setup.range != .all else { return nil }
        return [.number(setup.range.smallest.value), .number(setup.range.largest.value)]
    }

    private var measured: JSONValue {
        [
            "event": "result", "eye": .string(setup.eye.rawValue),
            "logMAR": score.logMAR.map { .number($0.value) } ?? .null,
            "letterScore": score.letterScore.map(JSONValue.integer) ?? .null,
            "snellen": .optional(score.line?.feet),
            "lettersRight": .integer(score.lettersRight), "complete": .bool(isComplete),
            "snellenMetres": .optional(score.line?.metres),
            "decimal": .optional(score.line?.decimal),
            "notation": .optional(score.notation?.description),
            "orBetter": .bool(score.isBound),
            "lettersCredited": .integer(score.lettersCredited),
            "lettersAskedAgain": .integer(lettersAskedAgain),
            "seconds": .rounded(duration / .seconds(1)), "ended": .string(end.name),
            "remarks": .array(score.remarks.map { .string($0.rawValue) }),
            "distance": .rounded(setup.distance.metres),
            "chart": .optional(setup.chart?.rawValue),
            // A seed beyond Int's range cannot be written as an integer; none is ever drawn there.
            "seed": setup.seed.flatMap { Int(exactly: $0) }.map(JSONValue.integer) ?? .null,
            "procedure": .string(setup.procedure ?? "etdrs"),
            "estimate": .rounded(estimate?.ifReliable?.figure?.value),
            "interval95": (estimate?.ifReliable).map {
                .array([
                    .rounded($0.interval95.lowerBound.value),
                    .rounded($0.interval95.upperBound.value),
                ])
            } ?? .null,
            "intervalOpen": .array(openEnds.map(JSONValue.string)),
            "lettersUsed": .integer(estimate?.letters ?? 0),
            "flags": .array((estimate?.flags ?? []).map { .string($0.rawValue) }),
        ]
    }

    /// At which ends the interval says nothing.
    private var openEnds: [String] {
        guard let estimate = estimate?.ifReliable else { return [] }
        return (estimate.isOpenBelow ? ["below"] : []) + (estimate.isOpenAbove ? ["above"] : [])
    }

    private var lines: [JSONValue] {
        score.lines.map { answered in
            let shown = answered.presentation
            var line: JSONValue = [
                "line": .integer(shown.line), "logMAR": .number(shown.meanSize.value),
                "letters": .string(shown.letters.text),
                "answers": .array(answered.responses.map(Self.json)),
                "right": .integer(answered.right),
            ]
            if !shown.isOfOneSize {
                line.add("sizes", .array(shown.sizes.map { .number($0.value) }))
            }
            return line
        }
    }

    /// The letter named, or null where it was missed or unclear.
    private static func json(_ response: Response?) -> JSONValue {
        switch response {
        case .named(let letter): .string(letter.description)
        case .missed, nil: .null
        }
    }
}

extension AcuityEstimate {
    /// The estimate in words for a person: "0.33, with 95 % between 0.26 and 0.39, from 50
    /// letters", "worse than 0.98, with 97.5 %, from 5 letters".
    public var words: String {
        "\(figureWords), from \(letters) \(letters == 1 ? "letter" : "letters")"
    }

    /// The same without the letters. Where the answers rule out no worse acuity, or no better one,
    /// only the other end of the interval is known.
    public var figureWords: String {
        switch (isOpenBelow, isOpenAbove) {
        case (false, false):
            "\(logMAR), with 95 % between \(interval95.lowerBound) and \(interval95.upperBound)"
        case (false, true): "worse than \(interval95.lowerBound), with 97.5 %"
        case (true, false): "better than \(interval95.upperBound), with 97.5 %"
        case (true, true): "any acuity is possible"
        }
    }
}

/// What a recording holds after the end of its test, where that is so much that the person read on.
public struct SoundLeftOver: Sendable, Equatable {
    /// Answers in it, understood or not.
    public var answers: Int
    /// How much of the recording the test took.
    public var heard: Duration
    /// How long the recording is.
    public var whole: Duration

    /// So many answers after so much of a recording.
    public init(answers: Int, heard: Duration, whole: Duration) {
        self.answers = answers
        self.heard = heard
        self.whole = whole
    }

    /// In words for a person: "the test heard 21 of 103 s; 24 answers came after it".
    public var words: String {
        func seconds(_ duration: Duration) -> Int { Int((duration / .seconds(1)).rounded()) }
        let answers = answers == 1 ? "1 answer" : "\(answers) answers"
        return "the test heard \(seconds(heard)) of \(seconds(whole)) s; \(answers) came after it"
    }
}
