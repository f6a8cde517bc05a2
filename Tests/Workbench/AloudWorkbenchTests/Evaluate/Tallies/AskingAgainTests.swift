import TestTraits
import Testing

@testable import Evaluation
@testable import Recognition

@Suite(.listening) struct AskingAgainTests {
    private func asking(_ rows: [HeardRow]) -> AskingAgain {
        AskingAgain(rows, thresholds: AcceptanceThresholds())
    }

    @Test("an unclear letter is repeated, then given by code word")
    func turns() {
        let asking = asking([
            // Ann's first D is unclear and her second is right; the second itself is clear at once.
            .scripted("D", heard: [("D", 0.4)]), .scripted("D", heard: [("D", 0.9)]),
            // Bob's only V is not noticed: by the code word, which is Ann's.
            .scripted("V", by: "bob"), .scripted("VICTOR", heard: [("V", 0.8)]),
            // Eve is taken for another letter at once.
            .scripted("V", by: "eve", heard: [("D", 0.9)]),
        ])
        #expect(asking.letters == 4)
        #expect([asking.wrong, asking.unsettled] == [1, 0])
        #expect(asking.askings == 2 + 1 + 2 + 1)
        #expect([asking.saidAgain, asking.codeWords] == [1, 1])
    }

    @Test("a letter still unclear is unsettled; the speaker's code word comes first")
    func unsettled() {
        let asking = asking([
            .scripted("Z"), .scripted("ZULU"), .scripted("ZULU", by: "bob", heard: [("Z", 0.9)]),
            .scripted("C"),
        ])
        #expect([asking.letters, asking.wrong, asking.unsettled] == [2, 0, 2])
        #expect([asking.askings, asking.codeWords] == [3, 1])
    }

    @Test("a letter heard as \"can't see it\" is wrong, and not asked for again")
    func notSeen() {
        let asking = asking([
            .scripted("S", heard: [("pass", 0.9)]), .scripted("SIERRA", heard: [("S", 0.9)]),
            // Unclear at first, and then not seen.
            .scripted("S", by: "bob", heard: [("S", 0.3)]),
            .scripted("S", by: "bob", heard: [("pass", 0.9)]),
        ])
        #expect([asking.letters, asking.wrong, asking.notSeen, asking.unsettled] == [3, 3, 3, 0])
        #expect([asking.askings, asking.saidAgain, asking.codeWords] == [1 + 2 + 1, 1, 0])
    }

    @Test("letters in a group are not asked for")
    func company() {
        #expect(asking([.scripted("C D", heard: [("C", 0.2)])]).letters == 0)
    }
}
