import Testing

@testable import RecordStore

@Suite("The pause after a server did not answer")
struct PauseTests {
    @Test("a pause doubles up to a minute, and is reset by a success")
    func growth() {
        var pause = GrowingPause()
        let start = ContinuousClock.now
        #expect(!pause.isOn(at: start))
        for seconds in [5, 10, 20, 40, 60, 60] {
            pause.begins(at: start)
            #expect(pause.isOn(at: start + .seconds(seconds) - .milliseconds(1)))
            #expect(!pause.isOn(at: start + .seconds(seconds)))
        }
        pause.ends()
        #expect(!pause.isOn(at: start))
        pause.begins(at: start)
        #expect(!pause.isOn(at: start + .seconds(5)))
    }

    @Test("copies of a test have their own, stable identifiers")
    func copies() throws {
        let id = try #require(RecordID("01932c07-209c-7d4e-8a3b-5f2c1d0e9b7a"))
        let copies = (1...8).map { id.copy($0) }
        #expect(Set(copies + [id]).count == 9)
        #expect(copies == (1...8).map { id.copy($0) })
        #expect(copies.allSatisfy { $0.text.hasPrefix("01932c07-209c-7d4e-8a3b-") })
    }
}
