internal import Acuity
internal import Foundation

/// The repeatability of a method: two measurements of an unchanged eye differ by less than the
/// coefficient in 95 of 100 pairs.
package struct Repeatability: Sendable, Equatable {
    /// 1.96 sqrt(2) times the standard deviation within an eye, which is sqrt(sum of squared differences
    /// / 2 n) (Bland and Altman, BMJ 1996), logMAR.
    package let coefficient: Double
    /// Its 95 % interval: n s² / σ² has the chi-squared distribution with n degrees of freedom.
    package let interval: ClosedRange<Double>

    /// The repeatability by the differences between two visits; nil without differences.
    ///
    /// - Parameter people: the number of people whose eyes were measured. Two eyes of a person
    ///   count as one for the width of the interval.
    package init?(_ differences: [Double], people: Int) {
        guard !differences.isEmpty, people > 0 else { return nil }
        let square = differences.reduce(0) { $0 + $1 * $1 } / Double(differences.count)
        let freedom = Double(people)
        func end(_ share: Double) -> Double {
            1.96
                * (square * freedom / Distributions.chiSquared(share, freedom: freedom))
                .squareRoot()
        }
        coefficient = 1.96 * square.squareRoot()
        interval = end(0.975)...end(0.025)
    }
}

/// The intraclass correlation for absolute agreement of single measurements: ICC(A,1) with the interval
/// of McGraw and Wong, Psychol Methods 1996; ICC(2,1) of Shrout and Fleiss, Psychol Bull 1979.
package struct IntraclassCorrelation: Sendable, Equatable {
    /// The correlation, at most 1.
    package let value: Double
    /// Its 95 % interval.
    package let interval: ClosedRange<Double>

    /// The correlation of rows; nil for fewer than three, fewer than two columns, or rows without any
    /// difference.
    ///
    /// - Parameter rows: the measurements of each eye, the same number in each row.
    package init?(_ rows: [[Double]]) {
        guard rows.count > 2, let columns = rows.first?.count, columns > 1 else { return nil }
        let (n, k) = (Double(rows.count), Double(columns))
        let grand = rows.joined().reduce(0, +) / (n * k)
        let rowMeans = rows.map { $0.reduce(0, +) / k }
        let columnMeans = (0..<columns).map { column in
            rows.reduce(0) { $0 + $1[column] } / n
        }
        func squares(_ means: [Double]) -> Double {
            means.reduce(0) { $0 + ($1 - grand) * ($1 - grand) }
        }
        let betweenRows = k * squares(rowMeans)
        let betweenColumns = n * squares(columnMeans)
        let rest = squares(Array(rows.joined())) - betweenRows - betweenColumns
        let rowSquare = betweenRows / (n - 1)
        let columnSquare = betweenColumns / (k - 1)
        let error = rest / ((n - 1) * (k - 1))
        let whole = rowSquare + (k - 1) * error + k * (columnSquare - error) / n
        guard error > 1e-15, whole > 0 else { return nil }
        let icc = (rowSquare - error) / whole
        let a = k * icc / (n * (1 - icc))
        let b = 1 + k * icc * (n - 1) / (n * (1 - icc))
        let (left, right) = (a * columnSquare, b * error)
        let freedom =
            (left + right) * (left + right)
            / (left * left / (k - 1) + right * right / ((n - 1) * (k - 1)))
        let above = Distributions.f(0.975, n - 1, freedom)
        let below = Distributions.f(0.975, freedom, n - 1)
        let others = k * columnSquare + (k * n - k - n) * error
        let low = n * (rowSquare - above * error) / (above * others + n * rowSquare)
        let high = n * (below * rowSquare - error) / (others + n * below * rowSquare)
        value = icc
        interval = min(low, icc)...max(high, icc)
    }
}
