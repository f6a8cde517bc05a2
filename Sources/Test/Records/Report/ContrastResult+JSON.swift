internal import Acuity
internal import Contrast

extension ContrastResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case quantity, logCS, worseThan, interval95, orBetter, lettersRight, faintLogMAR, letters
        case flags
        // For readers of the JSON; computed from the rest.
        case weberPercent
    }

    /// Writes the result, contrasts as logCS; figures are null where nothing was measured.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(quantity, forKey: .quantity)
        try members.encode(letters, forKey: .letters)
        try members.encode(flags, forKey: .flags)
        switch quantity {
        case .sensitivity:
            try members.encode(logCS?.value, forKey: .logCS)
            try members.encodeIfPresent(worseThan?.value, forKey: .worseThan)
            try members.encode(
                interval95.map { [$0.lowerBound.value, $0.upperBound.value] },
                forKey: .interval95)
            try members.encode(isBound, forKey: .orBetter)
            try members.encode(
                rounded(logCS.map { $0.contrast * 100 }, places: 3), forKey: .weberPercent)
        case .lowContrastAcuity:
            try members.encode(lettersRight, forKey: .lettersRight)
            try members.encode(faintLogMAR, forKey: .faintLogMAR)
        }
    }

    /// Reads a result.
    ///
    /// - Throws: `EventFault` if the interval does not have two ends, the lower one first;
    ///   `DecodingError` if a key is missing.
    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let ends = try members.decodeIfPresent([Double].self, forKey: .interval95)
        if let ends, ends.count != 2 || ends[0] > ends[1] {
            throw EventFault(reason: "a contrast without the two ends of its interval")
        }
        self.init(
            quantity: try members.decode(Quantity.self, forKey: .quantity),
            logCS: try members.decodeIfPresent(Double.self, forKey: .logCS).map { LogCS($0) },
            worseThan: try members.decodeIfPresent(Double.self, forKey: .worseThan).map {
                LogCS($0)
            },
            interval95: ends.map { LogCS($0[0])...LogCS($0[1]) },
            isBound: try members.decodeIfPresent(Bool.self, forKey: .orBetter) ?? false,
            lettersRight: try members.decodeIfPresent(Int.self, forKey: .lettersRight),
            faintLogMAR: try members.decodeIfPresent(LogMAR.self, forKey: .faintLogMAR),
            letters: try members.decode(Int.self, forKey: .letters),
            flags: try members.decode([EstimateFlag].self, forKey: .flags))
    }
}
