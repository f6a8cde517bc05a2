internal import Acuity
internal import PhoneticMapping
internal import Platform
package import Records

extension TestConductor {
    /// The rest of a recording after the end of its test; nil if the person did not read on.
    ///
    /// A recording cannot hear a request. If it was not made in such a test, the next line takes
    /// the place of the reply, right letters give way to it, and the test ends while the person
    /// still reads. The sign of this is as many answers as a line has, most of them understood:
    /// people hardly ever talk after a test. If letters were asked for again, "I can't see any",
    /// the answer for a whole line, is a sign too. The numbers are Aloud's own choice.
    package func soundLeftOver() -> SoundLeftOver? {
        guard settings.hearsRest, let heard = source.listened else { return nil }
        var understood = 0
        var unclear = 0
        var linesNotSeen = 0
        listening: while !stop.isRequested {
            // A source that fails is at its end, too: the test is over already.
            switch try? source.next(.answers(Chart.lettersInLine)) {
            case .utterance(let utterance):
                for spoken in utterance.answers {
                    switch spoken.kind {
                    case .letter, .direction, .command(.cannotSee): understood += 1
                    case .command(.cannotSeeAny):
                        understood += 1
                        linesNotSeen += 1
                    case .unclear: unclear += 1
                    case .command: break
                    }
                }
            case .ended, nil: break listening
            default: break
            }
        }
        let answers = understood + unclear
        let isLine = answers >= Chart.lettersInLine && 2 * understood > Chart.lettersInLine
        let readsOn = isLine || lettersAskedAgain > 0 && linesNotSeen > 0
        guard readsOn, let whole = source.listened else { return nil }
        return SoundLeftOver(answers: answers, heard: heard, whole: whole)
    }
}
