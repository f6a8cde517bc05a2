internal import Acuity
internal import Contrast
internal import Foundation
internal import Platform
internal import RecordExports
internal import RecordStore
internal import Records

/// A version of a test as ORU^R01 of HL7 v2.5.1: a message for the person, and one for each person
/// who had the test before, to withdraw it.
struct ResultMessage {
    let test: DeliveredTest
    let peer: Peer

    private typealias Segment = HL7Message.Segment
    private var stored: StoredTest { test.test.test }

    /// The messages, in the order in which they are to be sent.
    ///
    /// - Throws: `PeerRefusal`.
    func messages() throws(PeerRefusal) -> [HL7Message] {
        guard let authority = peer.settings.patientSystem else {
            throw PeerRefusal(reason: "the peer has no '--patient-system'.")
        }
        let (person, number) = try test.test.person.numbered()
        var messages: [HL7Message] = []
        for (index, former) in test.formerPeople.enumerated() {
            guard let number = former.id else { continue }
            let theirs = test.test.former.last { $0.test.person == former.key }?.test
            messages.append(
                message(
                    "\(index)", pid(former, number, authority), theirs?.circumstances.order,
                    status: "W", content: [remark()]))
        }
        // Table 0085; an interrupted test is preliminary.
        let status =
            switch stored.state {
            case .voided: "D"
            case .interrupted where !stored.isAmended: "P"
            default: stored.isAmended ? "C" : "F"
            }
        messages.append(
            message(
                "result", pid(person, number, authority), stored.circumstances.order,
                status: status,
                content: stored.state == .voided ? [remark()] : observations()))
        return messages
    }

    /// The control identifier of a part: 20 digits by FNV-1a of 128 bits. A message that is sent
    /// again has the same one.
    private func control(_ part: String) -> String {
        var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
        for byte in "\(peer.name) \(stored.id.text) \(stored.version) \(part)".utf8 {
            hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
        }
        let digits = String(hash, radix: 16, uppercase: true)
        return String((String(repeating: "0", count: 32) + digits).suffix(20))
    }

    /// Whether contrast was measured. Such a result must not be sent as an acuity.
    private var isOfContrast: Bool { stored.record.setup.quantity == .contrast }

    private var filler: String { stored.id.text.replacing("-", with: "") + "^ALOUD" }

