package import Acuity

extension AcuityScore: Codable {
    private enum CodingKeys: String, CodingKey {
        case logMAR, lettersRight, lettersCredited, lines, end, remarks
        // For readers of the JSON; computed from the rest.
        case letterScore, snellen, snellenMetres, decimal, notation, orBetter
    }

    /// Writes the score; figures are null if there is no acuity.
    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(logMAR, forKey: .logMAR)
        try members.encode(lettersRight, forKey: .lettersRight)
        try members.encode(lettersCredited, forKey: .lettersCredited)
        try members.encode(lines, forKey: .lines)
        try members.encode(end, forKey: .end)
        try members.encode(remarks, forKey: .remarks)
        try members.encode(letterScore, forKey: .letterScore)
        try members.encode(line?.feet, forKey: .snellen)
        try members.encode(line?.metres, forKey: .snellenMetres)
        try members.encode(line?.decimal, forKey: .decimal)
        try members.encode(notation?.description, forKey: .notation)
        try members.encode(isBound, forKey: .orBetter)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            logMAR: try members.decodeIfPresent(LogMAR.self, forKey: .logMAR),
            lettersRight: try members.decode(Int.self, forKey: .lettersRight),
            lettersCredited: try members.decode(Int.self, forKey: .lettersCredited),
            lines: try members.decode([AnsweredPresentation].self, forKey: .lines),
            end: try members.decodeIfPresent(ProcedureEnd.self, forKey: .end),
            remarks: try members.decode([AcuityRemark].self, forKey: .remarks))
    }
}

extension AnsweredPresentation: Codable {
    private enum CodingKeys: String, CodingKey {
        case answers, open, confidence, unclear, latency
        // For readers of the JSON; computed from the rest.
        case right
    }

    /// Writes a finished line: the keys of the `present` event, and the answer to each letter, null
    /// for one that was not seen or, at the positions of `open`, was never understood.
    package func encode(to encoder: any Encoder) throws {
        try RecordedEvent.Shown(presentation).encode(to: encoder)
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(answers.map { $0.response?.letter?.description }, forKey: .answers)
        let open = answers.indices.filter { answers[$0].response == nil }
        try members.encodeIfPresent(open.isEmpty ? nil : open, forKey: .open)
        try members.encode(answers.map(\.confidence), forKey: .confidence)
        try members.encode(answers.map(\.unclearBefore), forKey: .unclear)
        let latencies = answers.map(\.latency)
        try members.encodeIfPresent(
            latencies.contains { $0 != nil } ? latencies : nil, forKey: .latency)
        try members.encode(right, forKey: .right)
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        let shown = try RecordedEvent.Shown(from: decoder).presentation()
        let letters = try members.decode([String?].self, forKey: .answers)
        let open = try members.decodeIfPresent([Int].self, forKey: .open) ?? []
        let confidence = try members.decode([Double].self, forKey: .confidence)
        let unclear = try members.decode([Int].self, forKey: .unclear)
        let count = shown.letters.count
        let latency =
            try members.decodeIfPresent([Int?].self, forKey: .latency)
            ?? Array(repeating: nil, count: count)
        let counts = [letters.count, confidence.count, unclear.count, latency.count]
        guard counts.allSatisfy({ $0 == count }) else {
            throw EventFault(reason: "a line with other than one answer for each letter")
        }
        let answers = try letters.indices.map { position in
            let response: Response? =
                if let letter = letters[position] {
                    .named(try Letter(recorded: letter))
                } else {
                    open.contains(position) ? nil : .missed
                }
            return Answer(
                response, confidence: confidence[position], unclearBefore: unclear[position],
                latency: latency[position])
        }
        try self.init(shown, answers)
    }
}
