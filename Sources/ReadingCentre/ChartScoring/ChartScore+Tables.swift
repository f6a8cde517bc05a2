internal import Acuity
internal import Foundation
internal import Platform
internal import Records

extension [ChartScore] {
    /// One row for each recording, as comma-separated values with a heading.
    package var csv: String {
        SeparatedValues.commaSeparated(ChartScore.columns)
            + map { score in
                SeparatedValues.commaSeparated(score.cells)
            }.joined()
    }

    /// One row for each letter of each chart, as comma-separated values with a heading.
    package var lettersCSV: String {
        SeparatedValues.commaSeparated(ChartScore.letterColumns)
            + map(\.letterRows).joined()
    }

    /// One row for each recording for REDCap, which imports it into the fields of
    /// `ChartScore.redcapDictionary`.
    ///
    /// - Parameter event: the unique name of the event; nil for a project without events.
    package func redcap(event: String?) -> String {
        var instances: [String: Int] = [:]
        let heading =
            ["record_id"] + (event == nil ? [] : ["redcap_event_name"])
            + ["redcap_repeat_instrument", "redcap_repeat_instance"] + ChartScore.redcapFields
        return SeparatedValues.commaSeparated(heading)
            + map { score in
                instances[score.recording.person, default: 0] += 1
                let instance = instances[score.recording.person] ?? 1
                return SeparatedValues.commaSeparated(
                    (event.map { [$0] } ?? []) + [ChartScore.redcapForm, "\(instance)"]
                        + score.redcapCells, identifier: score.recording.person)
            }.joined()
    }

    /// The number of recordings with a status.
    package func count(_ status: ChartScore.Status) -> Int { count { $0.status == status } }
}

extension ChartScore {
    fileprivate static let columns = [
        "record", "person", "eye", "chart", "distance_m", "status", "logmar", "logmar_best",
        "logmar_worst", "letters", "letters_low", "letters_high", "letter_score", "snellen",
        "at_least", "estimate", "estimate_low", "estimate_high", "right", "wrong", "unclear",
        "missed", "extra", "judged", "seconds", "reasons", "remarks", "file", "channel", "start",
        "end", "designed_m", "stop",
    ]

    /// The score if there is exactly one.
    var logMAR: LogMAR? { worst == best ? worst : nil }

    /// The ETDRS letter score; nil without one score, and where the acuity may be better.
    var letterScore: Int? {
        isBound ? nil : logMAR.map { Int($0.letterScore.rounded()) }
    }

    /// The mean and the interval of the estimate, at the distance of the reading; ends that are open
    /// are nil.
    var estimateFigures: (mean: Double?, low: Double?, high: Double?) {
        guard let estimate else { return (nil, nil, nil) }
        let shift = recording.shift
        return (
            estimate.figure.map { $0.value + shift },
            estimate.isOpenBelow ? nil : estimate.interval95.lowerBound.value + shift,
            estimate.isOpenAbove ? nil : estimate.interval95.upperBound.value + shift
        )
    }

    private var judged: Int { read?.letters.count { !$0.judges.isEmpty } ?? 0 }

    private func counted(_ outcome: ReadLetter.Outcome) -> String {
        read.map { "\($0.count(outcome))" } ?? ""
    }

    fileprivate var cells: [String] {
        let (mean, low, high) = estimateFigures
        func text(_ number: Double?) -> String { number.map { fixed($0, 2) } ?? "" }
        let oneCount = letters.flatMap { $0.lowerBound == $0.upperBound ? $0.lowerBound : nil }
        let scores: [String] = [
            recording.record, recording.person, recording.eye.rawValue, recording.chartName,
            fixed(recording.distance.metres, 2), status.rawValue, text(logMAR?.value),
            text(best?.value), text(worst?.value), oneCount.map { "\($0)" } ?? "",
            letters.map { "\($0.lowerBound)" } ?? "", letters.map { "\($0.upperBound)" } ?? "",
            letterScore.map { "\($0)" } ?? "",
            logMAR.map { ClinicalNotation($0).description } ?? "", isBound ? "yes" : "no",
            text(mean), text(low), text(high), counted(.right), counted(.wrong),
            counted(.unclear), counted(.missed), read.map { "\($0.extras.count)" } ?? "",
            "\(judged)", duration.map { fixed($0, 1) } ?? "", reasons.joined(separator: " "),
            remarks.joined(separator: " "),
        ]
        let identity = recording.identity
        return scores
            + ["file", "channel", "start", "end", "designed_m", "stop"].map { identity[$0] ?? "" }
    }

