internal import Acuity
internal import Dialogue
internal import Foundation
internal import PhoneticMapping
internal import Platform
internal import TestPages

/// Shows all sizes of the optotype at once until the person names or taps the size to start at.
struct SizeChoice {
    /// The pages and the voice.
    let lane: WebLane
    /// The screen, at the distance of the test.
    let begin: BeginRequest
    /// The optotypes shown.
    let optotypes: OptotypeSet
    /// The person's words; nil if they answer only by hand.
    let answers: SettingAnswers?
    /// Ends the choice.
    let stop: StopRequest
    /// The reason that nothing can be heard, before the choice and after it; nil if all is well.
    var trouble: String?

    /// The line that the test starts at; nil for the procedure's own start.
    ///
    /// - Throws: why the person cannot be heard.
    mutating func line() throws -> SnellenLine? {
        guard var sizes = StartSizes(begin.lines, now: answers?.clock ?? 0) else { return nil }
        show(sizes)
        lane.voice?.say(GuidanceWords.chooseSize)
        while sizes.outcome == nil, !stop.isRequested {
            switch lane.pages.nextRequest(within: answers == nil ? WebLane.patience : 0) {
            case .choose(let number): sizes.choose(number)
            case .goOn: sizes.leave()
            case .begin, .again, .touched, .screen, .listen, nil: break
            }
            guard sizes.outcome == nil, let answers else { continue }
            var asksAgain = false
            switch try answers.next() {
            case .heard(let said, _): asksAgain = sizes.take(said, now: answers.clock)
            // The sizes stay: they can be tapped.
            case .trouble(let words): trouble = words
            case .recovered: trouble = nil
            case .ended: sizes.leave()
            case .idle, .unclear:
                asksAgain = sizes.pass(now: answers.clock, isSpeaking: answers.isSpeaking)
            }
            if asksAgain { lane.voice?.say(GuidanceWords.chooseSize) }
        }
        if sizes.start != nil, let voice = lane.voice {
            voice.say(GuidanceWords.startChosen)
            voice.waitUntilSaid(seconds: WebLane.longestSpeech, unless: stop)
        }
        return sizes.start
    }

    private func show(_ sizes: StartSizes) {
        lane.pages.show(
            .chooseSize(
                sizes.lines.enumerated().compactMap { index, line in
                    optotypes.choices.randomElement().map {
                        Presentation(
                            line: index + 1, size: line.size, letters: [$0], optotypes: optotypes)
                    }
                }, distance: begin.distance))
    }
}
