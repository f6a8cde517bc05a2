package import Acuity
package import CommandLineKit
package import Dialogue
internal import Foundation
package import Platform
package import Records
internal import TestPages

/// Nobody is heard: all answers are given by hand.
package final class NoAnswers: AnswerSource {
    private let stop: StopRequest
    /// When what was answered last counts.
    private var settlesAt: ContinuousClock.Instant?

    /// How often the test gets the word, seconds: an arrow key is answered within this.
    private static let patience = 0.02
    /// A key that is pressed once more within this time, by a tremor or by itself, answers the same letter
    /// again and not the next one. Aloud's own choice.
    private static let secondPress = Duration.milliseconds(400)

    /// - Parameter stop: ends it.
    package init(until stop: StopRequest) { self.stop = stop }

    package func next(_ awaited: Awaited) -> AnswerEvent {
        if stop.isRequested { return .ended }
        if awaited == .correction {
            // What is given by hand is not mended by voice.
            let settles = settlesAt ?? .now + Self.secondPress
            settlesAt = settles > .now ? settles : nil
            if settlesAt == nil { return .settled }
        }
        Thread.sleep(forTimeInterval: Self.patience)
        return .idle
    }
}

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

/// The microphone of a test cannot be opened.
package struct NoMicrophone: Error, CustomStringConvertible {
    /// What was wrong, where, and what to do.
    package let description: String

    /// The parameters as the properties of their names.
    package init(description: String) {
        self.description = description
    }
}

/// A screen cannot show in their true size the letters that a test begins with.
package struct ScreenShowsNothing: Error, Equatable, CustomStringConvertible {
    package let distance: Distance

    /// The parameters as the properties of their names.
    package init(distance: Distance) {
        self.distance = distance
    }

    package var description: String {
        "At \(distance) the screen cannot show the letters that the test begins with in their true"
            + " size; choose another distance, or a larger or finer screen."
    }
}

extension SheetTrouble {
    /// Why a test could not begin: in words for the person, who can mend nothing but a choice of their
    /// own, and for whoever comes to help.
    package init(_ error: any Error) {
        switch error {
        case let error as ScreenShowsNothing: self.init(words: error.description)
        case let error as NoMicrophone:
            self.init(
                words: "The microphone cannot be heard. Please call for help.",
                details: error.description)
        default:
            self.init(words: "The test cannot begin. Please call for help.", details: "\(error)")
        }
    }
}
