internal import Acuity
internal import CommandLineKit
internal import Dialogue
internal import PhoneticMapping
internal import Platform
internal import TestPages

/// Asks a person in their place for the distance from their eyes to the screen, and asks them to
/// confirm it, because a wrong distance makes the whole result wrong.
struct DistanceQuestion {
    /// The pages and the voice.
    let lane: WebLane
    /// The screen, as the page described it.
    let begin: BeginRequest
    /// The person's words.
    let answers: SettingAnswers
    /// Ends the question.
    let stop: StopRequest

    /// The quiet after which it asks again, seconds of sound.
    private static let patience = 12.0
    private static let title = "How far are your eyes from the screen?"
    private static let examples =
        "Take your place and say the distance, for example “four metres” or “forty centimetres”."

    /// The screen at the distance that was said, or unchanged if somebody clicked to continue; nil
    /// if the test is cancelled.
    ///
    /// - Throws: why the person cannot be heard.
    func answer() throws -> BeginRequest? {
        lane.pages.operatorSession.mayEnd(stop)
        ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
        var understood: BeginRequest?
        var quietSince = answers.clock
        while !stop.isRequested {
            if lane.goesOn(within: 0) { return understood ?? begin }
            switch try answers.next() {
            case .heard(let said, _):
                switch said {
                case .distance(let distance):
                    var moved = begin.at(distance)
                    moved.saysDistance = true
                    understood = moved.lines.isEmpty ? nil : moved
                    if understood == nil {
                        ask(
                            Self.title, GuidanceWords.impossibleDistance,
                            saying: GuidanceWords.impossibleDistance)
                    } else {
                        confirm(distance)
                    }
                case .yes: if let understood { return understood }
                case .no, .again:
                    understood = nil
                    ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
                case .here: return nil
                case .number, .cannotSee, .pause, .resume, .answer: break
                }
                quietSince = answers.clock
            case .trouble(let words):
                ask(
                    Self.title, "\(words) Or press “Go on now” to use \(begin.distance).",
                    saying: GuidanceWords.trouble)
            case .recovered:
                quietSince = answers.clock
                askOn(understood)
            case .ended: return nil
            case .idle, .unclear:
                guard answers.clock - quietSince >= Self.patience else { continue }
                quietSince = answers.clock
                askOn(understood)
            }
        }
        return nil
    }

    /// Repeats the last question.
    private func askOn(_ understood: BeginRequest?) {
        if let understood {
            confirm(understood.distance)
        } else {
            ask(Self.title, Self.examples, saying: GuidanceWords.askDistance)
        }
    }

    private func confirm(_ distance: Distance) {
        ask(
            "\(distance)", "Say “yes”, or say the distance again.",
            saying: GuidanceWords.confirm(distance))
    }

    private func ask(_ title: String, _ words: String, saying spoken: String) {
        lane.pages.show(.rest(title: title, words: words, canGoOn: true))
        lane.voice?.say(spoken)
    }
}
