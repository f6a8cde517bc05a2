internal import Acuity

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
