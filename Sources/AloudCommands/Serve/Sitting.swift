internal import Acuity
internal import HandsFree

/// What was measured of one person, eye by eye, as far as it came.
struct Sitting {
    /// Which one since the program started, from 1.
    let number: Int
    var reports: [TestReport] = []
    /// The eye that could not be tested after the others, and why.
    var untested: Eye?
    var failure: (any Error)?
    /// Why a result could not be printed where it belongs.
    var loss: OutputError?

    /// Whether anything was read.
    var hasLines: Bool { reports.contains { !$0.score.lines.isEmpty } }

    /// What went wrong in words for the person; nil where all went well.
    var trouble: String? {
        if let loss {
            return "\(loss) This page is the only place where the result is whole: print it."
        }
        guard let untested, let failure else { return nil }
        return "The \(untested.rawValue) eye was not tested. \(failure)"
    }
}
