package import Dialogue
internal import Foundation
package import Platform

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