    fileprivate static let letterColumns = [
        "record", "eye", "chart", "line", "place", "shown", "outcome", "named", "confidence",
        "start", "end", "readings", "judges", "disputed",
    ]

    fileprivate var letterRows: String {
        (read?.letters ?? []).filter { $0.outcome != .unread }.map { letter in
            SeparatedValues.commaSeparated([
                recording.record, recording.eye.rawValue, recording.chartName, "\(letter.line)",
                "\(letter.place)", letter.shown.description, letter.outcome.rawValue,
                letter.named?.description ?? "",
                letter.time == nil ? "" : fixed(letter.confidence, 3),
                letter.time.map { fixed($0.lowerBound, 2) } ?? "",
                letter.time.map { fixed($0.upperBound, 2) } ?? "",
                letter.readings.joined(separator: " "), letter.judges.joined(separator: " "),
                letter.isDisputed ? "yes" : "no",
            ])
        }.joined()
    }
}

// REDCap: https://www.project-redcap.org; the format is that of its data import tool.
extension ChartScore {
    fileprivate static let redcapForm = "visual_acuity"

    /// The fields with their types and labels, for REDCap's data dictionary.
    private static let redcapTypes: [(name: String, type: String, label: String, choices: String)] =
        [
            ("va_record", "text", "Row of the score table", ""),
            ("va_eye", "radio", "Eye", "right, Right | left, Left | both, Both"),
            ("va_chart", "text", "Chart", ""),
            ("va_distance", "text", "Distance (m)", ""),
            (
                "va_status", "radio", "Status",
                "scored, Scored | range, Range | withheld, Withheld | failed, Failed"
            ),
            ("va_logmar", "text", "Acuity (logMAR)", ""),
            ("va_logmar_best", "text", "Best acuity of the range (logMAR)", ""),
            ("va_logmar_worst", "text", "Worst acuity of the range (logMAR)", ""),
            ("va_letter_score", "text", "ETDRS letter score", ""),
            ("va_at_least", "yesno", "The acuity may be better", ""),
            ("va_estimate", "text", "Estimate (logMAR)", ""),
            ("va_estimate_low", "text", "Estimate, lower end of the 95 % interval", ""),
            ("va_estimate_high", "text", "Estimate, upper end of the 95 % interval", ""),
            ("va_right", "text", "Letters right", ""),
            ("va_wrong", "text", "Letters wrong", ""),
            ("va_unclear", "text", "Letters unclear", ""),
            ("va_missed", "text", "Letters missed", ""),
            ("va_extra", "text", "Letters that fit no place", ""),
            ("va_reason", "notes", "Reason without a score", ""),
        ]

    fileprivate static var redcapFields: [String] { redcapTypes.map(\.name) }

    /// The data dictionary of REDCap for these fields: upload it once.
    package static var redcapDictionary: String {
        let heading = [
            "Variable / Field Name", "Form Name", "Section Header", "Field Type", "Field Label",
            "Choices, Calculations, OR Slider Labels", "Field Note",
            "Text Validation Type OR Show Slider Number",
        ]
        let numbers: Set = [
            "va_distance", "va_logmar", "va_logmar_best", "va_logmar_worst", "va_estimate",
            "va_estimate_low", "va_estimate_high",
        ]
        let whole: Set = [
            "va_letter_score", "va_right", "va_wrong", "va_unclear", "va_missed", "va_extra",
        ]
        return SeparatedValues.commaSeparated(heading)
            + redcapTypes.map { field in
                let check =
                    numbers.contains(field.name)
                    ? "number" : whole.contains(field.name) ? "integer" : ""
                return SeparatedValues.commaSeparated([
                    field.name, redcapForm, "", field.type, field.label, field.choices, "", check,
                ])
            }.joined()
    }

