internal import Acuity

extension TestRecord: Codable {
    /// Writes the record as the `result` event, with numbers that were not measured as null.
    package func encode(to encoder: any Encoder) throws { try Form(self).encode(to: encoder) }

    /// Reads a `result` event.
    ///
    /// The responses are those of the finished lines, without how they were heard; of an estimate
    /// that was withheld only the flags are known.
    package init(from decoder: any Decoder) throws {
        let form = try Form(from: decoder)
        if let version = form.version, version > Form.currentVersion {
            throw EventFault(
                reason:
                    "a result of version \(version) by a newer Aloud; this one reads versions up to"
                    + " \(Form.currentVersion)")
        }
        let end = form.testEnd
        var finish: ProcedureEnd?
        if case .finished(let how) = end { finish = how }
        self.init(
            setup: form.setup,
            score: AcuityScore(
                logMAR: form.logMAR.map { LogMAR($0) }, lettersRight: form.lettersRight ?? 0,
                lettersCredited: form.lettersCredited ?? 0,
                lines: try (form.lines ?? []).map { try $0.answered(showing: form.shown) },
                end: finish, remarks: form.remarks ?? []),
            lettersAskedAgain: form.lettersAskedAgain ?? 0, duration: .seconds(form.seconds ?? 0),
            end: end, overrides: form.overrides ?? 0, soundsMissing: form.soundsMissing ?? 0,
            estimate: form.acuityEstimate, leftOver: form.soundLeftOver?.leftOver)
    }

    /// The record with the keys of its JSON. Files of other versions may lack any but the eye.
    fileprivate struct Form: Codable {
        /// The version of the events and their result: 2 would be one that older programs misread.
        static let currentVersion = 1

        var event = "result"
        /// nil in files from before there were versions.
        var version: Int? = Form.currentVersion
        var eye: Eye
        var distance: Double?
        @OrNull var chart: String?
        @OrNull var seed: Int?
        var procedure: String?
        var optotypes: OptotypeSet?
        var stopRule: StopRule?
        var oneMetre: Bool?
        var mostLetters: Int?
        var intervalAsked: Double?
        var hearing: String?
        var misheard: Double?
        var profile: TestSetup.ProfileInUse?
        var calibrated: Bool?
        var sizesShown: [Double]?
        var time: String?
        var sitting: Int?
        var viewing: ViewingDistance?
        @OrNull var logMAR: Double?
        @OrNull var letterScore: Int?
        @OrNull var snellen: String?
        @OrNull var snellenMetres: String?
        @OrNull var decimal: String?
        @OrNull var notation: String?
        var orBetter: Bool?
        var lettersRight: Int?
        var lettersCredited: Int?
        var lettersAskedAgain: Int?
        var remarks: [AcuityRemark]?
        var withheld: String?
        @OrNull var estimate: Double?
        @OrNull var interval95: [Double]?
        var intervalOpen: [OpenEnd]?
        var lettersUsed: Int?
        var flags: [EstimateFlag]?
        var seconds: Double?
        var complete: Bool?
        var ended: String?
        var reason: String?
        var overrides: Int?
        var soundsMissing: Int?
        var soundLeftOver: LeftOverForm?
        var lines: [LineForm]?
    }

    /// An end of the interval that the answers leave open.
    fileprivate enum OpenEnd: String, Codable { case below, above }

    fileprivate struct LeftOverForm: Codable {
        var answers: Int
        var heard: Double
        var seconds: Double

        var leftOver: SoundLeftOver {
            SoundLeftOver(answers: answers, heard: .seconds(heard), whole: .seconds(seconds))
        }
    }

    fileprivate struct LineForm: Codable {
        var line: Int
        var logMAR: Double
        var sizes: [Double]?
        var letters: String
        var answers: [String?]
        /// Positions that were never understood.
        var open: [Int]?
        var right: Int?
        /// Whether it is a letter instead of one that was never understood; else nil.
        var fresh: Bool?
    }
}

