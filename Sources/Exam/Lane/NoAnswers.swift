package import Dialogue
internal import Foundation
package import Platform

/// Answers given by hand alone: nothing is heard.
package final class NoAnswers: AnswerSource {
    private let stop: StopRequest
    /// When the last answer counts.
    private var settlesAt: ContinuousClock.Instant?

    /// The longest wait for an arrow key, seconds.
    private static let patience = 0.02
    /// A second press within this time, by a tremor or a bouncing key, answers the same letter
    /// again and not the next one. Aloud's own choice.
    private static let secondPress = Duration.milliseconds(400)

    /// - Parameter stop: ends the answers.
    package init(until stop: StopRequest) { self.stop = stop }

    package func next(_ awaited: ExpectedAnswer) -> AnswerEvent {
        if stop.isRequested { return .ended }
        if awaited == .correction {
            // Answers by hand are not corrected by voice.
            let settles = settlesAt ?? .now + Self.secondPress
            settlesAt = settles > .now ? settles : nil
            if settlesAt == nil { return .settled }
        }
        Thread.sleep(forTimeInterval: Self.patience)
        return .idle
    }
}
