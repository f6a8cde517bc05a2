import TestTraits
import Testing

@testable import Dialogue
@testable import Exam
@testable import Platform

@Suite(.listening) struct NoAnswersTests {
    @Test(
        "An answer by hand settles after a moment"
    )
    func settles() {
        let stop = StopRequest()
        let source = NoAnswers(until: stop)
        #expect(source.next(.answers(1, again: false)) == .idle)
        for _ in 0..<2 {
            #expect(source.next(.correction) == .idle)
            var event = AnswerEvent.idle
            while event == .idle { event = source.next(.correction) }
            #expect(event == .settled)
        }
        stop.request()
        #expect(source.next(.correction) == .ended)
    }
}