    private func message(
        _ part: String, _ pid: Segment, _ order: Order?, status: String,
        content: [[Int: String]]
    ) -> HL7Message {
        let receiver = (peer.settings.receiver ?? "").split(
            separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
        let lane = HL7Message.escaped(stored.circumstances.lane ?? "")
        let start = Self.time(stored.began)
        let msh = Segment(
            "MSH",
            [
                2: "^~\\&", 3: "ALOUD", 4: lane, 5: receiver.first.map(String.init),
                6: receiver.count > 1 ? String(receiver[1]) : nil, 7: Self.time(test.issued),
                9: "ORU^R01^ORU_R01", 10: control(part), 11: peer.settings.processing ?? "P",
                12: "2.5.1", 15: "AL", 16: "NE", 18: peer.settings.characters ?? "UNICODE UTF-8",
            ])
        let placer = order?.placer.map(HL7Message.returned)
        let physician = order?.physician.map(HL7Message.returned)
        let orc = Segment("ORC", [1: "RE", 2: placer, 3: filler, 12: physician])
        let obr = Segment(
            "OBR",
            [
                1: "1", 2: placer, 3: filler,
                4: isOfContrast
                    ? code("CONTRAST", "Letter contrast") : "98497-1^Visual acuity panel^LN",
                7: start, 8: Self.time(stored.end ?? stored.began), 16: physician,
                18: order?.accession.map(HL7Message.escaped), 22: Self.time(test.issued),
                24: "OTH", 25: status,
            ])
        let examiner = stored.circumstances.examiner.map { "^" + HL7Message.escaped($0) }
        let obx = content.enumerated().map { index, fields in
            var fields: [Int: String?] = fields
            fields[1] = "\(index + 1)"
            fields[4] = "1"
            if fields[11] == nil { fields[11] = status }
            fields[14] = start
            fields[16] = examiner
            fields[18] = lane.isEmpty ? nil : lane + "^ALOUD"
            return Segment("OBX", fields)
        }
        return HL7Message([msh, pid, Segment("PV1", [1: "1", 2: "O"]), orc, obr] + obx)
    }

    private func pid(_ person: Person, _ number: String, _ authority: String) -> Segment {
        let name = person.name.map { PersonName($0).text }?.split(
            separator: "^", omittingEmptySubsequences: false
        ).map { HL7Message.escaped(String($0)) }.joined(separator: "^")
        return Segment(
            "PID",
            [
                1: "1",
                3: "\(HL7Message.escaped(number))^^^\(authority)^MR", 5: name ?? "^",
                7: person.birthDate?.description.replacing("-", with: ""),
            ])
    }

    /// The remark on a test that is void or was kept with the wrong person.
    private func remark() -> [Int: String] {
        let moved =
            stored.state == .voided
            ? "This test was declared a mistake." : "This test was kept with the wrong person."
        return [2: "TX", 3: code("NOTE", "Note"), 5: moved]
    }

    private func code(_ name: String, _ words: String) -> String { "VA-\(name)^\(words)^99ALOUD" }

    private var eye: (code: String, words: String) {
        switch stored.eye {
        case .right: ("OD", "right")
        case .left: ("OS", "left")
        case .both: ("OU", "both eyes")
        }
    }

    /// The OBX fields of a value of the tested eye.
    private func figure(
        _ type: String, _ name: String, _ words: String, _ value: String, unit: String? = nil
    ) -> [Int: String] {
        let eye = eye
        var fields = [2: type, 3: code("\(name)-\(eye.code)", "\(words) \(eye.words)"), 5: value]
        if let unit { fields[6] = unit }
        return fields
    }

    /// The OBX fields of an outcome in words, for a test without a value.
    private func noFigure(_ name: String, _ words: String) -> [Int: String] {
        var fields = figure("TX", name, words, HL7Message.escaped(stored.outcome))
        fields[11] = "X"
        return fields
    }

    private func acuity() -> [[Int: String]] {
        var found: [[Int: String]] = []
        func add(
            _ type: String, _ name: String, _ words: String, _ value: String, unit: String? = nil
        ) {
            found.append(figure(type, name, words, value, unit: unit))
        }
        if let (logMAR, bound) = test.test.acuity {
            let number = String(format: "%.2f", logMAR.value)
            let unit = "logMAR^logMAR^99ALOUD"
            switch bound {
            case .exact: add("NM", "LOGMAR", "Visual acuity, logMAR,", number, unit: unit)
            case .orBetter:
                add("SN", "LOGMAR", "Visual acuity, logMAR,", "<=^\(number)", unit: unit)
            case .worse: add("SN", "LOGMAR", "Visual acuity, logMAR,", ">^\(number)", unit: unit)
            }
            if bound == .exact, let code = loinc {
                found.append([
                    2: "NM", 3: code, 5: String(format: "%.3f", logMAR.decimal), 6: "1^^UCUM",
                ])
            }
            if bound != .worse, let feet = test.test.line?.feet {
                let parts = feet.split(separator: "/")
                if parts.count == 2 {
                    add("SN", "SNELLEN", "Snellen fraction", "^\(parts[0])^/^\(parts[1])")
                }
            }
        } else {
            found.append(noFigure("LOGMAR", "Visual acuity"))
        }
        if let letters = stored.record.score.letterScore {
            add("NM", "LETTERS", "ETDRS letters", "\(letters)", unit: "{letters}^letters^99ALOUD")
        }
        // An open end has no number: ">^0.980".
        let ends =
            switch (test.test.low?.value, test.test.high?.value) {
            case (let low?, let high?): String(format: "%.3f^-^%.3f", low, high)
            case (let low?, nil): String(format: ">^%.3f", low)
            case (nil, let high?): String(format: "<^%.3f", high)
            case (nil, nil): ""
            }
        if !ends.isEmpty {
            add(
                "SN", "INTERVAL95", "95 % interval, logMAR,", ends, unit: "logMAR^logMAR^99ALOUD")
        }
        return found
    }

    /// The result of a test of contrast, which no code of LOINC fits.
    private func contrast() -> [[Int: String]] {
        let result = stored.record.contrast
        if let letters = result?.lettersRight {
            return [
                figure(
                    "NM", "FAINT-LETTERS", "Letters right at low contrast", "\(letters)",
                    unit: "{letters}^letters^99ALOUD")
            ]
        }
        // A count that is withheld has the code of the count, which it replaces in a correction.
        guard stored.record.setup.contrast?.letters == nil else {
            return [noFigure("FAINT-LETTERS", "Letters right at low contrast")]
        }
        guard let result, let (logCS, bound) = test.test.contrastSensitivity else {
            return [noFigure("LOGCS", "Letter contrast sensitivity")]
        }
        let number = String(format: "%.2f", logCS.value)
        let unit = "logCS^logCS^99ALOUD"
        let words = "Letter contrast sensitivity, logCS,"
        var found: [[Int: String]] = []
        switch bound {
        case .exact: found.append(figure("NM", "LOGCS", words, number, unit: unit))
        case .orBetter: found.append(figure("SN", "LOGCS", words, ">=^\(number)", unit: unit))
        case .worse: found.append(figure("SN", "LOGCS", words, "<^\(number)", unit: unit))
        }
        if let interval = result.interval95 {
            let (low, high) = (interval.lowerBound.value, interval.upperBound.value)
            found.append(
                figure(
                    "SN", "LOGCS-INTERVAL95", "95 % interval, logCS,",
                    String(format: "%.3f^-^%.3f", low, high), unit: unit))
        }
        return found
    }

    private func observations() -> [[Int: String]] {
        var found = isOfContrast ? contrast() : acuity()
        func add(
            _ type: String, _ name: String, _ words: String, _ value: String, unit: String? = nil
        ) {
            found.append(figure(type, name, words, value, unit: unit))
        }
        if isOfContrast, let setup = stored.record.setup.contrast {
            for note in [ContrastSetup.ownNorms, setup.words] {
                add("TX", "NOTE", "Note", HL7Message.escaped(note))
            }
        }
        if let correction = stored.circumstances.correction {
            add(
                "CE", "CORRECTION", "Correction",
                "\(correction.rawValue)^\(correction.words)^99ALOUD")
        }
        add(
            "NM", "DISTANCE", "Distance",
            String(format: "%.3f", stored.record.setup.distance.metres), unit: "m^^UCUM")
        let interrupted =
            stored.state == .interrupted
            ? ["The test was interrupted; the result is rebuilt from its events."] : []
        for warning in test.test.warnings + stored.record.score.remarks.map(\.words) + interrupted {
            add("TX", "NOTE", "Note", HL7Message.escaped(warning))
        }
        return found
    }

    /// LOINC's code of an eye without correction; nil for any other test. LOINC's codes of "best
    /// corrected" claim a refraction, and no code for a pinhole is known.
    private var loinc: String? {
        guard stored.circumstances.correction == Correction.none else { return nil }
        switch stored.eye {
        case .right: return "98499-7^Visual acuity uncorrected Right eye^LN"
        case .left: return "98498-9^Visual acuity uncorrected Left eye^LN"
        case .both: return nil
        }
    }

    /// A time with its zone: "20261128091500+0100".
    static func time(_ moment: Moment) -> String {
        let digits = moment.description.filter(\.isNumber).prefix(14)
        let minutes = abs(moment.offsetMinutes)
        return digits + (moment.offsetMinutes < 0 ? "-" : "+")
            + String(format: "%02d%02d", minutes / 60, minutes % 60)
    }
}
