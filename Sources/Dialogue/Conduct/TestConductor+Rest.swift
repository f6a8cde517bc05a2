internal import Acuity
internal import PhoneticMapping
internal import Platform
package import Records

extension TestConductor {
    /// What is left of a recording once its test is over; nil where the person did not read on.
    ///
    /// A recording cannot hear that it is asked: where it was not made in such a test, the reply to
    /// an asking is the next line, right letters give way to it, and the test ends while the person
    /// still reads. So many answers as a line has tell that, if most of a line was understood: talk
    /// after a test is hardly ever. Where something was asked for again "I can't see any" does, too,
    /// which answers for a line. The numbers are Aloud's own choice.
    package func soundLeftOver() -> SoundLeftOver? {
        guard settings.hearsRest, let heard = source.listened else { return nil }
        var understood = 0
        var unclear = 0
        var linesNotSeen = 0
        listening: while !stop.isRequested {
            // What cannot be read any further is over, too: the test has its end already.
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
