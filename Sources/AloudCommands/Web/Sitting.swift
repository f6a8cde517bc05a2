internal import Acuity
internal import HandsFree

/// What was measured of one person, eye by eye, as far as it came.
struct Sitting {
    /// Which one since the program started, from 1.
    let number: Int
    var reports: [TestReport] = []
    /// The eye that was to be tested after the others and was not.
    var untested: Eye?
    /// Why it could not be; nil where the test was stopped before.
    var failure: (any Error)?
    /// Why a result could not be printed where it belongs.
    var loss: OutputError?

    /// Whether anything was read.
    var hasLines: Bool { reports.contains { !$0.score.lines.isEmpty } }

    /// What went wrong in words for the person; nil where all went well.
    var trouble: String? {
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
