import Acuity
import Synchronization
import TestPages
import TestTraits
import Testing

@Suite("Watched procedures", .listening)
struct WatchedProcedureTests {
    @Test("Watching a procedure reports its figure and does not change its estimate")
    func changesNothing() throws {
        let told = Mutex<[LogMAR?]>([])
        var plain = HOTVTest(seed: 3)
        var watched = WatchedProcedure(plain, hearing: .exact) { figure, _ in
            told.withLock { $0.append(figure) }
        }
        for isRight in [true, true, false, true, false, false] {
            let shown = try #require(plain.next)
            #expect(watched.next == shown)
            let answer = Answer(isRight ? .named(shown.letters[0]) : .missed)
            try plain.take([answer])
            try watched.take([answer])
        }
        #expect(watched.estimate() == plain.estimate() && watched.score == plain.score)
        #expect(told.withLock { $0.count } == 6)
    }
}
