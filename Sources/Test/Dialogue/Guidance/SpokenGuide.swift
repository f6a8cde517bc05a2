package import Acuity
internal import Records

/// Guides a person through a test by voice. It gives instructions, and never says whether an answer
/// was right.
package final class SpokenGuide: TestObserver {
    private let speaker: any Speaker
    private let advice: () -> String?
    private let showsAtOnce: (Presentation) -> Bool
    /// The advice that was said last while a trouble pauses the test; nil without a trouble.
    private var saidInTrouble: String?
    private var shown: Presentation?
    /// The number of requests since the last answer.
    private var askings = 0

    /// A guide for one test.
    ///
    /// - Parameters:
    ///   - showsAtOnce: whether all letters of a line are shown at once. If not, the person cannot count
    ///     to "the fourth letter".
    ///   - advice: advice to the person in a trouble, in a sentence; nil if the person can do
    ///     nothing.
    package init(
        _ speaker: any Speaker, showsAtOnce: @escaping (Presentation) -> Bool = { _ in true },
        advice: @escaping () -> String? = { nil }
    ) {
        self.speaker = speaker
        self.advice = advice
        self.showsAtOnce = showsAtOnce
    }

    /// The sentence at the first line, with the distance if the test has several.
    private static func begin(_ shown: Presentation) -> String {
        if let distance = shown.distance { return GuidanceWords.read(from: distance) }
        switch shown.optotypes {
        case .tumblingE: return GuidanceWords.beginWithDirection
        case .landolt, .landolt8: return GuidanceWords.beginWithRing
        case .sloan, .hotv, .monoyer: break
        }
        return shown.letters.count == 1 ? GuidanceWords.beginWithOne : GuidanceWords.begin
    }

    private func isOne(_ shown: Presentation?) -> Bool { shown?.letters.count == 1 }

    package func observe(_ event: TestEvent) {
        switch event {
        case .present(let shown):
            // Said once, and again when the distance changes or the test switches between single
            // letters and lines.
            if self.shown == nil || self.shown?.distance != shown.distance
                || isOne(self.shown) != isOne(shown)
            {
                speaker.say(Self.begin(shown))
            }
            self.shown = shown
            askings = 0
        case .askAgain(_, let positions, _, let asking):
            guard let shown else { return }
            if asking == .afterBreak, positions.count == shown.letters.count {
                speaker.say(Self.begin(shown))
                return
            }
            askings += 1
            let words = GuidanceWords.again(
                positions, of: shown.letters.count, by: asking, isPart: !showsAtOnce(shown))
            // The person may have forgotten that they can pass.
            speaker.say(askings > 1 ? "\(words) \(GuidanceWords.pass)" : words)
        case .pause(let reason): speaker.say(GuidanceWords.paused(reason))
        case .resume: speaker.say(GuidanceWords.resumed)
        case .trouble:
            // The advice changes with the distance, but is said only once.
            let words = advice() ?? GuidanceWords.trouble
            if words != saidInTrouble { speaker.say(words) }
            saidInTrouble = words
        case .recovered:
            saidInTrouble = nil
            speaker.say(GuidanceWords.recovered)
        case .warmUp(let event): GuidanceWords.words(for: event).map(speaker.say)
        // The first sentence is said again in the other language.
        case .language(let offered): if offered.isAccepted { shown = nil }
        // Nobody listens after an interruption.
        case .result(let record): if record.end != .interrupted { speaker.say(GuidanceWords.done) }
        case .answer, .override: askings = 0
        case .correction, .line, .soundMissing: break
        }
    }
}

/// Says sentences to the person, one after the other, without waiting for their end.
package protocol Speaker: AnyObject {
    /// Says a sentence after those still waiting.
    func say(_ words: String)
}
