internal import Acuity
internal import Contrast

extension TestRecord {
    /// The report as lines of text for a person.
    package var text: String {
        guard !isMasked else {
            let complete = Self.row("Complete", isComplete ? "yes" : "no")
            return [setup.words, Self.row("Result", Self.whyMasked), complete, end.words]
                .joined(separator: "\n")
        }
        return ([setup.words] + (setup.quantity == .contrast ? faint : measured) + conduct + table)
            .joined(separator: "\n")
    }

    /// The result of a test of contrast.
    private var faint: [String] {
        let name = setup.contrast?.letters == nil ? "Contrast" : "Faint letters"
        return [
            Self.row(name, contrast?.headline == nil ? whyNotMeasured : contrast?.words ?? ""),
            Self.row("Note", ContrastSetup.ownNorms),
        ] + (setup.contrast.map { [Self.row("Greys", $0.words)] } ?? [])
    }

    private var measured: [String] {
        guard let logMAR = score.logMAR, let line = score.line, let notation = score.notation
        else { return [Self.row("Acuity", whyNotMeasured)] + estimated }
        let snellen = "\(line.feet), \(line.metres), decimal \(line.decimal)"
        return (score.isBound ? headline.map { [Self.row("Acuity", $0)] } ?? [] : []) + [
            Self.row("logMAR", "\(logMAR)\(orBetter)"),
            Self.row("Snellen", "\(snellen)\(orBetter)"),
            Self.row("By letters", "\(notation)\(orBetter)"),
        ] + (score.letterScore.map { [Self.row("ETDRS letters", "\($0)")] } ?? []) + estimated
    }

    /// The reason that there is no acuity, in words for a person.
    package var whyNotMeasured: String {
        if isMasked { return Self.whyMasked }
        if setup.quantity == .contrast {
            if let withheld { return "withheld: \(withheld.words)" }
            // A test that reached its own end was not cut short.
            let whyNot =
                score.isComplete && contrast?.worseThan == nil ? nil : contrast?.whyNot
            return whyNot.map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast() }
                ?? "not measured: too little was read"
        }
        if let withheld { return "withheld: \(withheld.words)" }
        if estimate?.letters == 0 { return "not measured: too little was understood" }
        if score.remarks.contains(.beyondLargestLine),
            let largest = score.lines.map(\.presentation.size).max()
        {
            return "worse than \(SnellenLine.nearest(to: largest)), the largest letters shown"
        }
        return "not measured: too little was read"
    }

    /// The reason that there is no acuity: "Withheld", for large type, and its sentence.
    package var whyNotInParts: (figure: String, reason: String) {
        let parts = whyNotMeasured.split(maxSplits: 1) { ":,".contains($0) }.map(\.asSentence)
        return (parts.first ?? "", parts.dropFirst().map { $0 + "." }.joined())
    }

    /// The outcome in a word or two: "20/40", "Withheld", "Stopped too early to say.".
    package var outcomeWords: String {
        if isMasked { return whyNotInParts.figure + (isComplete ? "" : ", not complete") }
        return outcome ?? (isComplete ? whyNotInParts.figure : "Stopped too early to say.")
    }

    /// The estimate, if it is reliable.
    private var estimated: [String] {
        (estimate?.ifReliable).map { [Self.row("Estimate", $0.words)] } ?? []
    }

    private var conduct: [String] {
        let credited = score.lettersCredited
        let credit = credited > 0 ? ", and \(credited) credited for larger lines" : ""
        return [
            Self.row("Letters right", "\(score.lettersRight)\(credit)"),
            Self.row("Asked again", "\(lettersAskedAgain)"),
            Self.row("Time", Self.words(duration)),
            Self.row("Complete", isComplete ? "yes" : "no"),
        ] + overridden + lost + left + screen + viewed + [end.words] + score.remarks.map(\.words)
            + remarksOnEstimate
    }

    /// The remarks on the estimate that the score does not have already.
    package var remarksOnEstimate: [String] {
        if let contrast {
            if contrast.flags.contains(where: \.withholdsScore) {
                return contrast.whyNot.map { [$0] } ?? []
            }
            return unclearWarning.map { [$0] } ?? []
        }
        return (estimate?.flags ?? []).filter { flag in
            switch flag {
            case .atFloor: !score.remarks.contains(.beyondLargestLine)
            case .atCeiling: !score.remarks.contains(.beyondSmallestLine)
            case .tooManyUnclear, .oftenUnclear, .guessingAtHugeSize, .guessingThroughout,
                .oftenGuessing, .impossiblePattern, .soundLeftOver:
                true
            }
        }.map { $0.words(areTyped: setup.areAnswersTyped) }
    }

    private var overridden: [String] {
        overrides > 0 ? [Self.row("Overridden", "\(overrides) by the operator")] : []
    }

    private var lost: [String] {
        guard soundsMissing > 0 else { return [] }
        let times = soundsMissing == 1 ? "once" : "\(soundsMissing) times"
        return [Self.row("Sound lost", times)]
    }

    private var left: [String] {
        leftOver.map { [Self.row("Left over", $0.words)] } ?? []
    }

    private var screen: [String] {
        guard setup.isCalibrated == false else { return [] }
        return [Self.row("Screen", "uncalibrated: letters may not have had their true size")]
    }

    private var viewed: [String] {
        setup.viewing.map { [Self.row("Distance", $0.words)] } ?? []
    }

    private var table: [String] {
        guard !score.lines.isEmpty else { return [] }
        let head = Self.columns("Line", "Shown", "Answered", "Right")
        return ["", head]
            + score.lines.map { answered in
                let shown = answered.presentation
                let name =
                    shown.contrasts.flatMap { $0.isMeasured ? $0.letters.max() : nil }
                    .map { "CS \($0)" } ?? SnellenLine.nearest(to: shown.size).feet
                return Self.columns(
                    shown.isFresh ? "fresh" : name,
                    shown.letters.map(shown.optotypes.sign(of:)).joined(),
                    answered.responses.map { Self.mark($0, among: shown.optotypes) }.joined(),
                    "\(answered.right) of \(shown.letters.count)")
            }
    }

    private static func mark(_ response: Response?, among optotypes: OptotypeSet) -> String {
        switch response {
        case .named(let letter): optotypes.sign(of: letter)
        case .missed: "-"
        case nil: "?"
        }
    }

    private static func row(_ name: String, _ value: String) -> String {
        "  " + name.padded(to: 15) + value
    }

    private static func columns(_ cells: String...) -> String {
        "  " + cells.dropLast().map { $0.padded(to: 10) }.joined() + (cells.last ?? "")
    }

    /// "1 min 23 s", "23 s".
    private static func words(_ duration: Duration) -> String {
        let seconds = Int((duration / .seconds(1)).rounded())
        return seconds < 60 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
    }
}

extension String {
    /// Padded with spaces, so that columns are aligned.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}

extension Substring {
    /// With a capital first letter and no leading spaces.
    fileprivate var asSentence: String {
        let text = drop { $0 == " " }
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
