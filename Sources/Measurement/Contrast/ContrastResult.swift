package import Acuity

/// The result of a test of contrast, computed from all letters shown and all answers.
package struct ContrastResult: Sendable, Equatable {
    /// The quantity of a result.
    package enum Quantity: String, Sendable, Codable {
        /// The contrast sensitivity, logCS.
        case sensitivity
        /// Letters right of a chart of faint letters.
        case lowContrastAcuity
    }

    /// The quantity.
    package var quantity: Quantity
    /// The contrast sensitivity: the score of a chart by its rule, or the estimate of the adaptive
    /// test. Nil if it is not known, or if low-contrast acuity was measured.
    package var logCS: LogCS?
    /// The contrast of the darkest letters, if too few of them were read for a figure: the contrast
    /// sensitivity is worse. Nil for every other result.
    package var worseThan: LogCS?
    /// The 95 % interval of the contrast sensitivity; nil if an end is open, nothing is known, or the
    /// contrast sensitivity is only known to be worse than a figure.
    package var interval95: ClosedRange<LogCS>?
    /// Whether the eye may see fainter letters than the screen can show, so that `logCS` is a bound.
    package var isBound: Bool
    /// Letters of a low-contrast chart named rightly, credited ones included; nil for logCS, and if
    /// letters stayed open or larger ones are needed.
    package var lettersRight: Int?
    /// The smallest faint letters that are read, logMAR; nil for logCS. It is not an acuity.
    package var faintLogMAR: LogMAR?
    /// Number of letters taken as evidence.
    package var letters: Int
    /// Warnings for a reader of the result.
    package var flags: [EstimateFlag]

    /// Sets each property from the parameter of its name.
    package init(
        quantity: Quantity, logCS: LogCS?, worseThan: LogCS? = nil,
        interval95: ClosedRange<LogCS>?, isBound: Bool = false, lettersRight: Int? = nil,
        faintLogMAR: LogMAR? = nil, letters: Int, flags: [EstimateFlag] = []
    ) {
        self.quantity = quantity
        self.logCS = logCS
        self.worseThan = worseThan
        self.interval95 = interval95
        self.isBound = isBound
        self.lettersRight = lettersRight
        self.faintLogMAR = faintLogMAR
        self.letters = letters
        self.flags = flags
    }

    /// The result of a test.
    ///
    /// - Parameters:
    ///   - choice: a procedure of contrast.
    ///   - procedure: the procedure after the answers.
    ///   - hearing: how letters are heard.
    ///   - isLeftOver: whether a recording continues after the test, which withholds the result.
    package init(
        of choice: ProcedureChoice, _ procedure: any AcuityProcedure,
        hearing: RecognitionErrorModel, isLeftOver: Bool = false
    ) {
        let read =
            choice == .pelliRobson ? procedure.read.map(\.countingRoundLetters) : procedure.read
        var posterior = AcuityPosterior(hearing: hearing, prior: procedure.prior)
        for answered in read { posterior.take(answered) }
        let score = procedure.score
        var estimate = procedure.estimate(hearing: hearing)
        if isLeftOver { estimate = estimate.adding(.soundLeftOver) }
        letters = estimate.letters
        flags = estimate.flags
        let isUsable = estimate.isReliable && letters > 0
        let isWhole = isUsable && score.isComplete
        guard choice.lowContrast == nil else {
            quantity = .lowContrastAcuity
            logCS = nil
            worseThan = nil
            interval95 = nil
            isBound = false
            // Open letters, and those of larger lines that do not fit, may have been readable.
            let isCounted =
                isWhole && !score.remarks.contains(.lettersLeftOpen)
                && score.end != .largerLettersNeeded
            lettersRight = isCounted ? score.lettersRight + score.lettersCredited : nil
            // The estimate stays, as with acuity.
            faintLogMAR = isWhole ? estimate.figure : nil
            return
        }
        quantity = .sensitivity
        lettersRight = nil
        faintLogMAR = nil
        let ends = posterior.quantiles([0.025, 0.975])
        let isOpen = posterior.isOpenBelow || posterior.isOpenAbove
        let floor = LogCS(level: procedure.sizes.lowerBound)
        let rule: ContrastChart.Kind? =
            switch choice {
            case .pelliRobson: .pelliRobson
            case .mars: .mars
            default: nil
            }
        let found: LogCS? =
            rule.map { ContrastChart.score(of: procedure.read, $0) }
            ?? LogCS(level: posterior.mean)
        // Letters stronger than the darkest ones cannot be shown, so a figure below them would say
        // that they were read.
        let darkest = max(LogCS(level: procedure.sizes.upperBound), LogCS(0))
        let isWorse = found.map { $0 < darkest } ?? false
        worseThan = isWhole && isWorse ? darkest : nil
        // An interval around the darkest letters would contradict "worse than" them.
        interval95 =
            isUsable && !isOpen && worseThan == nil
            ? LogCS(level: ends[1])...LogCS(level: ends[0]) : nil
        let isKnown = isWhole && !isWorse && (rule != nil || !posterior.isOpenAbove)
        let figure = isKnown ? found : nil
        isBound = figure != nil && (posterior.isOpenBelow || LogCS(level: posterior.mean) > floor)
        logCS = figure.map { isBound ? min($0, floor) : $0 }
    }

    /// Whether no flag withholds the result.
    package var isReliable: Bool { !flags.contains(where: \.withholdsScore) }

    /// The result in a word or two, for a person: "logCS 1.55", "logCS 2.25 or better", "32
    /// letters"; nil if nothing was measured.
    package var headline: String? {
        if let logCS { return "logCS \(logCS)" + (isBound ? " or better" : "") }
        return lettersRight.map { $0 == 1 ? "1 letter" : "\($0) letters" }
    }

    /// The result of an eye that hardly reads the darkest letters: "worse than logCS 0.00"; nil for
    /// every other result.
    package var worse: String? { worseThan.map { "worse than logCS \($0)" } }

    /// The Weber contrast of the faintest letters that are read, percent: "2.8 %"; nil without one.
    package var percent: String? { logCS.map(Self.percent) }

    /// A contrast in percent, with two significant digits.
    package static func percent(_ logCS: LogCS) -> String {
        let value = logCS.contrast * 100
        let scale = value >= 10 ? 1.0 : value >= 1 ? 10 : 100
        let rounded = (value * scale).rounded() / scale
        return (scale == 1 ? "\(Int(rounded))" : "\(rounded)") + " %"
    }

    /// The result with its interval in words: "logCS 1.55, 2.8 %, with 95 % between 1.45 and 1.65,
    /// from 30 letters".
    package var words: String {
        guard let headline else { return worse.map { $0 + Self.darkestShown } ?? "not measured" }
        var parts = [headline]
        if let percent { parts.append(percent) }
        if let interval95, !isBound {
            parts.append(
                "with 95 % between \(interval95.lowerBound) and \(interval95.upperBound)")
        }
        if let faintLogMAR { parts.append("smallest faint letters logMAR \(faintLogMAR)") }
        if logCS != nil { parts.append("from \(letters) letters") }
        return parts.joined(separator: ", ")
    }

    private static let darkestShown = ", the darkest letters shown"

    /// The reason that there is no result, in words for a person; nil if there is one.
    package var whyNot: String? {
        if headline != nil { return nil }
        if let worseThan { return "Worse than logCS \(worseThan)\(Self.darkestShown)." }
        if let flag = flags.first(where: \.withholdsScore) {
            return flag == .tooManyUnclear || flag == .soundLeftOver
                ? flag.words(areTyped: false)
                : "No result: the answers were no better than guessing, or not plausible. Make sure"
                    + " that the person can see the screen, then test again."
        }
        return letters == 0
            ? "Not measured: too little was understood."
            : "Not measured: the test was not finished."
    }
}
