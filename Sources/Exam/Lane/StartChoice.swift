internal import Acuity
internal import Audio
package import Dialogue
internal import Foundation
internal import PhoneticMapping
package import Platform
internal import TestPages

/// Shows lines of decreasing size until the person names the line to start at.
struct StartChoice {
    /// The pages and the voice.
    let lane: WebLane
    /// The screen, at the distance of the test.
    let begin: BeginRequest
    /// The optotypes shown.
    let optotypes: OptotypeSet
    /// The person's words.
    let answers: SettingAnswers
    /// Ends the choice.
    let stop: StopRequest
    /// The reason that nothing can be heard, before the choice and after it; nil if all is well.
    var trouble: String?

    /// Letters in a line, as on a chart.
    private static let letters = 5

    /// The line that the test starts at; nil for the procedure's own start.
    ///
    /// - Throws: why the person cannot be heard.
    mutating func line() throws -> SnellenLine? {
        guard var ladder = StartLadder(begin.lines, now: answers.clock) else { return nil }
        show(ladder)
        lane.voice?.say(GuidanceWords.chooseStart)
        while ladder.outcome == nil, !stop.isRequested {
            // A tap on the line means the same as "stop".
            if lane.goesOn(within: 0) {
                // While nothing can be heard, no line is shown.
                guard trouble == nil else { return nil }
                _ = ladder.take(.here, from: answers.clock, now: answers.clock)
                break
            }
            var isMoved = false
            switch try answers.next() {
            case .heard(let said, let from):
                isMoved = ladder.take(said, from: from, now: answers.clock)
            case .trouble(let words):
                trouble = words
                isMoved = true
                lane.voice?.say(GuidanceWords.trouble)
            case .recovered:
                trouble = nil
                isMoved = true
            case .ended: return nil
            case .idle, .unclear:
                isMoved = ladder.pass(now: answers.clock, isSpeaking: answers.isSpeaking)
            }
            if isMoved { show(ladder) }
        }
        if ladder.start != nil, let voice = lane.voice {
            voice.say(GuidanceWords.startChosen)
            voice.waitUntilSaid(seconds: WebLane.longestSpeech, unless: stop)
        }
        return ladder.start
    }

    private func show(_ ladder: StartLadder) {
        if let trouble {
            lane.pages.show(.rest(title: "Please wait", words: trouble, canGoOn: true))
            return
        }
        let line = ladder.lines[ladder.step]
        let letters = optotypes.choices.shuffled().prefix(Self.letters)
        lane.pages.show(
            .choose(
                Presentation(
                    line: ladder.step + 1, size: line.size, letters: Array(letters),
                    optotypes: optotypes), number: ladder.step + 1, distance: begin.distance))
    }
}

/// The answer source of a person who answers only by hand. It hears nothing.
package final class NoAnswers: AnswerSource {
    private let stop: StopRequest
    /// The moment when the last answer becomes final.
    private var settlesAt: ContinuousClock.Instant?

    /// The longest wait for an arrow key, seconds.
    private static let patience = 0.02
    /// A second press within this time comes from a tremor or a bouncing key. It answers the same
    /// letter again, not the next one. Aloud's own choice.
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
