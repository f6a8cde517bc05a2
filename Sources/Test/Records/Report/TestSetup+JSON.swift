internal import Acuity
internal import Contrast

extension TestSetup: Codable {
    private enum CodingKeys: String, CodingKey {
        case eye, distance, chart, seed, procedure, optotypes, calibrated, sizesShown, stopRule
        case oneMetre, typed, hearing, profile, mostLetters, intervalAsked, time, sitting, viewing
        case contrast
    }

    /// Writes the setup: the distance in metres, sizes in logMAR, and "etdrs" as the procedure of a
    /// chart. A member that does not apply is left out; only `chart` and `seed` are null.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(eye, forKey: .eye)
        try members.encode(distance.metres, forKey: .distance)
        try members.encode(chart, forKey: .chart)
        try members.encode(seed, forKey: .seed)
        try members.encode(procedure ?? ProcedureChoice.etdrs.rawValue, forKey: .procedure)
        try members.encodeIfPresent(optotypes, forKey: .optotypes)
        try members.encodeIfPresent(isCalibrated, forKey: .calibrated)
        if range != .all {
            // JSON has no infinity: an end without a limit is null.
            let ends = [range.smallest, range.largest].map { $0.value.isFinite ? $0 : nil }
            try members.encode(ends, forKey: .sizesShown)
        }
        try members.encodeIfPresent(stopRule, forKey: .stopRule)
        try members.encode(goesOnAtOneMetre, forKey: .oneMetre)
        try members.encode(areAnswersTyped, forKey: .typed)
        try members.encodeIfPresent(hearing, forKey: .hearing)
        try members.encodeIfPresent(profile, forKey: .profile)
        try members.encodeIfPresent(mostLetters, forKey: .mostLetters)
        try members.encodeIfPresent(intervalAsked, forKey: .intervalAsked)
        try members.encodeIfPresent(time, forKey: .time)
        try members.encodeIfPresent(sitting, forKey: .sitting)
        try members.encodeIfPresent(viewing, forKey: .viewing)
        try members.encodeIfPresent(contrast, forKey: .contrast)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            eye: try members.decode(Eye.self, forKey: .eye),
            distance: try Distance(metres: try members.decode(Double.self, forKey: .distance)),
            chart: try members.decodeIfPresent(ChartName.self, forKey: .chart),
            seed: try members.decodeIfPresent(UInt64.self, forKey: .seed),
            procedure: try members.decode(String.self, forKey: .procedure),
            optotypes: try members.decodeIfPresent(OptotypeSet.self, forKey: .optotypes),
            isCalibrated: try members.decodeIfPresent(Bool.self, forKey: .calibrated),
            stopRule: try members.decodeIfPresent(StopRule.self, forKey: .stopRule),
            goesOnAtOneMetre: try members.decode(Bool.self, forKey: .oneMetre),
            areAnswersTyped: try members.decode(Bool.self, forKey: .typed))
        if let ends = try members.decodeIfPresent([LogMAR?].self, forKey: .sizesShown) {
            guard ends.count == 2 else {
                throw EventFault(reason: "a setup without its smallest and its largest size")
            }
            range = SizeRange(
                largest: ends[1] ?? SizeRange.all.largest,
                smallest: ends[0] ?? SizeRange.all.smallest)
        }
        hearing = try members.decodeIfPresent(HearingTold.self, forKey: .hearing)
        profile = try members.decodeIfPresent(ProfileInUse.self, forKey: .profile)
        mostLetters = try members.decodeIfPresent(Int.self, forKey: .mostLetters)
        intervalAsked = try members.decodeIfPresent(Double.self, forKey: .intervalAsked)
        time = try members.decodeIfPresent(String.self, forKey: .time)
        sitting = try members.decodeIfPresent(Int.self, forKey: .sitting)
        viewing = try members.decodeIfPresent(ViewingDistance.self, forKey: .viewing)
        contrast = try members.decodeIfPresent(ContrastSetup.self, forKey: .contrast)
    }
}
