internal import Acuity
internal import Foundation
internal import Platform
internal import Plots
internal import Records
internal import Transcripts

/// How well two readers agree: kappa over letters, Bland-Altman over eyes.
struct ReaderAgreement: Sendable {
    /// The two readers, in the order in which they began.
    let readers: [String]
    /// For each record the verdicts of both on each letter that both judged.
    let letters: [String: [(first: String, second: String)]]
    /// For each record that both readers' verdicts give one score: the two scores, logMAR.
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

/// Limits of agreement (Bland and Altman, Lancet 1986) with exact 95 % intervals: that of the mean by
/// Student's t, those of the limits by the noncentral t (Carkeet, Optom Vis Sci 2015 and 2020).
struct LimitsOfAgreement: Sendable, Equatable {
    /// The number of differences.
    let count: Int
    /// Their mean and standard deviation.
    let mean: Double
    let deviation: Double
    let meanInterval: ClosedRange<Double>
    let lowerInterval: ClosedRange<Double>
    let upperInterval: ClosedRange<Double>

    /// From minus to plus this many standard deviations: 95 % of a normal distribution.
    private static let width = 1.959964

    /// The lower and upper limit of agreement.
    var lower: Double { mean - Self.width * deviation }
    var upper: Double { mean + Self.width * deviation }

    /// Nil for fewer than two differences.
    init?(_ differences: [Double]) {
        guard differences.count > 1 else { return nil }
        let count = Double(differences.count)
        let mean = differences.reduce(0, +) / count
        let deviation =
            (differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)).squareRoot()
        let freedom = count - 1
        let root = count.squareRoot()
        let student = NoncentralT(freedom: freedom, shift: 0).quantile(0.975)
        let tail = NoncentralT(freedom: freedom, shift: Self.width * root)
        let near = tail.quantile(0.025) / root * deviation
        let far = tail.quantile(0.975) / root * deviation
        self.count = differences.count
        self.mean = mean
        self.deviation = deviation
        meanInterval = mean - student * deviation / root...mean + student * deviation / root
        lowerInterval = mean - far...mean - near
        upperInterval = mean + near...mean + far
    }
}

/// The noncentral t distribution: (Z + shift) / sqrt(chi-squared / freedom).
struct NoncentralT {
    let freedom: Double
    let shift: Double

    /// The probability of a value of at most t, by Simpson's rule over the distribution of
    /// sqrt(chi-squared / freedom).
    func share(below t: Double) -> Double {
        // The density of s = sqrt(chi2 / n) is 2 (n/2)^(n/2) / Gamma(n/2) s^(n-1) exp(-n s^2 / 2).
        let half = freedom / 2
        let scale = log(2) + half * log(half) - lgamma(half)
        func integrand(_ s: Double) -> Double {
            guard s > 0 else { return 0 }
            let density = exp(scale + (freedom - 1) * log(s) - half * s * s)
            return density * erfc(-(t * s - shift) / 2.0.squareRoot()) / 2
        }
        // Beyond eight standard deviations of s, about 1 / sqrt(2 n), nothing is left.
        let reach = 8 / (2 * freedom).squareRoot()
        let (low, high) = (max(0, 1 - reach), 1 + reach)
        let steps = 2_000
        let width = (high - low) / Double(steps)
        var sum = integrand(low) + integrand(high)
        for step in 1..<steps {
            sum += (step % 2 == 1 ? 4 : 2) * integrand(low + Double(step) * width)
        }
        return sum * width / 3
    }

    /// The value below which this share lies, by bisection.
    func quantile(_ share: Double) -> Double {
        var (low, high) = (shift - 10, shift + 10)
        while self.share(below: high) < share { high += high - low }
        while self.share(below: low) > share { low -= high - low }
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if self.share(below: middle) < share { low = middle } else { high = middle }
        }
        return (low + high) / 2
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
        let points = eyes.map {
            (x: ($0.first + $0.second) / 2, y: $0.first - $0.second, record: $0.record)
        }
        var plot = Plot(
            "Difference between readers against their mean",
            x: PlotScale(holding: points.map(\.x)),
            .init(title: "mean of both, logMAR") { fixed($0, 2) },
            y: PlotScale(
                holding: points.map(\.y) + [
                    limits.lowerInterval.lowerBound, limits.upperInterval.upperBound,
                ]),
            .init(title: "first minus second, logMAR") { fixed($0, 2) })
        let (left, right) = (plot.x.range.lowerBound, plot.x.range.upperBound)
        for (index, (value, interval)) in [
            (limits.upper, limits.upperInterval), (limits.mean, limits.meanInterval),
            (limits.lower, limits.lowerInterval),
        ].enumerated() {
            // The intervals overlap if there are few eyes, so each bar has a place of its own.
            let x = right - (right - left) * (0.02 + 0.025 * Double(index))
            let bar = (plot.place(x, interval.upperBound), plot.place(x, interval.lowerBound))
            let line = (plot.place(left, value), plot.place(right, value))
            plot.draw { drawing in
                drawing.line(bar.0, bar.1, "class=\"bar\"")
                drawing.line(line.0, line.1, "class=\"axis\"")
            }
        }
        plot.label([
            ("upper \(signed(limits.upper))", limits.upper, "#3c434d"),
            ("mean \(signed(limits.mean))", limits.mean, "#3c434d"),
            ("lower \(signed(limits.lower))", limits.lower, "#3c434d"),
        ])
        for point in points {
            let place = plot.place(point.x, point.y)
            plot.draw {
                SeriesStyle(0).draw(
                    at: place, title: "\(point.record): \(signed(point.y))", in: &$0)
            }
        }
        let element = plot.drawing.element(label: "Bland-Altman plot of two readers")
        return "<div class=\"plots\"><figure>\(element)</figure></div>"
            + "<p>Bars are the 95 % intervals of the mean and of both limits.</p>"
    }
}
