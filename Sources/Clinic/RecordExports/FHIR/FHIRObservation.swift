internal import Acuity
internal import Contrast
internal import RecordStore
internal import Records
internal import Trials

/// A test as an Observation of FHIR R4.
struct FHIRObservation {
    let test: ExportedTest
    /// The addresses of the person and the device within the bundle.
    let subject: JSONObject?
    let device: JSONObject
    /// The order at a server; nil without one.
    var basedOn: [JSONObject]?

    private var stored: StoredTest { test.test }

    var json: JSONObject {
        var json: JSONObject = [
            "basedOn": basedOn, "status": status,
            "category": [FHIRCodes.exam.concept],
            "code": [
                "coding": FHIRCodes.observation(test).map(\.json), "text": title,
            ] as JSONObject,
            "subject": subject, "device": device,
            "effectivePeriod": [
                "start": stored.began.description, "end": stored.end?.description,
            ] as JSONObject,
            "issued": (stored.end ?? stored.began).description,
            "performer": stored.circumstances.examiner.map { [["display": $0] as JSONObject] },
            "bodySite": FHIRCodes.bodySite(stored.eye).concept, "method": method,
            "interpretation": interpretations.isEmpty ? nil : interpretations,
            "note": notes.isEmpty ? nil : notes,
            "component": components.isEmpty ? nil : components,
        ]
        if let value = faintValue {
            json.add(["valueQuantity": value])
        } else if let acuity = test.acuity {
            json.add(["valueQuantity": Self.quantity(acuity)])
        } else {
            json.add(["dataAbsentReason": absent])
        }
        return json
    }

    private var status: String {
        switch stored.state {
        case .voided: "entered-in-error"
        case .running: "registered"
        case .finished, .interrupted:
            test.acuity == nil && faintValue == nil && stored.state == .interrupted
                ? "cancelled" : stored.isAmended ? "amended" : "final"
        }
    }

    private var title: String {
        let kind =
            switch stored.record.contrast?.quantity {
            case nil where stored.record.setup.quantity == .acuity:
                "\(test.isNear ? "Near" : "Distance") visual acuity"
            case .lowContrastAcuity: "Letters right at low contrast"
            case .sensitivity, nil: "Letter contrast sensitivity"
            }
        let worn = stored.circumstances.correction.map { ", \($0.words)" } ?? ""
        return "\(kind), \(stored.eye == .both ? "both eyes" : "\(stored.eye) eye")"
            + worn
    }

    private var method: JSONObject {
        let words = "\(stored.record.setup.method ?? "letters"), \(test.optotypes.rawValue)"
        let answers = stored.record.setup.areAnswersTyped ? "typed" : "spoken"
        return [
            "coding": FHIRCodes.method(test.optotypes).map { [$0.json] },
            "text": "\(words), answers \(answers)",
        ]
    }

    /// The result of a test of contrast: logCS, or letters right; nil without one.
    private var faintValue: JSONObject? {
        if let letters = stored.record.contrast?.lettersRight {
            return [
                "value": letters, "unit": "letters", "system": FHIRCode.System.ucum.rawValue,
                "code": "1",
            ]
        }
        guard let (logCS, bound) = test.contrastSensitivity else { return nil }
        var value = Self.logCS(logCS)
        switch bound {
        case .exact: break
        case .orBetter: value.add(["comparator": ">="])
        case .worse: value.add(["comparator": "<"])
        }
        return value
    }

    /// A contrast as logCS, which has no unit.
    private static func logCS(_ value: LogCS) -> JSONObject {
        [
            "value": rounded(value.value, places: 2), "unit": "logCS",
            "system": FHIRCode.System.ucum.rawValue, "code": "1",
        ]
    }

    private var absent: JSONObject {
        let code =
            stored.state == .interrupted
            ? FHIRCode(.absent, "not-performed", "Not Performed")
            : FHIRCode(.absent, "unknown", "Unknown")
        if stored.record.isMasked {
            return [
                "coding": [FHIRCode(.absent, "masked", "Masked").json],
                "text": TestRecord.whyMasked,
            ]
        }
        let withheld = stored.record.withheld
        let words = withheld.map { "Withheld: \($0.words)" } ?? stored.record.end.words
        return ["coding": [code.json], "text": words]
    }

    private var notes: [JSONObject] {
        var notes = test.warnings + stored.record.score.remarks.map(\.words)
        if let setup = stored.record.setup.contrast {
            notes += [ContrastSetup.ownNorms, setup.words]
        }
        if stored.state == .interrupted {
            notes.append("The test was interrupted; the result is rebuilt from its events.")
        }
        if let note = stored.circumstances.note { notes.append(note) }
        return notes.map { ["text": $0] }
    }

    /// The interpretation of the result: whether the screen was measured, and how the acuity
    /// compares with the person's earlier tests. Only a confirmed change has HL7's code.
    private var interpretations: [JSONObject] {
        var found: [JSONObject] = []
        if test.isScreenUnmeasured {
            found.append(["text": "Uncertain: the screen was not measured"])
        }
        if let change = test.change {
            found.append([
                "coding": FHIRCodes.interpretation(change).map(\.json),
                "text": "\(change.words) \(change.limitWords)",
            ])
        }
        return found
    }

    /// logMAR with its bound: a smaller logMAR is a better acuity.
    private static func quantity(
        _ acuity: (logMAR: LogMAR, bound: ExportedTest.Bound)
    ) -> JSONObject {
        var quantity = logMAR(acuity.logMAR)
        switch acuity.bound {
        case .exact: break
        case .orBetter: quantity.add(["comparator": "<="])
        case .worse: quantity.add(["comparator": ">"])
        }
        return quantity
    }

