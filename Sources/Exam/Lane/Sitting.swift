package import Acuity
package import CommandLineKit
package import Records

/// What was measured of one person, eye by eye, as far as it came.
package struct Sitting {
    /// Which one since the program started, from 1.
    package let number: Int
    package var reports: [TestReport] = []
    /// The eye that was to be tested after the others and was not.
    package var untested: Eye?
    /// Why it could not be; nil where the test was stopped before.
    package var failure: (any Error)?
    /// Why a result could not be printed where it belongs.
    package var loss: OutputError?

    /// The parameters as the properties of their names.
    package init(
        number: Int, reports: [TestReport] = [], untested: Eye? = nil, failure: (any Error)? = nil,
        loss: OutputError? = nil
    ) {
        self.number = number
        self.reports = reports
        self.untested = untested
        self.failure = failure
        self.loss = loss
    }

    /// Whether anything was read.
    package var hasLines: Bool { reports.contains { !$0.score.lines.isEmpty } }

    /// What went wrong in words for the person; nil where all went well.
    package var trouble: String? {
        var sentences: [String] = []
        if let loss {
            sentences.append(
                "\(loss) This page is the only place where the result is whole: print it.")
        }
        if let untested {
            let reason = failure.map { "\($0)" } ?? "The test was stopped before."
            sentences.append("The \(untested.rawValue) eye was not tested. \(reason)")
        }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }
}
