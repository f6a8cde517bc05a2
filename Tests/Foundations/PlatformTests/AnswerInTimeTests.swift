import Foundation
import Platform
import Testing

@Suite(.timeLimit(.minutes(1)))
struct AnswerInTimeTests {
    @Test("work that blocks gives no answer, and is left alone") func blocks() {
        let release = DispatchSemaphore(value: 0)
        let late = answer(within: 0.01) {
            release.wait()
            return 20
        }
        #expect(late == nil)
        release.signal()
    }

    @Test("work that ends in time gives its answer") func ends() {
        #expect(answer(within: 50) { 20 } == 20)
    }
}