    private static func logMAR(_ size: LogMAR, places: Int = 2) -> JSONObject {
        [
            "value": rounded(size.value, places: places), "unit": "logMAR",
            "system": FHIRCode.System.vision.rawValue, "code": "logMAR",
        ]
    }

    private static func unit(_ value: Double, _ unit: String) -> JSONObject {
        [
            "value": rounded(value, places: 3), "unit": unit,
            "system": FHIRCode.System.ucum.rawValue, "code": unit,
        ]
    }

    private var components: [JSONObject] {
        let score = stored.record.score
        var found: [JSONObject] = []
        func add(_ code: FHIRCode, _ value: JSONObject) {
            var component: JSONObject = ["code": code.concept]
            component.add(value)
            found.append(component)
        }
        if let line = test.line, test.acuity?.bound != .worse {
            for (name, words, text) in [
                ("snellen-feet", "Snellen fraction, feet", line.feet),
                ("snellen-metres", "Snellen fraction, metres", line.metres),
            ] {
                if let ratio = Self.ratio(text) {
                    add(FHIRCodes.own(name, words), ["valueRatio": ratio])
                }
            }
        }
        if let letters = score.letterScore {
            add(FHIRCodes.own("etdrs-letters", "ETDRS letter score"), ["valueInteger": letters])
        }
        if let estimate = test.estimate, let figure = estimate.figure {
            add(
                FHIRCodes.own("estimate", "Estimate, logMAR"),
                ["valueQuantity": Self.logMAR(figure, places: 3)])
        }
        if test.low != nil || test.high != nil {
            let range: JSONObject = [
                "low": test.low.map { Self.logMAR($0, places: 3) },
                "high": test.high.map { Self.logMAR($0, places: 3) },
            ]
            add(FHIRCodes.own("interval-95", "95 % interval, logMAR"), ["valueRange": range])
        }
        if let setup = stored.record.setup.contrast {
            if let interval = stored.record.contrast?.interval95 {
                let range: JSONObject = [
                    "low": Self.logCS(interval.lowerBound), "high": Self.logCS(interval.upperBound),
                ]
                add(
                    FHIRCodes.own("contrast-interval-95", "95 % interval, logCS"),
                    ["valueRange": range])
            }
            add(
                FHIRCodes.own("contrast-floor", "Faintest letters of the screen, logCS"),
                ["valueQuantity": Self.logCS(setup.floor)])
            add(
                FHIRCodes.own("screen-gamma", "Gamma of the screen"),
                ["valueQuantity": Self.unit(setup.screen.gamma, "1")])
            add(
                FHIRCodes.own("screen-ground", "Grey level of the ground, of 255"),
                ["valueInteger": setup.screen.ground])
            if let luminance = setup.screen.luminance {
                add(
                    FHIRCodes.own("screen-luminance", "Luminance of white"),
                    ["valueQuantity": Self.unit(luminance, "cd/m2")])
            }
            if let letters = setup.letters {
                add(
                    FHIRCodes.own("letter-contrast", "Weber contrast of the letters"),
                    ["valueQuantity": Self.unit(letters * 100, "%")])
            }
        }
        if let change = test.change {
            add(
                FHIRCodes.own("change-baseline", "Baseline of earlier tests, logMAR"),
                ["valueQuantity": Self.logMAR(LogMAR(change.baseline), places: 3)])
            add(
                FHIRCodes.own("change-limit", "Change that chance explains, logMAR"),
                ["valueQuantity": Self.logMAR(LogMAR(change.limit), places: 3)])
            add(
                FHIRCodes.own("change-since", "Since"),
                ["valueDateTime": change.since.description])
        }
        add(
            FHIRCodes.distance,
            ["valueQuantity": Self.unit(stored.record.setup.distance.metres, "m")])
        if let isMeasured = stored.record.setup.isCalibrated {
            add(
                FHIRCodes.own("screen-measured", "Screen measured"), ["valueBoolean": isMeasured])
        }
        if let correction = stored.circumstances.correction {
            let code = FHIRCodes.own(
                "correction-\(correction.rawValue)", correction.words.capitalizedFirst)
            add(
                FHIRCodes.own("correction", "Correction worn"),
                ["valueCodeableConcept": code.concept])
        }
        for (name, words, value) in [
            ("letters-shown", "Letters shown", test.visible.map { _ in test.lettersShown }),
            (
                "letters-asked-again", "Letters asked for again", test.visible?.lettersAskedAgain
            ),
            ("answers-by-operator", "Answers given by an operator", stored.record.overrides),
        ] {
            if let value { add(FHIRCodes.own(name, words), ["valueInteger": value]) }
        }
        if let trial = test.trial {
            for (name, words, text) in [
                ("trial-study", "Study", trial.study),
                ("trial-protocol", "Digest of the protocol", trial.digest),
                ("trial-subject", "Subject", trial.subject), ("trial-visit", "Visit", trial.visit),
                ("trial-deviations", "Deviations", trial.deviationWords ?? "none"),
            ] {
                add(FHIRCodes.own(name, words), ["valueString": text])
            }
        }
        return found
    }

    /// A Snellen fraction such as "20/12.5" as a ratio.
    private static func ratio(_ text: String) -> JSONObject? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard parts.count == 2 else { return nil }
        return [
            "numerator": ["value": parts[0]] as JSONObject,
            "denominator": ["value": parts[1]] as JSONObject,
        ]
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
