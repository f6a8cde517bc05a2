internal import Acuity
internal import Contrast

extension TestRecord: Codable {
    /// The version of the events and their result; 2 would be one that this program misreads.
    private static let currentVersion = 1

    private enum CodingKeys: String, CodingKey {
        case event, version, setup, score, estimate, lettersAskedAgain, seconds, ended, reason
        case overrides, soundsMissing, soundLeftOver, contrast, masked
        // For readers of the JSON; computed from the rest.
        case complete, withheld, quantity
    }

    /// Writes the record as the `result` event.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode("result", forKey: .event)
        try members.encode(Self.currentVersion, forKey: .version)
        try members.encode(setup, forKey: .setup)
        try members.encode(score, forKey: .score)
        try members.encode(estimate, forKey: .estimate)
        try members.encode(lettersAskedAgain, forKey: .lettersAskedAgain)
        try members.encode(duration.recordedSeconds, forKey: .seconds)
        try members.encode(end.name, forKey: .ended)
        if case .failed(let why) = end { try members.encode(why, forKey: .reason) }
        try members.encode(overrides, forKey: .overrides)
        try members.encode(soundsMissing, forKey: .soundsMissing)
        try members.encodeIfPresent(leftOver, forKey: .soundLeftOver)
        if setup.quantity == .contrast {
            try members.encode(MeasuredQuantity.contrast, forKey: .quantity)
            try members.encodeIfPresent(contrast, forKey: .contrast)
        }
        if isMasked { try members.encode(true, forKey: .masked) }
        try members.encode(isComplete, forKey: .complete)
        try members.encodeIfPresent(withheld, forKey: .withheld)
    }

    /// Reads a `result` event.
    ///
    /// - Throws: `EventFault` for a result of a newer version; `DecodingError` if a key is missing.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let version = try members.decode(Int.self, forKey: .version)
        guard version <= Self.currentVersion else {
            throw EventFault(
                reason:
                    "a result of version \(version) by a newer Aloud; this one reads versions up to"
                    + " \(Self.currentVersion)")
        }
        self.init(
            setup: try members.decode(TestSetup.self, forKey: .setup),
            score: try members.decode(AcuityScore.self, forKey: .score),
            lettersAskedAgain: try members.decode(Int.self, forKey: .lettersAskedAgain),
            duration: Duration(
                recordedSeconds: try members.decode(Double.self, forKey: .seconds)),
            end: TestEnd(
                named: try members.decode(String.self, forKey: .ended),
                reason: try members.decodeIfPresent(String.self, forKey: .reason)),
            overrides: try members.decode(Int.self, forKey: .overrides),
            soundsMissing: try members.decode(Int.self, forKey: .soundsMissing),
            leftOver: try members.decodeIfPresent(SoundLeftOver.self, forKey: .soundLeftOver))
        estimate = try members.decodeIfPresent(RecordedEstimate.self, forKey: .estimate)
        contrast = try members.decodeIfPresent(ContrastResult.self, forKey: .contrast)
        isMasked = try members.decodeIfPresent(Bool.self, forKey: .masked) ?? false
    }
}

extension SoundLeftOver: Codable {
    private enum CodingKeys: String, CodingKey { case answers, heard, seconds }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(answers, forKey: .answers)
        try members.encode(heard.recordedSeconds, forKey: .heard)
        try members.encode(whole.recordedSeconds, forKey: .seconds)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            answers: try members.decode(Int.self, forKey: .answers),
            heard: Duration(recordedSeconds: try members.decode(Double.self, forKey: .heard)),
            whole: Duration(recordedSeconds: try members.decode(Double.self, forKey: .seconds)))
    }
}

extension Duration {
    /// The nearest whole number of milliseconds, as records keep durations.
    var inMilliseconds: Duration { Duration(recordedSeconds: self / .seconds(1)) }

    /// The duration in seconds; exact for whole milliseconds.
    fileprivate var recordedSeconds: Double { (self / .milliseconds(1)).rounded() / 1_000 }

    /// The nearest whole number of milliseconds; zero if it is not a number, and at most 2^53 ms.
    fileprivate init(recordedSeconds seconds: Double) {
        let most = 0x1p53
        let milliseconds = (seconds * 1_000).rounded()
        self = .milliseconds(
            milliseconds.isNaN ? 0 : Int64(min(max(milliseconds, -most), most)))
    }
}
