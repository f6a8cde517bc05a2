internal import Acuity
internal import Foundation
internal import Platform
internal import Plots
internal import Records
internal import Transcripts

/// The agreement of two readers: kappa over letters, Bland-Altman over eyes.
struct ReaderAgreement: Sendable {
    /// The two readers, in the order in which they began.
    let readers: [String]
    /// The two verdicts on each letter that both readers judged, by record.
    let letters: [String: [(first: String, second: String)]]
    /// The two scores, logMAR, of each record for which the verdicts of each reader give one score.
    let eyes: [(record: String, first: Double, second: Double)]

    /// The agreement of the first two readers; nil if fewer have judged a common letter.
    init?(
        _ judgements: Judgements, on aligned: [ScoreRun.Aligned], hearing: RecognitionErrorModel
    ) {
        let readers = Array(judgements.readers.prefix(2))
        guard readers.count == 2 else { return nil }
        var letters: [String: [(first: String, second: String)]] = [:]
        var eyes: [(record: String, first: Double, second: Double)] = []
        for chart in aligned {
            let record = chart.recording.record
            var own = [chart.read, chart.read]
            for (index, letter) in chart.read.letters.enumerated() {
                let verdicts = judgements.verdicts(on: letter, of: record)
                let pair = readers.map { reader in verdicts.first { $0.reader == reader } }
                for (reader, judgement) in pair.enumerated() {
                    guard let judgement, let verdict = Verdict(named: judgement.verdict) else {
                        continue
                    }
                    own[reader].letters[index].take(verdict, by: [judgement.reader])
                }
                if let first = pair[0], let second = pair[1] {
                    letters[record, default: []].append((first.verdict, second.verdict))
                }
            }
            guard letters[record] != nil else { continue }
            let scores = own.map { read in
                ChartScore(
                    chart.recording, read, duration: chart.duration, missing: chart.missing,
                    hearing: hearing
                ).logMAR?.value
            }
            if let first = scores[0], let second = scores[1] {
                eyes.append((record, first, second))
            }
        }
        guard !letters.isEmpty else { return nil }
        self.readers = readers
        self.letters = letters
        self.eyes = eyes
    }

    /// Cohen's kappa over all letters that both judged (Educ Psychol Meas 1960), with a 95 %
    /// interval from a bootstrap over recordings; nil if chance alone explains all agreement.
    var kappa: (value: Double, interval: ClosedRange<Double>?)? {
        let records = letters.sorted { $0.key < $1.key }.map(\.value)
        guard let value = Self.kappa(records.flatMap(\.self)) else { return nil }
        return (
            value,
            SpeakerBootstrap.percentiles(over: records) { Self.kappa($0.flatMap(\.self)) }
        )
    }

    static func kappa(_ pairs: [(first: String, second: String)]) -> Double? {
        guard !pairs.isEmpty else { return nil }
        let count = Double(pairs.count)
        let agreed = Double(pairs.count { $0.first == $0.second }) / count
        let names = Set(pairs.flatMap { [$0.first, $0.second] })
        let byChance = names.reduce(0.0) { sum, name in
            sum + Double(pairs.count { $0.first == name }) / count
                * (Double(pairs.count { $0.second == name }) / count)
        }
        return byChance < 1 ? (agreed - byChance) / (1 - byChance) : nil
    }

    /// The limits of agreement of the two scores of an eye; nil for fewer than two eyes.
    var limits: LimitsOfAgreement? { LimitsOfAgreement(eyes.map { $0.first - $0.second }) }

    /// The agreement for programs.
    var object: AgreementObject { AgreementObject(self) }
}

/// The agreement of two readers for programs; differences are the first minus the second, logMAR.
struct AgreementObject: Encodable {
    private let readers: [String]
    private let letters: Int
    @OrNull private var kappa: Double?
    private let kappaInterval: [Double?]?
    private let eyes: Int
    private let bias: Double?
    private let biasInterval: [Double?]?
    private let lower: Double?
    private let lowerInterval: [Double?]?
    private let upper: Double?
    private let upperInterval: [Double?]?

    init(_ agreement: ReaderAgreement) {
        func ends(_ range: ClosedRange<Double>?) -> [Double?]? {
            range.map { [rounded($0.lowerBound), rounded($0.upperBound)] }
        }
        let limits = agreement.limits
        readers = agreement.readers
        letters = agreement.letters.values.reduce(0) { $0 + $1.count }
        kappaInterval = ends(agreement.kappa?.interval)
        eyes = agreement.eyes.count
        bias = rounded(limits?.mean)
        biasInterval = ends(limits?.meanInterval)
        lower = rounded(limits?.lower)
        lowerInterval = ends(limits?.lowerInterval)
        upper = rounded(limits?.upper)
        upperInterval = ends(limits?.upperInterval)
        kappa = rounded(agreement.kappa?.value)
    }
}

extension ReaderAgreement {
    /// The agreement as a part of a page: a table and a picture.
    var html: String {
        let count = letters.values.reduce(0) { $0 + $1.count }
        let same = letters.values.reduce(0) { $0 + $1.count { $0.first == $0.second } }
        func ends(_ range: ClosedRange<Double>?, _ places: Int) -> String {
            range.map { "\(fixed($0.lowerBound, places)) to \(fixed($0.upperBound, places))" }
                ?? "-"
        }
        var rows: [(cells: [String], beginsGroup: Bool)] = [
            (["letters that both judged", "\(count)", ""], false),
            (["same verdict", "\(same)", ""], false),
            (["kappa a letter", fixed(kappa?.value, 2), ends(kappa?.interval, 2)], false),
            (["eyes with two scores", "\(eyes.count)", ""], true),
        ]
        if let limits {
            rows += [
                (["mean difference", signed(limits.mean), ends(limits.meanInterval, 3)], false),
                (["lower limit", signed(limits.lower), ends(limits.lowerInterval, 3)], false),
                (["upper limit", signed(limits.upper), ends(limits.upperInterval, 3)], false),
            ]
        }
        return "<p>\(readers[0].escapedForHTML) and \(readers[1].escapedForHTML); differences are"
            + " the first minus the second, logMAR.</p>"
            + PlotPage.table(["", "value", "95 % interval"], rows) + (picture ?? "")
    }

    /// The plot of Bland and Altman; nil for fewer than two eyes.
    private var picture: String? {
        guard let limits else { return nil }
        let plot = BlandAltmanPlot(
            title: "Difference between readers against their mean",
            label: "Bland-Altman plot of two readers", difference: "first minus second, logMAR",
            points: eyes.map {
                (x: ($0.first + $0.second) / 2, y: $0.first - $0.second, name: $0.record)
            },
            lines: [
                ("upper", limits.upper, limits.upperInterval),
                ("mean", limits.mean, limits.meanInterval),
                ("lower", limits.lower, limits.lowerInterval),
            ])
        return "<div class=\"plots\"><figure>\(plot.element)</figure></div>"
            + "<p>Bars are the 95 % intervals of the mean and of both limits.</p>"
    }
}
