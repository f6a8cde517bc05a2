import Synchronization
import Testing

@testable import Transcripts

@Suite(.timeLimit(.minutes(1))) struct OrderedTextTests {
    @Test("parts are printed in order, as early as possible")
    func order() {
        let written = Mutex("")
        let text = OrderedText { piece in written.withLock { $0 += piece } }
        var all: String { written.withLock { $0 } }
        text.add("c", to: 2)
        text.add("b", to: 1)
        #expect(all == "")
        text.complete(1)
        text.add("a", to: 0)
        #expect(all == "a")
        text.add("A", to: 0)
        text.complete(0)
        #expect(all == "aAbc")
        text.add("C", to: 2)
        #expect(all == "aAbcC")
    }

    @Test("after a stop, later parts are printed too")
    func stopped() {
        let written = Mutex("")
        let text = OrderedText { piece in written.withLock { $0 += piece } }
        text.add("c", to: 2)
        text.add("b", to: 1)
        text.finish()
        #expect(written.withLock { $0 } == "bc")
    }
}