extension TestRecord.Form {
    init(_ record: TestRecord) {
        let (setup, score) = (record.setup, record.score)
        let reliable = record.estimate?.ifReliable
        eye = setup.eye
        distance = rounded(setup.distance.metres)
        chart = setup.chart?.rawValue
        // A seed beyond Int's range cannot be written as an integer; none is ever drawn there.
        seed = setup.seed.flatMap { Int(exactly: $0) }
        procedure = setup.procedure ?? ProcedureChoice.etdrs.rawValue
        optotypes = setup.optotypes
        stopRule = setup.stopRule
        oneMetre = setup.goesOnAtOneMetre ? true : nil
        mostLetters = setup.mostLetters
        intervalAsked = rounded(setup.intervalAsked, places: 6)
        hearing = setup.hearing?.name
        misheard = rounded(setup.hearing?.misheard)
        profile = setup.profile
        calibrated = setup.isCalibrated
        sizesShown =
            setup.range == .all
            ? nil
            : [setup.range.smallest, setup.range.largest].compactMap {
                rounded($0.value, places: 6)
            }
        time = setup.time
        sitting = setup.sitting
        viewing = setup.viewing
        logMAR = rounded(score.logMAR?.value, places: 6)
        letterScore = score.letterScore
        snellen = score.line?.feet
        snellenMetres = score.line?.metres
        decimal = score.line?.decimal
        notation = score.notation?.description
        orBetter = score.isBound
        lettersRight = score.lettersRight
        lettersCredited = score.lettersCredited
        lettersAskedAgain = record.lettersAskedAgain
        remarks = score.remarks
        withheld = record.withheld?.rawValue
        estimate = rounded(reliable?.figure?.value)
        interval95 = reliable.map {
            [$0.interval95.lowerBound, $0.interval95.upperBound].compactMap { rounded($0.value) }
        }
        intervalOpen =
            (reliable?.isOpenBelow == true ? [.below] : [])
            + (reliable?.isOpenAbove == true ? [.above] : [])
        lettersUsed = record.estimate?.letters ?? 0
        flags = record.estimate?.flags ?? []
        seconds = rounded(record.duration / .seconds(1))
        complete = record.isComplete
        ended = record.end.name
        if case .failed(let why) = record.end { reason = why }
        overrides = record.overrides > 0 ? record.overrides : nil
        soundsMissing = record.soundsMissing > 0 ? record.soundsMissing : nil
        soundLeftOver = record.leftOver.map {
            TestRecord.LeftOverForm(
                answers: $0.answers, heard: rounded($0.heard / .seconds(1)) ?? 0,
                seconds: rounded($0.whole / .seconds(1)) ?? 0)
        }
        lines = score.lines.map { TestRecord.LineForm($0) }
    }

    /// The optotype set of the letters.
    fileprivate var shown: OptotypeSet {
        optotypes ?? procedure.flatMap { ProcedureChoice(rawValue: $0)?.optotypes } ?? .sloan
    }

    fileprivate var setup: TestSetup {
        var setup = TestSetup(
            eye: eye,
            distance: distance.flatMap { try? Distance(metres: $0) } ?? .fourMetres,
            chart: chart.flatMap { ChartName(named: $0) },
            seed: seed.map { UInt64(clamping: $0) },
            procedure: procedure == ProcedureChoice.etdrs.rawValue ? nil : procedure,
            optotypes: optotypes, isCalibrated: calibrated, stopRule: stopRule,
            goesOnAtOneMetre: oneMetre ?? false)
        if let sizesShown, sizesShown.count == 2 {
            setup.range = SizeRange(
                largest: LogMAR(sizesShown[1]), smallest: LogMAR(sizesShown[0]))
        }
        setup.hearing = hearing.map { .init(name: $0, misheard: misheard ?? 0) }
        setup.profile = profile
        setup.mostLetters = mostLetters
        setup.intervalAsked = intervalAsked
        setup.time = time
        setup.sitting = sitting
        setup.viewing = viewing
        return setup
    }

    fileprivate var testEnd: TestEnd {
        guard let ended else { return complete == true ? .finished(.stopRuleMet) : .answersEnded }
        return TestEnd(named: ended, reason: reason)
    }

    /// The estimate. One that was withheld is taken for an interval without ends.
    fileprivate var acuityEstimate: AcuityEstimate? {
        let ends = (interval95 ?? []).map { LogMAR($0) }
        let flags = flags ?? []
        guard let low = ends.min(), let high = ends.max() else {
            guard let lettersUsed, lettersUsed > 0 || !flags.isEmpty else { return nil }
            return AcuityEstimate(
                logMAR: LogMAR(0), median: LogMAR(0),
                interval95: SizeRange.all.smallest...SizeRange.all.largest, letters: lettersUsed,
                isOpenBelow: true, isOpenAbove: true, flags: flags)
        }
        let mean = LogMAR(estimate ?? (low.value + high.value) / 2)
        return AcuityEstimate(
            logMAR: mean, median: mean, interval95: low...high, letters: lettersUsed ?? 1,
            isOpenBelow: intervalOpen?.contains(.below) ?? false,
            isOpenAbove: intervalOpen?.contains(.above) ?? false, flags: flags)
    }
}

extension TestRecord.LineForm {
    fileprivate init(_ answered: AnsweredPresentation) {
        let shown = answered.presentation
        line = shown.line
        logMAR = rounded(shown.meanSize.value, places: 6) ?? 0
        sizes =
            shown.isOfOneSize ? nil : shown.sizes.compactMap { rounded($0.value, places: 6) }
        letters = shown.letters.text
        answers = answered.responses.map { $0?.letter?.description }
        let unread = answered.responses.indices.filter { answered.responses[$0] == nil }
        open = unread.isEmpty ? nil : unread
        right = answered.right
        fresh = shown.isFresh ? true : nil
    }

    /// The line with its responses.
    ///
    /// - Throws: `EventFault`.
    fileprivate func answered(showing optotypes: OptotypeSet) throws -> AnsweredPresentation {
        let shown = try Presentation(
            line: line, letters: letters, size: logMAR, sizes: sizes, optotypes: optotypes,
            isFresh: fresh ?? false)
        let responses = try answers.enumerated().map { position, text -> Answer in
            guard let text else {
                return open?.contains(position) == true ? .unclear : Answer(.missed)
            }
            return Answer(.named(try Letter(recorded: text)))
        }
        guard let answered = try? AnsweredPresentation(shown, responses) else {
            throw EventFault(reason: "a line with other than one answer for each letter")
        }
        return answered
    }
}