    fileprivate var redcapCells: [String] {
        let (mean, low, high) = estimateFigures
        func text(_ number: Double?) -> String { number.map { fixed($0, 2) } ?? "" }
        return [
            recording.record, recording.eye.rawValue, recording.chartName,
            fixed(recording.distance.metres, 2), status.rawValue, text(logMAR?.value),
            text(best?.value), text(worst?.value), letterScore.map { "\($0)" } ?? "",
            isBound ? "1" : "0", text(mean), text(low), text(high), counted(.right),
            counted(.wrong), counted(.unclear), counted(.missed),
            read.map { "\($0.extras.count)" } ?? "", reasons.joined(separator: " "),
        ]
    }
}

/// The score of a recording for programs.
package struct ScoreObject: Encodable, Sendable {
    private let record: String
    private let person: String
    private let eye: Eye
    private let chart: String
    private let distance: Double
    private let file: String
    private let channel: Int?
    private let duration: Double?
    private let status: ChartScore.Status
    @OrNull private var logMAR: Double?
    @OrNull private var logMARBest: Double?
    @OrNull private var logMARWorst: Double?
    /// The least and the greatest number of letters.
    private let letters: [Int]?
    @OrNull private var letterScore: Int?
    private let atLeast: Bool
    @OrNull private var estimate: Double?
    @OrNull private var estimateLow: Double?
    @OrNull private var estimateHigh: Double?
    private let counts: [String: Int]?
    private let reasons: [String]
    private let remarks: [String]
    private let extra: [Extra]?
    private let lines: [Line]?

    private struct Extra: Encodable {
        var heard: String
        var start: Double?
        var end: Double?
    }

    private struct Line: Encodable {
        var line: Int
        var logMAR: Double?
        var letters: [LetterObject]
    }

    private struct LetterObject: Encodable {
        var shown: Letter
        var outcome: ReadLetter.Outcome
        @OrNull var named: Letter?
        var start: Double?
        var end: Double?
        var confidence: Double?
        var readings: [String]?
        var judges: [String]?
        var disputed: Bool?

        init(_ letter: ReadLetter) {
            shown = letter.shown
            outcome = letter.outcome
            named = letter.named
            start = rounded(letter.time?.lowerBound)
            end = rounded(letter.time?.upperBound)
            confidence = letter.time == nil ? nil : rounded(letter.confidence)
            readings = letter.readings.count > 1 ? letter.readings : nil
            judges = letter.judges.isEmpty ? nil : letter.judges
            disputed = letter.isDisputed ? true : nil
        }
    }

    /// The object of a score.
    package init(_ score: ChartScore) {
        let recording = score.recording
        let (mean, low, high) = score.estimateFigures
        record = recording.record
        person = recording.person
        eye = recording.eye
        chart = recording.chartName
        distance = recording.distance.metres
        file = FileName.shown(recording.file)
        channel = recording.channel
        duration = rounded(score.duration)
        status = score.status
        letters = score.letters.map { [$0.lowerBound, $0.upperBound] }
        atLeast = score.isBound
        reasons = score.reasons
        remarks = score.remarks
        counts = score.read.map { read in
            Dictionary(
                uniqueKeysWithValues: ReadLetter.Outcome.allCases.map {
                    ($0.rawValue, read.count($0))
                })
        }
        extra = score.read?.extras.map {
            Extra(
                heard: $0.heard, start: rounded($0.time.lowerBound),
                end: rounded($0.time.upperBound))
        }
        lines = score.read?.lines.enumerated()
            .filter { $0.element.contains { $0.outcome != .unread } }
            .map { index, line in
                Line(
                    line: index + 1,
                    logMAR: rounded(recording.chart.lines[index].size.value + recording.shift),
                    letters: line.map(LetterObject.init))
            }
        logMAR = rounded(score.logMAR?.value)
        logMARBest = rounded(score.best?.value)
        logMARWorst = rounded(score.worst?.value)
        letterScore = score.letterScore
        estimate = rounded(mean)
        estimateLow = rounded(low)
        estimateHigh = rounded(high)
    }
}

extension ChartScore {
    /// The score as one JSON object.
    package var json: String { ScoreObject(self).jsonText }
}
