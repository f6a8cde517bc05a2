package import Acuity

/// The estimate as a record keeps it: its figures, or only why they are withheld.
///
/// ```swift
/// record.estimate?.ifReliable?.words  // "0.33, with 95 % between 0.26 and 0.39, from 50 letters"
/// ```
package enum RecordedEstimate: Sendable, Equatable {
    /// The figures, from at least one letter. No flag withholds them.
    case measured(AcuityEstimate)
    /// No figures: a flag withholds them, or no letter was understood (`letters` is 0).
    case withheld(letters: Int, flags: [EstimateFlag])

    /// The form of an estimate in a record: without figures unless it is reliable.
    package init(_ estimate: AcuityEstimate) {
        self =
            estimate.ifReliable.map { .measured($0) }
            ?? .withheld(letters: estimate.letters, flags: estimate.flags)
    }

    /// The figures; nil if they are withheld.
    package var ifReliable: AcuityEstimate? {
        guard case .measured(let estimate) = self else { return nil }
        return estimate
    }

    /// Letters that were taken as evidence.
    package var letters: Int {
        switch self {
        case .measured(let estimate): estimate.letters
        case .withheld(let letters, _): letters
        }
    }

    /// Warnings for a reader of the estimate.
    package var flags: [EstimateFlag] {
        switch self {
        case .measured(let estimate): estimate.flags
        case .withheld(_, let flags): flags
        }
    }

    /// Whether no flag withholds the score.
    package var isReliable: Bool { !flags.contains(where: \.withholdsScore) }
}

extension RecordedEstimate: Codable {
    private enum CodingKeys: String, CodingKey {
        case mean, median, interval95, intervalOpen, letters, flags
        // For readers of the JSON: the mean, or null if an end of the interval is open.
        case logMAR
    }

    /// An end of the interval that the answers leave open.
    private enum OpenEnd: String, Codable { case below, above }

    /// Writes the estimate, sizes in logMAR. One that is withheld has letters and flags, and null as
    /// `logMAR` and `interval95`.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        let figures = ifReliable
        try members.encode(figures?.figure, forKey: .logMAR)
        try members.encodeIfPresent(figures?.logMAR, forKey: .mean)
        try members.encodeIfPresent(figures?.median, forKey: .median)
        try members.encode(
            (figures?.interval95).map { [$0.lowerBound, $0.upperBound] }, forKey: .interval95)
        let open: [OpenEnd] =
            (figures?.isOpenBelow == true ? [.below] : [])
            + (figures?.isOpenAbove == true ? [.above] : [])
        try members.encode(open, forKey: .intervalOpen)
        try members.encode(letters, forKey: .letters)
        try members.encode(flags, forKey: .flags)
    }

    /// Reads an estimate.
    ///
    /// - Throws: `EventFault` if the interval does not have two ends, the lower one first;
    ///   `DecodingError` if a key is missing.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let letters = try members.decode(Int.self, forKey: .letters)
        let flags = try members.decode([EstimateFlag].self, forKey: .flags)
        guard let ends = try members.decodeIfPresent([LogMAR].self, forKey: .interval95) else {
            self = .withheld(letters: letters, flags: flags)
            return
        }
        guard ends.count == 2, ends[0] <= ends[1] else {
            throw EventFault(reason: "an estimate without the two ends of its interval")
        }
        let open = try members.decode([OpenEnd].self, forKey: .intervalOpen)
        self.init(
            AcuityEstimate(
                logMAR: try members.decode(LogMAR.self, forKey: .mean),
                median: try members.decode(LogMAR.self, forKey: .median),
                interval95: ends[0]...ends[1], letters: letters,
                isOpenBelow: open.contains(.below), isOpenAbove: open.contains(.above),
                flags: flags))
    }
}
