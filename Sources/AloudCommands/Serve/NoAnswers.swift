internal import Foundation
internal import HandsFree

/// Nobody is heard: all answers are given by hand.
final class NoAnswers: AnswerSource {
    private let stop: StopRequest

    /// How often the test gets the word, seconds: an arrow key is answered within this.
    private static let patience = 0.02

    /// - Parameter stop: ends it.
    init(until stop: StopRequest) { self.stop = stop }

    func next(_ awaited: Awaited) -> AnswerEvent {
        if stop.isRequested { return .ended }
        // What is given by hand is not mended by voice.
        if awaited == .correction { return .settled }
        Thread.sleep(forTimeInterval: Self.patience)
        return .idle
    }
}
